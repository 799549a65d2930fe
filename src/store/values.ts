/** Converts values for SQLite. */

/** Named parameters of a statement. */
export type Named = Record<string, string | number | Uint8Array | null>;

/** Clamps to SQLite's integers; a broken clock must not lose the record. */
export function toTime(at: number): number {
  if (Number.isNaN(at)) return 0;
  return Math.trunc(Math.min(Math.max(at, -Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER));
}

/** SQLite treats a negative limit as no limit. */
export function toLimit(limit: number): number {
  return Math.max(0, toTime(limit));
}

/** Half a surrogate pair has no UTF-8 encoding. */
export function toText(text: string): string {
  return text.toWellFormed();
}

type Value = string | number | undefined;

/**
 * Conditions of a query with the values that they name. A condition is left out if one of its values is undefined.
 */
export function allOf(
  ...conditions: readonly (readonly [condition: string, values?: Record<string, Value>])[]
) {
  const values: Named = {};
  const kept = conditions.filter(([, own = {}]) => !Object.values(own).includes(undefined));
  for (const [, own = {}] of kept)
    for (const [name, value] of Object.entries(own))
      values[name] = typeof value === "string" ? toText(value) : toTime(value ?? 0);
  return { where: kept.map(([condition]) => condition).join(" and ") || "true", values };
}

/** For `in (select value from json_each($name))`. */
export function toList(texts: readonly string[] | undefined): string | undefined {
  return texts === undefined ? undefined : JSON.stringify(texts.map(toText));
}

export function toNullable(text: string | undefined): string | null {
  return text === undefined ? null : toText(text);
}

export function known<T>(value: T | null): T | undefined {
  return value === null ? undefined : value;
}

/** A type whose possibly undefined fields are optional instead. */
type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The same fields without the undefined ones: in a record, an optional field is present or absent. */
export function present<T extends object>(fields: T): Present<T> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value;
  return kept as Present<T>;
}

/** True if the call of entry `e` failed: one lookup in the small index of failures. */
export const IS_FAILED = "exists (select 1 from calls indexed by calls_failed where entry = e.id and ok = 0)";
