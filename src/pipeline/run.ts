/**
 * The way of one event: parse, commit, handle, ask the user's hooks, encode. The one place that catches: whatever goes wrong in Pawl
 * becomes an empty answer, a log line and a counter, never a disturbed session (S1.24).
 */
import { toMessage } from "../errors.ts";
import type { Log } from "../platform/log.ts";
import {
  BadHookInput,
  encodeReply,
  eventOfHook,
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
import { mergeReplies } from "./merge.ts";
import type { Once } from "./once.ts";

export interface HookCall {
  body: string;
  /** Which hook called, by its name in S4.2; undefined for one that wants everything. */
  name?: string | undefined;
  /** The session's own variables. */
  env: Readonly<Record<string, string | undefined>>;
  at: number;
  /** How long the caller waits for the answer. */
  waitMs?: number | undefined;
}

export interface DispatchDeps {
  /** True where the user has switched Pawl off for this session. */
  isOff(input: HookInput): boolean;
  /** Stores the event; from then on it cannot be lost. */
  commit(input: HookInput, call: HookCall): Promise<void>;
  /** What Pawl itself does about it. */
  handle<E extends HookEventName>(input: InputOf<E>, call: HookCall): Promise<Reply>;
  /** What the user's own rules say of it. At once: nothing is looked up for it. */
  rules?(input: KnownInput, call: HookCall): Reply;
  /** What the user's own hooks say; absent where nobody would hear it. `identity` is the event's own. */
  userHooks?(input: KnownInput, call: HookCall, identity: string): Promise<Reply>;
  once: Once;
  log: Log;
  count(name: string): void;
}

/** Pawl's own part of an answer: one that is late is worse than none. The work itself goes on. */
const DEADLINE_MS = 1200;

/** Pawl's own work and the user's hooks go side by side: neither waits for the other, and neither takes the other along. */
export async function dispatch(call: HookCall, deps: DispatchDeps): Promise<HookOutput> {
  let event = "unread";
  const attempt = async <T>(otherwise: T, work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const bad = error instanceof BadHookInput;
      deps.count(bad ? "bad_input" : "handler_error");
      deps.log.error(bad ? "not a hook input" : "an event could not be handled", {
        event,
        error: bad ? toMessage(error) : error,
      });
      return otherwise;
    }
  };
  const input = await attempt(undefined, () => parseHookInput(withFallbacks(parseJson(call.body), call)));
  if (input === undefined) return nothingFor(eventOfHook(call.name));
  event = input.event;
  if (await attempt(true, () => deps.isOff(input))) return {};
  const ruled = await attempt<Reply>(pass, () => rulesReply(input, call, deps));
  const [own, users] = await Promise.all([
    inTime(
      attempt<Reply>(pass, () => ownReply(input, call, deps)),
      call,
      deps,
    ),
    attempt<Reply>(pass, () => userReply(input, call, deps)),
  ]);
  if (input.event === "Unknown") return {};
  return attempt(nothingFor(event), () => encode(input, merge(own, ruled, users, deps)));
}

async function inTime(work: Promise<Reply>, { name }: HookCall, deps: DispatchDeps): Promise<Reply> {
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), DEADLINE_MS);
  const first = await Promise.race([work, late.promise]);
  clearTimeout(timer);
  if (first !== "late") return first;
  deps.count("hook_deadline");
  deps.log.warn("a hook was not answered in time", { name });
  return pass;
}

async function ownReply(input: HookInput, call: HookCall, deps: DispatchDeps): Promise<Reply> {
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
    return pass;
  }
  if (!wanted.includes("context") && !wanted.includes("message")) return pass;
  const { message, ...rest } = await deps.handle(input as KnownInput as InputOf<HookEventName>, call);
  const reply: Reply = wanted.includes("context") ? rest : pass;
  return wanted.includes("message") && message !== undefined ? { ...reply, message } : reply;
}

async function userReply(input: HookInput, call: HookCall, deps: DispatchDeps): Promise<Reply> {
  // The other hook of the pair (`context`) brings them.
  if (input.event === "Unknown" || deps.userHooks === undefined || call.name === "user-message") return pass;
  return deps.userHooks(input, call, `${input.sessionId} ${input.event} ${bodyHash(call)}`);
}

function rulesReply(input: HookInput, call: HookCall, deps: DispatchDeps): Reply {
  return input.event === "Unknown" || deps.rules === undefined ? pass : deps.rules(input, call);
}

function merge(own: Reply, ruled: Reply, users: Reply, deps: DispatchDeps): Reply {
  if (Object.keys(users).length + Object.keys(ruled).length === 0) return own;
  const { reply, conflicts } = mergeReplies([
    { name: "Pawl", reply: own },
    { name: "your rules", reply: ruled },
    { name: "your hooks", reply: users },
  ]);
  for (const conflict of conflicts) deps.log.warn(conflict);
  return reply;
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
  return `${input.sessionId} ${input.event} ${typeof known === "string" ? known : bodyHash(call)}`;
}

const bodyHash = ({ body }: HookCall) => Bun.hash(body.trimEnd()).toString(36);

/** S3.7: PreCompact's answer has its own form, also when there is nothing to say. */
function nothingFor(event: string | undefined): HookOutput {
  return event === "PreCompact" ? encodeReply("PreCompact", pass) : {};
}

/** S3.2: the session and its folder, where the input does not say; and the event, where the hook's name does. */
function withFallbacks(body: unknown, { env, name }: HookCall): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const input = body as Record<string, unknown>;
  const missing = (field: string) => typeof input[field] !== "string" || input[field] === "";
  const fallbacks: Record<string, unknown> = {};
  if (missing("session_id") && env.CLAUDE_SESSION_ID) fallbacks.session_id = env.CLAUDE_SESSION_ID;
  const event = eventOfHook(name);
  if (missing("hook_event_name") && event !== undefined) fallbacks.hook_event_name = event;
  if (missing("cwd") && env.CLAUDE_PROJECT_ROOT) fallbacks.cwd = env.CLAUDE_PROJECT_ROOT;
  return { ...input, ...fallbacks };
}
