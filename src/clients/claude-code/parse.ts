import { z } from "zod";
import { DEEP_LENGTH, isTooDeep } from "../nesting.ts";
import type { HookEventName } from "./events.ts";
import { common } from "./fields.ts";
import { type InputSchema, isHookEvent, plainFields, schemaOf } from "./inputs.ts";

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

/** The declared fields of a loose schema, without its index signature, in camelCase. */
type Fields<T> = {
  [K in keyof T as string extends K ? never : K extends "hook_event_name" ? never : Camel<K & string>]: T[K];
};

/** One event as the rest of Pawl sees it. `raw` is the input as the client sent it, unknown fields included. */
export type InputOf<E extends HookEventName> = Fields<z.output<InputSchema<E>>> & {
  event: E;
  raw: Record<string, unknown>;
};

/** The same as the client sends it. */
export type RawInputOf<E extends HookEventName> = z.output<InputSchema<E>>;

export type KnownInput = { [E in HookEventName]: InputOf<E> }[HookEventName];

/** An event that this version does not know: recorded, with an empty reply. */
interface UnknownInput extends Fields<z.output<typeof anyInput>> {
  event: "Unknown";
  name: string;
  raw: Record<string, unknown>;
}

export type HookInput = KnownInput | UnknownInput;

const anyInput = z.looseObject({ hook_event_name: z.string().min(1), ...common });

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
  const known = eventIn(body);
  if (known !== undefined) {
    const fields = plainFields(known, body as object) ?? read(schemaOf(known), body);
    return { ...toCamelCase(fields), event: known, raw: toRaw(body, fields) } as unknown as KnownInput;
  }
  const head = read(anyInput, body);
  const name = head.hook_event_name;
  return { ...toCamelCase(head), event: "Unknown", name, raw: head } as unknown as UnknownInput;
}

function eventIn(body: unknown): HookEventName | undefined {
  const { hook_event_name: name } = Object(body) as { hook_event_name?: unknown };
  return typeof name === "string" && isHookEvent(name) ? name : undefined;
}

const ANY_NAMES: ReadonlySet<string> = new Set(Object.keys(anyInput.shape));

/** What `anyInput` would give, in its order: the event's own schema has checked the common fields already. */
function toRaw(body: unknown, fields: Record<string, unknown>): Record<string, unknown> {
  const raw: Record<string, unknown> = {};
  for (const name of ANY_NAMES) if (Object.hasOwn(fields, name)) raw[name] = fields[name];
  for (const [name, value] of Object.entries(body as object))
    if (!ANY_NAMES.has(name) && name !== "__proto__") raw[name] = value;
  return raw;
}

function read<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path.join(".") ?? "";
  const where = path === "" ? "" : `${path}: `;
  throw new BadHookInput(`${where}${issue?.message ?? "not a hook input"}`, path);
}

/** Top-level keys only: the contents of `tool_input` and `tool_response` belong to the tool. */
function toCamelCase(fields: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    // `__proto__` would become the prototype, and its fields would pass for the event's own; so would a `sessionId`,
    // which no schema has checked. Both stay in `raw`.
    if (key === "hook_event_name" || key === "__proto__" || key !== key.toLowerCase()) continue;
    result[camelOf(key)] = value;
  }
  return result;
}

/** The client's names are few; what else may come is not kept. */
const camelNames = new Map<string, string>();
const MOST_NAMES = 500;

function camelOf(key: string): string {
  const known = camelNames.get(key);
  if (known !== undefined) return known;
  const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (camelNames.size < MOST_NAMES && key.length < 50) camelNames.set(key, name);
  return name;
}
