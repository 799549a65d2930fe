/** Gemini CLI, through its hooks. Measured with 0.61.0. */
import type { Client } from "../client.ts";
import { withCallName } from "../equal-calls.ts";
import { encodeGeminiReply, toCommonBody } from "./wire.ts";

const nameCall = withCallName();

export const geminiCli: Client = {
  agent: {
    marks: ["GEMINI_CLI", "GEMINI_SESSION_ID"],
    sessions: [],
    programs: ["gemini"],
    package: "@google/gemini-cli",
  },
  toCommon: (body) => nameCall(toCommonBody(body)),
  encode: encodeGeminiReply,
};
