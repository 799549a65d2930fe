/** Injects waiting handoffs when a session starts. Loaded only if one is waiting. */
import type { Messages } from "../../locale/messages.ts";
import type { SameProject } from "../../platform/same-project.ts";
import { type ContextBlock, joinBlocks, toBlock } from "../../recall/blocks/start-block.ts";
import { placeOfSession } from "../place.ts";
import { type Handoff, renderHandoff } from "../workflow/handoff.ts";
import { isFinished, startWorkflow } from "../workflow/state.ts";
import { createWork, findWork, inPlace, writePointer } from "../works.ts";
import { parseHandoff, takeWaiting } from "./waiting.ts";

interface Start {
  /** The folder of waiting handoffs; undefined if none waits. */
  folder: string | undefined;
  /** Contents of the handoffs from the team. */
  team: readonly string[];
  same: Pick<SameProject, "settle">;
  project: string;
  at: number;
  messages: Messages;
  /** The root of workflows, and the session that continues the handed-off one. */
  root: string;
  session: string;
  cwd: string;
}

export async function handoffAtStart(start: Start): Promise<ContextBlock | undefined> {
  const { folder, same, project } = start;
  const taken =
    folder === undefined ? undefined : await takeWaiting(folder, (await same.settle(project)).key);
  const all = [taken, ...start.team.map(parseHandoff)].filter((one) => one !== undefined);
  for (const handoff of all) await takeWorkflow(handoff, start);
  return joinBlocks(all.map((handoff) => blockOf(handoff, start)));
}

/** This session continues the workflow, unless other work is already unfinished here. */
async function takeWorkflow({ workflow, session: from }: Handoff, start: Start): Promise<void> {
  if (workflow?.stages === undefined) return;
  const { root, session, cwd, project, at } = start;
  const place = placeOfSession(cwd, project);
  const here = findWork(root, { id: session, place });
  if (here.kind === "several" || (here.kind === "one" && !isFinished(here.work.state))) return;
  const now = new Date(at).toISOString();
  const begun = startWorkflow({ name: workflow.type, stages: [] }, { sessionId: from, now });
  const { stages, stage, feature } = workflow;
  const state = inPlace(
    {
      ...begun,
      ...{ sessions: [from, session], stages },
      ...{ currentStage: stage ?? undefined, featureName: feature ?? undefined },
    },
    place,
  );
  const created = await createWork(root, place, state);
  if (created.ok) await writePointer(root, session, created.folder);
}

function blockOf(handoff: Handoff, { messages, at }: Pick<Start, "messages" | "at">): ContextBlock {
  const text = renderHandoff(handoff, messages, at);
  return toBlock(text, { uri: `handoff://${handoff.session}`, type: "handoff", reason: "handed over" });
}
