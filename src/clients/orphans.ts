/** For a hook whose program is gone: what an event is about, and the words of a refusal, by client. Without Zod. */
import { CLIENT_ARGUMENT } from "../platform/own-hook.ts";
import { encodeReply } from "./claude-code/encode.ts";
import type { HookEventName } from "./claude-code/events.ts";
import { type EventOutline, outlineOf } from "./claude-code/outline.ts";
import { encodeCodexReply } from "./codex/encode.ts";
import { codexOutlines, forEachPatchTool } from "./codex/outline.ts";
import { encodeCopilotReply, toCommonBody as fromCopilot } from "./copilot-cli/wire.ts";
import { encodeGeminiReply, toCommonBody as fromGemini } from "./gemini-cli/wire.ts";
import { encodeOpencodeReply, toCommonBody as fromOpencode } from "./opencode/wire.ts";
import type { Reply, ReplyFor } from "./reply.ts";

interface Orphan {
  /** One for each tool that the call may be; empty if it is no event. */
  outlines(body: Uint8Array): EventOutline[];
  encode(event: HookEventName, reply: Reply): object;
}

const CLAUDE: Orphan = {
  outlines: (body) => [outlineOf(body)].filter((one) => one !== undefined),
  encode: (event, reply) => encodeReply(event, reply as ReplyFor<typeof event>),
};

const ORPHANS: Readonly<Record<string, Orphan>> = {
  codex: { outlines: codexOutlines, encode: encodeCodexReply },
  "gemini-cli": { outlines: translated(fromGemini), encode: encodeGeminiReply },
  "copilot-cli": { outlines: translated(fromCopilot), encode: encodeCopilotReply },
  opencode: { outlines: translated(fromOpencode), encode: encodeOpencodeReply },
};

/** By the arguments of its hook. */
export function orphanOf(args: readonly string[]): Orphan {
  const name = args.find((arg) => arg.startsWith(CLIENT_ARGUMENT))?.slice(CLIENT_ARGUMENT.length) ?? "";
  return (Object.hasOwn(ORPHANS, name) ? ORPHANS[name] : undefined) ?? CLAUDE;
}

function translated(toCommon: (body: Record<string, unknown>) => Record<string, unknown>) {
  return (body: Uint8Array): EventOutline[] => {
    const outline = outlineOf(body);
    if (outline === undefined) return [];
    const { hook_event_name: event, tool_name: tool } = toCommon({
      hook_event_name: outline.event,
      tool_name: outline.tool,
    });
    return forEachPatchTool({
      ...outline,
      event: String(event),
      ...(typeof tool === "string" ? { tool } : {}),
    });
  };
}
