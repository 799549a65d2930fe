import { DEEP_LENGTH, type Fields, isObject, isTooDeep } from "../fields.ts";
import type { EVENTS, FieldKind, Kinds } from "./event-table.ts";
import { COMMON, factsOf, type HookEventName, isHookEvent, READ } from "./events.ts";

type Declared = Readonly<Record<string, FieldKind>>;
type MayBeMissing = "text" | "number" | "json";

/** Declared fields as types, by the names that the client uses. */
type FieldsOf<D extends Declared> = {
  [N in keyof D as D[N] extends MayBeMissing ? never : N]: Kinds[D[N]];
} & {
  [N in keyof D as D[N] extends MayBeMissing ? N : never]?: Kinds[D[N]] | undefined;
};

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;
type InCamelCase<T> = { [K in keyof T as Camel<K & string>]: T[K] };

type RawFields<E extends HookEventName> = { session_id: string } & FieldsOf<typeof COMMON> &
  FieldsOf<(typeof EVENTS)[E]["fields"]>;

/** One event in Pawl's common form. `raw` is the input as the client sent it, including unknown fields. */
export type InputOf<E extends HookEventName> = InCamelCase<RawFields<E>> & { event: E; raw: Fields };

/** The same as the client sends it. */
export type RawInputOf<E extends HookEventName> = Fields & { hook_event_name: E } & RawFields<E>;

export type KnownInput = { [E in HookEventName]: InputOf<E> }[HookEventName];

/** An event unknown to this version: recorded, with an empty reply. */
interface UnknownInput extends InCamelCase<{ session_id: string } & FieldsOf<typeof COMMON>> {
  event: "Unknown";
  name: string;
  raw: Fields;
}

export type HookInput = KnownInput | UnknownInput;

/** The input is not a hook event. `path` is the invalid field, empty for the whole body. */
export class BadHookInput extends Error {
  override readonly name = "BadHookInput";
  constructor(
    message: string,
    readonly path: string,
  ) {
    super(message);
  }
}

/** Parses JSON text. Throws `BadHookInput` if it is not JSON or nested too deeply. */
export function parseJson(text: string): unknown {
  if (text.length > DEEP_LENGTH && isTooDeep(text)) throw new BadHookInput("nested too deeply", "");
  try {
    return JSON.parse(text);
  } catch {
    throw new BadHookInput("not JSON", "");
  }
}

/** Parses unknown JSON as an event. Throws `BadHookInput` if it names no event or no session. */
export function parseHookInput(body: unknown): HookInput {
  if (!isObject(body)) throw new BadHookInput(`Invalid input: expected object, received ${typeof body}`, "");
  const name = nameIn(body, "hook_event_name");
  const sessionId = nameIn(body, "session_id");
  const event = isHookEvent(name) ? name : undefined;
  const input: Fields = event === undefined ? { event: "Unknown", name } : { event };
  input.sessionId = sessionId;
  for (const [field, key, kind] of declaredOf(event)) {
    const value = READ[kind](Object.hasOwn(body, field) ? body[field] : undefined);
    if (value !== undefined) input[key] = value;
  }
  return { ...input, raw: rawOf(body) } as HookInput;
}

function nameIn(body: Fields, field: string): string {
  const value = body[field];
  if (typeof value === "string" && value !== "") return value;
  throw new BadHookInput(`${field}: Invalid input: expected a text that is not empty`, field);
}

type DeclaredField = readonly [field: string, key: string, kind: FieldKind];

const declared = new Map<HookEventName | undefined, DeclaredField[]>();

/** The fields of an event except its name and session, each with its name in camelCase. */
function declaredOf(event: HookEventName | undefined): DeclaredField[] {
  const fields =
    declared.get(event) ??
    Object.entries({ ...COMMON, ...(event === undefined ? {} : factsOf(event).fields) }).map(
      ([field, kind]): DeclaredField => [
        field,
        field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        kind,
      ],
    );
  declared.set(event, fields);
  return fields;
}

const HEAD: ReadonlySet<string> = new Set(["hook_event_name", "session_id", ...Object.keys(COMMON)]);

/** The common fields first, without those of the wrong type: raw input is stored, and equal events give equal text. */
function rawOf(body: Fields): Fields {
  const raw: Fields = { hook_event_name: body.hook_event_name, session_id: body.session_id };
  for (const [field, , kind] of declaredOf(undefined)) {
    const value = READ[kind](Object.hasOwn(body, field) ? body[field] : undefined);
    if (value !== undefined) raw[field] = value;
  }
  // `__proto__` would become the prototype, and its fields would count as the event's own.
  for (const [field, value] of Object.entries(body))
    if (!HEAD.has(field) && field !== "__proto__") raw[field] = value;
  return raw;
}
