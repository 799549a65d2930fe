/** OpenCode, through a plugin. Measured with 1.18.33. */
import type { Client } from "../client.ts";
import { eachPatchedFile } from "../codex/wire.ts";
import { pathOfSession } from "./database.ts";
import { encodeOpencodeReply, toCommonBody } from "./wire.ts";

export const opencode: Client = {
  agent: {
    marks: ["OPENCODE", "OPENCODE_PID"],
    // Set by the plugin.
    sessions: ["OPENCODE_SESSION_ID"],
    programs: ["opencode"],
    package: "opencode-ai",
  },
  toCommon: (body) => ({
    transcript_path: pathOfSession(String(body.session_id)),
    ...toCommonBody(body),
  }),
  encode: encodeOpencodeReply,
  eachFile: eachPatchedFile,
};
