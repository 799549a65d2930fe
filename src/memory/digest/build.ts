/** Builds a session's digest from its records. Pure and linear; the same records give the same digest. */

import type { SessionMaterial } from "../../store/records/material.ts";
import { type Call, toCallsByAgent } from "./calls.ts";
import { namesIn } from "./cause.ts";
import { toCommands } from "./commands.ts";
import { cureOf } from "./cures.ts";
import { toNotes } from "./notes.ts";
import { toFiles, toRead, toTurns } from "./turns.ts";
import { DIGEST_VERSION, type DigestFailure, type SessionDigest } from "./types.ts";

const MOST_FAILURES = 60;
const MOST_COMMANDS = 200;
const MOST_FILES = 400;

interface DigestOptions {
  /** Failures of the project's earlier sessions for which no fix is recorded (`openFailures`). */
  openFailures?: readonly OpenFailure[];
}

/** A failure of an earlier session that is still open. */
interface OpenFailure {
  sessionId: string;
  failure: DigestFailure;
}

export function toDigest(material: SessionMaterial, options: DigestOptions = {}): SessionDigest {
  const byAgent = toCallsByAgent(material);
  const calls = byAgent.flat();
  const turns = toTurns(material, calls);
  const times = [material.prompts, material.observations, material.responses ?? []].flatMap((records) =>
    records.map(({ at }) => at),
  );
  const own = byAgent.flatMap((ofAgent) => failuresIn(ofAgent, material.project));
  const failures = [...own, ...closedBy(options.openFailures ?? [], byAgent, material.project)];
  const files = toFiles(turns, calls).slice(0, MOST_FILES);
  const notes = toNotes(
    [...calls].sort((a, b) => a.record.at - b.record.at),
    material.summaries ?? [],
  );
  return {
    version: DIGEST_VERSION,
    sessionId: material.sessionId,
    startedAt: times.reduce((a, b) => Math.min(a, b), times[0] ?? 0),
    lastAt: times.reduce((a, b) => Math.max(a, b), 0),
    ...(material.branch === undefined ? {} : { branch: material.branch }),
    turns,
    files,
    read: toRead(calls, material.project, new Set(files.map(({ path }) => path))),
    commands: toCommands(calls).slice(0, MOST_COMMANDS),
    failures: failures.slice(0, MOST_FAILURES),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** One entry per failure, however often it occurred: the same mistake five times is one mistake. */
function failuresIn(calls: readonly Call[], project: string): DigestFailure[] {
  const found = new Map<string, DigestFailure>();
  calls.forEach((call, at) => {
    const { failure, failedRun } = call;
    if (failure === undefined) return;
    const id = `${failure.key}|${namesIn(failure.error, project).join()}|${failure.command ?? ""}`;
    const known = found.get(id);
    if (known?.cure !== undefined) return;
    const cure = cureOf(
      {
        failure,
        folder: failedRun?.folder,
        environment: failedRun?.environment ?? [],
        output: call.output,
        project,
        isEarlier: false,
      },
      calls,
      at,
    );
    found.set(id, { ...(known ?? failure), ...(cure === undefined ? {} : { cure }) });
  });
  return [...found.values()];
}

/** Fixes in this session for failures that an earlier session left open. */
function closedBy(
  open: readonly OpenFailure[],
  byAgent: readonly (readonly Call[])[],
  project: string,
): DigestFailure[] {
  return open.flatMap(({ sessionId, failure }) => {
    if (failure.command === undefined || failure.cure !== undefined) return [];
    for (const calls of byAgent) {
      const origin = { failure, environment: [], output: failure.error, project, isEarlier: true };
      const cure = cureOf(origin, calls, -1);
      if (cure !== undefined) return [{ ...failure, openedIn: sessionId, cure }];
    }
    return [];
  });
}

const MOST_OPEN = 40;

/** Failures of the past that are still open, newest first. `past` is also newest first. */
export function openFailures(past: readonly SessionDigest[]): OpenFailure[] {
  const cured = new Set<string>();
  const open = new Map<string, OpenFailure>();
  for (const { sessionId, failures } of past) {
    for (const failure of failures) {
      if (failure.cure !== undefined) cured.add(failure.key);
      else if (!cured.has(failure.key) && !open.has(failure.key))
        open.set(failure.key, { sessionId, failure });
    }
    if (open.size >= MOST_OPEN) break;
  }
  return [...open.values()].slice(0, MOST_OPEN);
}
