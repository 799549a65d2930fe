/** Other members' solutions, as records of this store. */

import { cureText } from "../memory/learn/failure-cures.ts";
import { BY_HAND, type SolutionDraft } from "../memory/records/knowledge.ts";
import { knowledgeIn } from "../memory/sql/index.ts";
import { linkTo } from "./apply-memory.ts";
import type { TeamParts } from "./parts.ts";
import type { SharedBody } from "./records/record.ts";
import { teamIn } from "./sql/index.ts";
import type { TeamFolder, TeamHead } from "./sql/types.ts";

export async function writeSolution(head: TeamHead, folder: TeamFolder, parts: TeamParts): Promise<void> {
  const { store, redact } = parts;
  const links = (await teamIn(store).teamLinks(head)).filter((link) => link.folder === folder.folder);
  if (links.some(({ applied }) => applied === head.hash)) return;
  for (const link of links) {
    // The link is removed first. Otherwise, removing a linked solution would count as the user's wish.
    await teamIn(store).dropTeamLink(link);
    await knowledgeIn(store).removeSolution(`solution-${link.key}`);
  }
  const draft = toSolution(head, folder.folder, redact.version);
  const { id, provenance } = await knowledgeIn(store).saveSolution(draft);
  // The user's own record with the same words stays the user's.
  if (provenance?.team === undefined) return;
  await teamIn(store).saveTeamLink(linkTo(head, folder, "solution", id.slice("solution-".length)));
}

function toSolution({ author, at, body: json }: TeamHead, project: string, redaction: number): SolutionDraft {
  const body = JSON.parse(json ?? "{}") as SharedBody;
  if (body.kind === "written-solution") {
    const { fingerprint, toolName, errorSample, text, steps } = body;
    const provenance = { team: { author, at } };
    const by = { kind: BY_HAND, source: "user", provenance } as const;
    return { project, fingerprint, toolName, errorSample, text, steps, redaction, at, ...by };
  }
  if (body.kind !== "solution") throw new Error(`${body.kind} is no solution`);
  const { cure, ...failure } = body.failure;
  return {
    project,
    fingerprint: failure.key,
    kind: cure.kind,
    toolName: failure.tool,
    errorSample: failure.error,
    text: cureText({ ...failure, observation: "" }, cure, failure.at),
    steps: [JSON.stringify(cure)],
    source: "derived",
    provenance: { team: { author, at: failure.at } },
    redaction,
    at: failure.at,
  };
}
