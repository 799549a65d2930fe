/** The team's statements. A column's name says how its value is stored. */
import type { Database } from "bun:sqlite";
import { type Named, toText, toTime } from "../../store/values.ts";

const JSON_COLUMNS: ReadonlySet<string> = new Set(["seen", "taken", "names"]);

/** Prepared statements with their purpose. A whole record may be passed; extra fields are ignored. */
export function statementsOf(db: Database) {
  return {
    all: <Row>(text: string, values: object = {}): Row[] =>
      db
        .query<object, Named>(text)
        .all(toNamed(values))
        .map(toRow<Row>),
    get: <Row>(text: string, values: object = {}): Row | undefined => {
      const row = db.query<object, Named>(text).get(toNamed(values));
      return row === null ? undefined : toRow<Row>(row);
    },
    /** How many rows it changed. */
    run: (text: string, values: object = {}): number =>
      db.query<unknown, Named>(text).run(toNamed(values)).changes,
  };
}

/** A field without a value is absent. */
function toRow<Row>(row: object): Row {
  const fields = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(
    fields.map(([name, value]) => [name, JSON_COLUMNS.has(name) ? JSON.parse(String(value)) : value]),
  ) as Row;
}

const toNamed = (values: object): Named =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toColumn(value)]));

function toColumn(value: unknown): Named[string] {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return toText(value);
  if (typeof value === "number") return toTime(value);
  return typeof value === "boolean" ? Number(value) : JSON.stringify(value);
}
