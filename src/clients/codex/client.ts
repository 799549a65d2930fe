/** Codex CLI, through its hooks. Measured with 0.166.0. */
import type { Client } from "../client.ts";
import { encodeCodexReply } from "./encode.ts";
import { eachFileOf, missingField, parseCodexInput, settleCommand, unsettledCommand } from "./parse.ts";

export const codex: Client = {
  parse: parseCodexInput,
  encode: encodeCodexReply,
  unsettled: unsettledCommand,
  settle: settleCommand,
  missingField,
  eachFile: eachFileOf,
};
