/** What a new session in a folder would be given of its work now: for `pawl context`. */
import { type ContextBlock, toBlock } from "../recall/blocks/start-block.ts";
import type { Caller } from "./actions.ts";
import { announcement, severalText } from "./announce.ts";
import { pendingOfWork, specRoots } from "./pending.ts";
import { buildPendingTasksMessage } from "./spec-files.ts";
import { cutText } from "./workflow/cut.ts";
import { RECOVERY_LIMIT } from "./workflow/recovery.ts";
import { isFinished } from "./workflow/state.ts";
import { findWork } from "./works.ts";

export function workflowPreview(caller: Caller, cwd: string): ContextBlock | undefined {
  const { root, place, messages } = caller;
  const words = { messages, own: caller.own, guide: `${caller.pawl} workflow status` };
  const found = findWork(root, { place });
  if (found.kind === "several") {
    const source = { uri: "workflow://several", type: "workflow", reason: "unfinished workflows" };
    return toBlock(severalText(found.works, words), source);
  }
  if (found.kind === "one" && !isFinished(found.work.state)) {
    const pending = pendingOfWork(found.work, place, messages);
    const lines = [...announcement(found.work.state, words), ...(pending === null ? [] : [pending])];
    const source = { uri: "workflow://here", type: "workflow", reason: "unfinished workflow" };
    return toBlock(cutText(lines.join("\n"), RECOVERY_LIMIT), source);
  }
  const { branch } = place;
  for (const folder of specRoots(place, { worktree: cwd })) {
    const pending = buildPendingTasksMessage(folder, {
      messages,
      ...(branch === undefined ? {} : { branch }),
    });
    if (pending === null) continue;
    const source = { uri: "specs://in-progress", type: "tasks", reason: "open tasks of the feature" };
    return toBlock(cutText(pending, RECOVERY_LIMIT), source);
  }
  return undefined;
}
