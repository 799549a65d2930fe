/** Copilot CLI, through its hooks. Measured with 1.0.102. */
import { parseHookInput } from "../claude-code/parse.ts";
import type { Client } from "../client.ts";
import { withCallName } from "../equal-calls.ts";
import { isObject } from "../fields.ts";
import { eventsFileOf } from "./transcript-file.ts";
import { encodeCopilotReply, toCommonBody } from "./wire.ts";

const nameCall = withCallName();

export const copilotCli: Client = {
  // Most of its events do not name the transcript.
  parse: (body) =>
    parseHookInput(
      isObject(body)
        ? { transcript_path: eventsFileOf(String(body.session_id)), ...nameCall(toCommonBody(body)) }
        : body,
    ),
  encode: encodeCopilotReply,
  writesLater: true,
};
