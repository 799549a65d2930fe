/** Answers of the user's own rules and hooks to an event. They never wait for Pawl's own work, and never fail with it. */

import {
  DEFAULT_CLIENT,
  eachFile,
  type HookInput,
  mergeReplies,
  pass,
  type Reply,
} from "../clients/index.ts";
import { DEFAULT_WAIT_MS } from "../platform/hook-request.ts";
import { type HookCall, messagesOf, type Services } from "./services.ts";
import { bodyIdentityOf } from "./skip.ts";

/** `permissions.deny` and `permissions.ask`. */
export async function applyRules(input: HookInput, call: HookCall, services: Services): Promise<Reply> {
  if (input.event !== "PreToolUse" || call.isReplay) return pass;
  const projectDir = await services.sessions.projectOf(input);
  const words = messagesOf(input.sessionId, call.env, services);
  return merged(
    eachFile(input, call.client).map((one) => services.permissionRules(one, words, { projectDir })),
  );
}

export async function runUserHooks(
  input: HookInput,
  call: HookCall,
  services: Services,
  gatesOnly: boolean,
): Promise<Reply> {
  // `user-message` is the second hook of a pair; the first one (`context`) runs them.
  if (input.event === "Unknown" || call.isReplay || call.name === "user-message") return pass;
  // A session's start reports untrusted hooks, and saves the terminal's variables for later hooks.
  const isPlain = input.event !== "SessionStart" && call.terminal === undefined;
  if (isPlain && services.userHooks.loader.isUnused()) return pass;
  const project = await services.sessions.projectOf(input);
  const replies = await Promise.all(
    eachFile(input, call.client).map((one, index) =>
      services.userHooks.run(one, {
        project,
        waitMs: call.waitMs ?? DEFAULT_WAIT_MS,
        identity: index === 0 ? bodyIdentityOf(input, call) : `${bodyIdentityOf(input, call)} ${index}`,
        terminal: call.terminal,
        gatesOnly,
        // Codex itself asks for trust in its hooks, and `pawl doctor` reports missing trust.
        ...((call.client ?? DEFAULT_CLIENT) === DEFAULT_CLIENT ? { claudeDir: services.claudeDir } : {}),
        words: () => messagesOf(input.sessionId, call.env, services),
      }),
    ),
  );
  return merged(replies);
}

function merged(replies: readonly Reply[]): Reply {
  const [first = pass] = replies;
  return replies.length <= 1 ? first : mergeReplies(replies.map((reply) => ({ name: "file", reply }))).reply;
}

// The answers of Pawl, the user's rules and the user's hooks, as the client's one reply.

interface Answers {
  own: Reply;
  rules: Reply;
  hooks: Reply;
}

/** Called if a rule or a hook has answered; most events have neither. */
export function merge({ own, rules, hooks }: Answers, { log }: Pick<Services, "log">): Reply {
  const { reply, conflicts } = mergeReplies([
    { name: "Pawl", reply: own },
    { name: "your rules", reply: rules },
    { name: "your hooks", reply: hooks },
  ]);
  for (const conflict of conflicts) log.warn(conflict);
  return reply;
}
