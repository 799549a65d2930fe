/** What a session that starts is given of handoffs. Loaded only where one waits. */
import type { Messages } from "../../locale/messages.ts";
import { createSameProject } from "../../platform/same-project.ts";
import { type ContextBlock, joinBlocks, toBlock } from "../../recall/blocks/start-block.ts";
import { type Handoff, renderHandoff } from "../workflow/handoff.ts";
import { parseHandoff, takeWaiting } from "./waiting.ts";

interface Start {
  /** Where handoffs wait; undefined: none does. */
  folder: string | undefined;
  /** Contents of those that came through the team. */
  team: readonly string[];
  /** Where folders are remembered with their projects. */
  projects: string;
  byHand: readonly (readonly string[])[];
  project: string;
  at: number;
  messages: Messages;
}

export async function handoffAtStart(start: Start): Promise<ContextBlock | undefined> {
  const taken = start.folder === undefined ? undefined : await takeFile(start.folder, start);
  const all = [taken, ...start.team.map(parseHandoff)].filter((one) => one !== undefined);
  return joinBlocks(all.map((handoff) => blockOf(handoff, start)));
}

async function takeFile(
  folder: string,
  { projects, byHand, project }: Pick<Start, "projects" | "byHand" | "project">,
): Promise<Handoff | undefined> {
  const same = createSameProject({
    file: projects,
    byHand: () => byHand,
    // The daemon remembers folders; this only asks.
    isStorable: () => false,
  });
  const { key } = await same.settle(project);
  return takeWaiting(folder, key);
}

function blockOf(handoff: Handoff, { messages, at }: Pick<Start, "messages" | "at">): ContextBlock {
  const text = renderHandoff(handoff, messages.handoff, at);
  return toBlock(text, { uri: `handoff://${handoff.session}`, type: "handoff", reason: "handed over" });
}
