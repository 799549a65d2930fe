/** Gemini CLI, through its hooks. Measured with 0.61.0. */
import { parseHookInput } from "../claude-code/parse.ts";
import type { Client } from "../client.ts";
import { withCallName } from "../equal-calls.ts";
import { isObject } from "../fields.ts";
import { encodeGeminiReply, toCommonBody } from "./wire.ts";

const nameCall = withCallName();

export const geminiCli: Client = {
  parse: (body) => parseHookInput(isObject(body) ? nameCall(toCommonBody(body)) : body),
  encode: encodeGeminiReply,
};
