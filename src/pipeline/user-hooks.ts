/** What the user's own rules and hooks say of an event. They never wait for Pawl's own work, and never fail with it. */

/** Where nobody says: the client waits two seconds for an installed HTTP hook. */
import { DEFAULT_WAIT_MS } from "../platform/hook-request.ts";
import { type HookInput, pass, type Reply } from "../protocol/index.ts";
import type { HookCall } from "./call.ts";
import { bodyIdentityOf } from "./once.ts";
import { messagesOf, type Services } from "./services.ts";

/** `permissions.deny` and `permissions.ask`. */
export async function applyRules(input: HookInput, call: HookCall, services: Services): Promise<Reply> {
  if (input.event !== "PreToolUse" || call.isReplay) return pass;
  const projectDir = await services.sessions.projectOf(input);
  return services.permissionRules(input, messagesOf(input.sessionId, call.env, services), { projectDir });
}

export async function runUserHooks(input: HookInput, call: HookCall, services: Services): Promise<Reply> {
  // `user-message` is the second hook of a pair; the first one (`context`) runs them.
  if (input.event === "Unknown" || call.isReplay || call.name === "user-message") return pass;
  return services.userHooks.run(input, {
    project: await services.sessions.projectOf(input),
    waitMs: call.waitMs ?? DEFAULT_WAIT_MS,
    identity: bodyIdentityOf(input, call),
    terminal: call.terminal,
    words: () => messagesOf(input.sessionId, call.env, services),
  });
}
