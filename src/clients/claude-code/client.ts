/** Claude Code, through its hooks. */
import type { Client } from "../client.ts";
import type { ReplyFor } from "../reply.ts";
import { encodeReply } from "./encode.ts";

export const claudeCode: Client = {
  agent: {
    marks: ["CLAUDECODE", "CLAUDE_CODE_SESSION_ID"],
    sessions: ["CLAUDE_CODE_SESSION_ID", "CLAUDE_SESSION_ID"],
    programs: ["claude"],
    package: "@anthropic-ai/claude-code",
  },
  hasTaskTool: true,
  toCommon: (body) => body,
  // Handlers are typed by event, so that a reply holds only what its event can carry.
  encode: (event, reply) => encodeReply(event, reply as ReplyFor<typeof event>),
};
