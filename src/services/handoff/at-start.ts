/** What a session that starts is given of a handoff. Loaded only where one waits. */
import type { Messages } from "../../locale/messages.ts";
import { type ContextBlock, toBlock } from "../../memory/recall/start-block.ts";
import { createSameProject } from "../../platform/same-project.ts";
import { renderHandoff } from "../../workflow/handoff.ts";
import { takeWaiting } from "./waiting.ts";

interface Start {
  /** Where handoffs wait. */
  folder: string;
  /** Where folders are remembered with their projects. */
  projects: string;
  byHand: readonly (readonly string[])[];
  project: string;
  at: number;
  messages: Messages;
}

export async function handoffAtStart(start: Start): Promise<ContextBlock | undefined> {
  const same = createSameProject({
    file: start.projects,
    byHand: () => start.byHand,
    // The daemon remembers folders; this only asks.
    isStorable: () => false,
  });
  const { key } = await same.settle(start.project);
  const handoff = await takeWaiting(start.folder, key);
  if (handoff === undefined) return undefined;
  const text = renderHandoff(handoff, start.messages.handoff, start.at);
  return toBlock(text, { uri: `handoff://${handoff.session}`, type: "handoff", reason: "handed over" });
}
