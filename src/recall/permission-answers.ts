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
  /** The user's latest reason for refusing. */
  reason?: string;
}

const MOST = 100_000;

/** The latest answered kind first. Without a project: of all projects. */
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
