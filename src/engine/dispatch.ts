/**
 * The way of one event: parse, commit, handle, encode. The one place that catches: whatever goes wrong in Pawl
 * becomes an empty answer, a log line and a counter, never a disturbed session (S1.24).
 */
import { toMessage } from "../errors.ts";
import type { Log } from "../platform/log.ts";
import {
  BadHookInput,
  encodeReply,
  type HookEventName,
  type HookInput,
  type HookOutput,
  type InputOf,
  type KnownInput,
  parseHookInput,
  parseJson,
  pass,
  type Reply,
} from "../protocol/index.ts";
import type { Once } from "./once.ts";

export interface HookCall {
  body: string;
  /** Which hook called, by its name in S4.2; undefined for one that wants everything. */
  name?: string | undefined;
  /** The session's own variables. */
  env: Readonly<Record<string, string | undefined>>;
  at: number;
}

export interface DispatchDeps {
  /** True where the user has switched Pawl off for this session. */
  isOff(input: HookInput): boolean;
  /** Stores the event; from then on it cannot be lost. */
  commit(input: HookInput, call: HookCall): Promise<void>;
  /** What Pawl itself does about it. */
  handle<E extends HookEventName>(input: InputOf<E>, call: HookCall): Promise<Reply>;
  once: Once;
  log: Log;
  count(name: string): void;
}

export async function dispatch(call: HookCall, deps: DispatchDeps): Promise<HookOutput> {
  let event = "unread";
  try {
    const input = parseHookInput(withFallbacks(parseJson(call.body), call.env));
    event = input.event;
    return await run(input, call, deps);
  } catch (error) {
    const bad = error instanceof BadHookInput;
    deps.count(bad ? "bad_input" : "handler_error");
    deps.log.error(bad ? "not a hook input" : "an event could not be handled", {
      event,
      error: bad ? toMessage(error) : error,
    });
    return {};
  }
}

async function run(input: HookInput, call: HookCall, deps: DispatchDeps): Promise<HookOutput> {
  if (deps.isOff(input)) return {};
  const identity = identityOf(input, call);
  const wanted = wantedBy(call.name).filter((facet) => deps.once.claim(`${facet} ${identity}`));
  if (wanted.includes("record")) {
    let isStored = false;
    try {
      await deps.commit(input, call);
      isStored = true;
    } finally {
      // On a full disk, say: the same event may come again when there is room.
      if (!isStored) for (const facet of wanted) deps.once.release(`${facet} ${identity}`);
    }
  }
  if (input.event === "Unknown") {
    deps.count("unknown_event");
    deps.log.warn("an event that this version does not know", {
      event: EVENT_NAME.test(input.name) ? input.name : "an odd name",
    });
    return {};
  }
  if (!wanted.includes("context") && !wanted.includes("message")) return {};
  const { message, ...rest } = await deps.handle(input as KnownInput as InputOf<HookEventName>, call);
  const reply: Reply = wanted.includes("context") ? rest : pass;
  if (wanted.includes("message") && message !== undefined) return encode(input, { ...reply, message });
  return encode(input, reply);
}

/** Anything else may be any text at all, a secret included. */
const EVENT_NAME = /^[A-Za-z]{1,60}$/;

/** The handler's type has made sure that the event can carry the reply. */
function encode(input: KnownInput, reply: Reply): HookOutput {
  return encodeReply(input.event, reply as Parameters<typeof encodeReply>[1]);
}

/** What one call of a hook is for. Together, the hooks of one event want each of these once. */
type Facet = "record" | "context" | "message";

function wantedBy(name: string | undefined): Facet[] {
  // S4.2: two hooks of SessionStart; `context` loads and `user-message` shows.
  if (name === "context") return ["record", "context"];
  if (name === "user-message") return ["message"];
  return ["record", "context", "message"];
}

/** The client gives all hooks of an event the same JSON; a command's has a line end behind it. */
function identityOf(input: HookInput, call: HookCall): string {
  const known: unknown = "toolUseId" in input ? input.toolUseId : undefined;
  const id = typeof known === "string" ? known : Bun.hash(call.body.trimEnd()).toString(36);
  return `${input.sessionId} ${input.event} ${id}`;
}

/** S3.2: the session and its folder, where the input does not say. */
function withFallbacks(body: unknown, env: HookCall["env"]): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const input = body as Record<string, unknown>;
  const missing = (field: string) => typeof input[field] !== "string" || input[field] === "";
  const fallbacks: Record<string, unknown> = {};
  if (missing("session_id") && env.CLAUDE_SESSION_ID) fallbacks.session_id = env.CLAUDE_SESSION_ID;
  if (missing("cwd") && env.CLAUDE_PROJECT_ROOT) fallbacks.cwd = env.CLAUDE_PROJECT_ROOT;
  return { ...input, ...fallbacks };
}
