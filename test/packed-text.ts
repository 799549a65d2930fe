/** What a store holds in compressed form, as text: whoever looks for a secret in its files must look here too. */
import { Database } from "bun:sqlite";
import { type PackedColumns, unpack } from "../src/store/records/rows.ts";

export function packedTexts(database: string): string[] {
  using db = new Database(database, { readonly: true });
  return db
    .query<PackedColumns, []>("select input, response, packed from calls where packed is not null")
    .all()
    .map((row) => {
      const { input, response } = unpack(row);
      return `${input}\n${response}`;
    });
}
