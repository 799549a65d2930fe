/** Makes a session's digest from its records, and keeps it. Twice is once. */

import type { SessionMaterial } from "../../store/records/material.ts";
import type { SessionRecords } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import { openFailures, toDigest } from "../digest/build.ts";
import type { SessionDigest } from "../digest/types.ts";
import { digestsIn } from "../sql/index.ts";
import { eachEdit } from "./each-edit.ts";

/** Failures that are still open are looked for in this many earlier sessions. */
const OPEN_SESSIONS = 10;

export async function digestSession(
  store: Store,
  records: SessionRecords,
  onDigest: (project: string, digest: SessionDigest) => void = () => undefined,
): Promise<SessionDigest> {
  const { id, project, startedAt: before } = records.session;
  const earlier = await digestsIn(store).digests({ project, except: [id], before, limit: OPEN_SESSIONS });
  const digest = toDigest(toMaterial(records), { openFailures: openFailures(earlier) });
  await digestsIn(store).saveDigest(digest);
  onDigest(project, digest);
  return digest;
}

/** A worktree lies outside of the project's folder: its files are named from its own root. */
export function toMaterial({ session, prompts, observations, responses }: SessionRecords): SessionMaterial {
  const { id: sessionId, project, cwd, branch } = session;
  const isInside = cwd === "" || cwd === project || cwd.startsWith(`${project}/`);
  return {
    sessionId,
    project: isInside ? project : cwd,
    branch,
    prompts,
    observations: eachEdit(observations),
    responses,
  };
}
