/** What the user allowed and refused, by kind of call: for the terminal and the API. */
import { knowledgeIn } from "../memory/sql/index.ts";
import type { Store } from "../store/store.ts";

export interface PermissionAnswers {
  /** `Bash(git push)` */
  call: string;
  project: string;
  toolName: string;
  subject: string;
  allowed: number;
  refused: number;
  lastAt: number;
  /** What the user said when refusing last. */
  reason?: string;
}

const MOST = 100_000;

/** The kind that was answered last comes first. Without a project, those of all. */
export async function permissionAnswers(store: Store, project?: string): Promise<PermissionAnswers[]> {
  const decisions = await knowledgeIn(store).permissions({
    limit: MOST,
    ...(project === undefined ? {} : { project }),
  });
  const answers = new Map<string, PermissionAnswers>();
  for (const { toolName, subject, decision, at, reason, project: where } of decisions) {
    const call = callName(toolName, subject);
    const key = JSON.stringify([where, call]);
    const known = answers.get(key) ?? {
      ...{ call, project: where, toolName, subject, allowed: 0, refused: 0, lastAt: at },
    };
    if (decision === "allow") known.allowed++;
    else known.refused++;
    // Newest first: the first reason found is the latest one.
    if (known.reason === undefined && reason !== undefined) known.reason = reason;
    answers.set(key, known);
  }
  return [...answers.values()];
}

export function callName(toolName: string, subject: string): string {
  return subject === "" ? toolName : `${toolName}(${subject})`;
}
