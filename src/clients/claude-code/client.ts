/** Claude Code, through its hooks. */
import type { Client } from "../client.ts";
import type { ReplyFor } from "../reply.ts";
import { encodeReply } from "./encode.ts";
import { parseHookInput } from "./parse.ts";

export const claudeCode: Client = {
  hasTaskTool: true,
  parse: parseHookInput,
  // Handlers are typed by event, so that a reply holds only what its event can carry.
  encode: (event, reply) => encodeReply(event, reply as ReplyFor<typeof event>),
};
