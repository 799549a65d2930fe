/** Gates (`onError: "deny"`) that cannot be asked: what they would have judged does not happen. */

import type { KnownInput, Reply } from "../clients/index.ts";
import { mergeReplies } from "../clients/merge-replies.ts";
import type { Hook } from "./config/hooks.ts";
import { isGate } from "./is-gate.ts";
import { hookName, toRefusal } from "./run-hooks.ts";

/** The refusal of every gate in `hooks` that this event concerns; empty where there is none. */
export function closedGates(
  input: KnownInput,
  hooks: readonly Hook[],
  projectDir: string,
  why: string,
): Reply {
  const concerned = hooks.filter(
    (hook) => hook.event === input.event && isGate(hook) && hook.matches(input.raw, { projectDir }),
  );
  const refusals = concerned.map((hook) => ({
    name: hookName(hook),
    reply: toRefusal(input.event, hook, why),
  }));
  return mergeReplies(refusals).reply;
}
