/** Whether more calls like this one need no answer, so that the keeper may answer them before it passes them on. */

import type { KnownInput } from "../clients/index.ts";
import { type QuietCalls, stampsOf } from "../platform/quiet-calls.ts";
import type { Services } from "./services.ts";

/** Asked only about a call that was answered, with nothing, before it was stored. */
export async function quietCalls(
  input: KnownInput,
  { userHooks, sessions }: Pick<Services, "userHooks" | "sessions">,
): Promise<QuietCalls | undefined> {
  // What is to be said about a command depends on the command.
  if (input.event !== "PostToolUse" || input.toolName === "Bash") return undefined;
  const project = await sessions.projectOf(input);
  const files = userHooks.loader.filesOf(project);
  // Before the hooks are read: a change in between must not go unseen.
  const stamps = stampsOf(files);
  const { hooks, projectHooks, shut } = await userHooks.loader.load(project);
  const all = [...hooks, ...projectHooks, ...shut.flatMap(({ gates }) => gates)];
  return all.some(({ event }) => event === input.event) ? undefined : { files, stamps };
}
