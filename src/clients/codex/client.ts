/** Codex CLI, through its hooks. Measured with 0.166.0. */
import type { Client } from "../client.ts";
import { encodeCodexReply } from "./encode.ts";
import { eachPatchedFile, missingField, toCommonBody, toFailedCommand, unsettledCommand } from "./wire.ts";

export const codex: Client = {
  agent: {
    marks: ["CODEX_THREAD_ID", "CODEX_SESSION_ID", "CODEX_CI"],
    sessions: ["CODEX_THREAD_ID", "CODEX_SESSION_ID"],
    programs: ["codex"],
    package: "@openai/codex",
  },
  toCommon: toCommonBody,
  encode: encodeCodexReply,
  unsettled: unsettledCommand,
  toFailed: toFailedCommand,
  missingField,
  eachFile: eachPatchedFile,
};
