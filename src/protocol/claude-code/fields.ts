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
