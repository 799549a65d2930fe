/** Opening a store. Other modules open a store only here; this file chooses the engine. */
import { openSqliteStore, type SqliteOptions } from "./open-sqlite.ts";
import type { Store } from "./store.ts";

/** Where the store is; `platform/paths` has it as part of Pawl's home. */
interface StoreSettings extends SqliteOptions {
  database: string;
}

/** Creates or migrates the store as needed. Close it when done. */
export function openStore({ database, ...options }: StoreSettings): Promise<Store> {
  return openSqliteStore(database, options);
}
