/** Copilot CLI, through its hooks. Measured with 1.0.102. */
import type { Client } from "../client.ts";
import { withCallName } from "../equal-calls.ts";
import { eventsFileOf } from "./transcript-file.ts";
import { encodeCopilotReply, toCommonBody } from "./wire.ts";

const nameCall = withCallName();

export const copilotCli: Client = {
  agent: {
    marks: ["COPILOT_CLI", "COPILOT_AGENT_SESSION_ID"],
    sessions: ["COPILOT_AGENT_SESSION_ID"],
    programs: ["copilot"],
    package: "@github/copilot",
  },
  // Most of its events do not contain the transcript's path.
  toCommon: (body) => ({
    transcript_path: eventsFileOf(String(body.session_id)),
    ...nameCall(toCommonBody(body)),
  }),
  encode: encodeCopilotReply,
  writesLater: true,
};
