/**
 * Field types of client input. The client adds and changes fields every week, and a hook that fails because of one
 * unexpected field helps nobody. So a field of the wrong type counts as absent, never as an error.
 */
import { z } from "zod";

/** Text, or absent. */
export const text = z.string().optional().catch(undefined);

/** Text, or empty: for the main fields of an event, so that handlers need no second check. */
export const textOrEmpty = z.string().catch("");

export const number = z.number().optional().catch(undefined);

export const flag = z.boolean().catch(false);

/** Any JSON, unchanged. */
export const json = z.unknown().optional();

export const list = z.array(z.unknown()).catch([]);

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

/** The fields of one tool call. */
export const toolCall = {
  tool_name: textOrEmpty,
  tool_input: json,
  tool_use_id: text,
};
