/**
 * Field types of client input. The client adds and changes fields every week, and a hook that fails because of one
 * unexpected field helps nobody. So a field of the wrong type counts as absent, never as an error.
 */
import { z } from "zod";

/** Text, or absent. */
const text = z.string().optional().catch(undefined);

/** Text, or empty: for fields that the event is about, so that event handlers need no second check. */
const textOrEmpty = z.string().catch("");

const number = z.number().optional().catch(undefined);

const flag = z.boolean().catch(false);

/** Any JSON, unchanged. */
const json = z.unknown().optional();

const list = z.array(z.unknown()).catch([]);

/** The common fields of all events. Only `session_id` is required. */
export const common = {
  session_id: z.string().min(1),
  transcript_path: text,
  cwd: text,
  prompt_id: text,
  permission_mode: text,
  agent_id: text,
  agent_type: text,
  /** How full the context is, if the client reports it. */
  context_tokens: number,
};

/** How a session began; clients that do not say it start one. */
const startSource = z.string().catch("startup");

/** The types that a field of an event can have, by their name in the event table. */
export const fieldKinds = { text, textOrEmpty, number, flag, json, list, startSource };

export type FieldKind = keyof typeof fieldKinds;

/**
 * Whether a value of a kind passes its check as it is. Nearly every event consists of such values, and then the checks
 * above, which take a quarter of the time of an answer, have nothing to do.
 */
export const isAsDeclared: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  textOrEmpty: (value) => typeof value === "string",
  number: (value) => Number.isFinite(value),
  flag: (value) => typeof value === "boolean",
  json: (value) => value !== undefined,
  list: Array.isArray,
  startSource: (value) => typeof value === "string",
};

/** Kinds of which none stands where the field is missing. The others have a value of their own then. */
export const mayBeMissing: ReadonlySet<FieldKind> = new Set(["text", "number", "json"]);

/** The kinds of the common fields but `session_id`. */
export const commonKinds = {
  transcript_path: "text",
  cwd: "text",
  prompt_id: "text",
  permission_mode: "text",
  agent_id: "text",
  agent_type: "text",
  context_tokens: "number",
} as const satisfies Record<Exclude<keyof typeof common, "session_id">, FieldKind>;
