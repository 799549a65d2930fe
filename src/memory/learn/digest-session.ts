/** Builds and stores a session's digest from its records. It is idempotent. */

import { basename, dirname } from "node:path";
import type { SessionMaterial } from "../../store/records/material.ts";
import type { SessionRecords } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import { inputField } from "../../text/input-text.ts";
import { slugOf } from "../client/folders.ts";
import { openFailures, toDigest } from "../digest/build.ts";
import type { SessionDigest } from "../digest/types.ts";
import { eachEdit } from "../records/edits.ts";
import { digestsIn } from "../sql/index.ts";

/** The number of earlier sessions that are searched for open failures. */
const OPEN_SESSIONS = 10;

export async function digestSession(
  store: Store,
  records: SessionRecords,
  onDigest: (project: string, digest: SessionDigest) => void = () => undefined,
): Promise<SessionDigest> {
  const { id, project, startedAt: before } = records.session;
  const earlier = await digestsIn(store).digests({ project, except: [id], before, limit: OPEN_SESSIONS });
  const digest = toDigest(toMaterial(records), { openFailures: openFailures(earlier) });
  // A transcript from elsewhere may be anyone's, so its notes are not treated as notes of this project's agent.
  const { transcriptPath = "" } = records.session;
  if (transcriptPath !== "" && !isAtHome(records.session)) delete digest.notes;
  await digestsIn(store).saveDigest(digest);
  onDigest(project, digest);
  return digest;
}

/** True if the transcript is in the folder that the client uses for this working folder. */
export function isAtHome({ transcriptPath = "", cwd, project }: SessionRecords["session"]): boolean {
  const folder = basename(dirname(transcriptPath));
  return folder === slugOf(cwd) || folder === slugOf(project) || /^rollout-/.test(basename(transcriptPath));
}

/** The client reports when a session changes its folder. */
function cwdOf(cwd: string, events: SessionRecords["events"]): (at: number) => string {
  const moves = events.filter(({ event }) => event === "CwdChanged");
  const [first] = moves;
  const before = first === undefined ? cwd : (inputField(first.body, "old_cwd") ?? cwd);
  return (at) => {
    const last = moves.findLast((move) => move.at <= at);
    return last === undefined ? before : (inputField(last.body, "new_cwd") ?? before);
  };
}

/** A worktree is outside of the project's folder, so its file names are relative to its own root. */
export function toMaterial({
  session,
  prompts,
  observations,
  responses,
  events,
}: SessionRecords): SessionMaterial {
  const { id: sessionId, project, cwd, branch } = session;
  const isInside = cwd === "" || cwd === project || cwd.startsWith(`${project}/`);
  return {
    sessionId,
    project: isInside ? project : cwd,
    branch,
    ...(isInside ? { cwdAt: cwdOf(cwd, events) } : {}),
    prompts,
    observations: eachEdit(observations),
    responses,
    summaries: events.flatMap(({ event, at, body }) => {
      const text = event === "PostCompact" ? inputField(body, "compact_summary") : undefined;
      return text === undefined ? [] : [{ at, text }];
    }),
  };
}
