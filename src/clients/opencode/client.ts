/** OpenCode, through a plugin. Measured with 1.18.33. */
import { parseHookInput } from "../claude-code/parse.ts";
import type { Client } from "../client.ts";
import { eachFileOf } from "../codex/parse.ts";
import { isObject } from "../fields.ts";
import { pathOfSession } from "./database.ts";
import { encodeOpencodeReply, toCommonBody } from "./wire.ts";

export const opencode: Client = {
  parse: (body) =>
    parseHookInput(
      isObject(body)
        ? { transcript_path: pathOfSession(String(body.session_id)), ...toCommonBody(body) }
        : body,
    ),
  encode: encodeOpencodeReply,
  eachFile: eachFileOf,
};
