/** What failed on a day, each thing once, and whether it worked later. */
import { type Call, toCall } from "../digest/calls.ts";
import type { DigestFailure, SessionDigest } from "../digest/types.ts";
import { remedyOf } from "../recall/failure-cures.ts";
import type { Observation } from "../records/records.ts";
import { subjectOf } from "../records/summary.ts";
import type { DayFailure } from "./types.ts";

export type DayCall = Observation & { id: string };

interface Found extends DayFailure {
  failure: DigestFailure;
  /** That the command ran in. */
  folder: string | undefined;
  subject: string;
}

/** `calls` of one project, oldest first; `digests` of their sessions. Last failed first. */
export function toFailures(
  calls: readonly DayCall[],
  digests: readonly SessionDigest[],
  project: string,
): DayFailure[] {
  const cures = curesIn(digests);
  const found = new Map<string, Found>();
  for (const record of calls) {
    // Only a shell line can fail with a call that went well: it is judged by what it printed.
    const isAsked = !record.ok || record.toolName === "Bash";
    const call = isAsked ? toCall(record, project) : undefined;
    // A file that is not there, an agent of another name: noted and gone round by the model, nothing for a person.
    if (call?.failure?.isUsage === true && record.toolName !== "Bash") continue;
    if (call?.failure !== undefined) note(found, record, call.failure, call.failedRun?.folder, project);
    else settle(found, record, call, project);
  }
  return [...found.values()]
    .map(({ failure, subject: _, folder: __, ...shown }) => {
      const cure = cures.get(failure.key);
      return cure === undefined ? shown : { ...shown, isFixed: true, fix: remedyOf(cure) };
    })
    .sort((a, b) => b.at - a.at);
}

function note(
  found: Map<string, Found>,
  record: DayCall,
  failure: DigestFailure,
  folder: string | undefined,
  project: string,
): void {
  const known = found.get(failure.key);
  const subject = subjectOf(record, project);
  found.set(failure.key, {
    id: record.id,
    sessionId: record.sessionId,
    at: record.at,
    what: failure.command ?? subject,
    error: failure.error,
    times: (known?.times ?? 0) + 1,
    isFixed: false,
    fixedBy: null,
    fix: null,
    failure,
    folder,
    subject,
  });
}

/** The same command, or the same tool on the same file, went well: in whatever session of the project. */
function settle(
  found: ReadonlyMap<string, Found>,
  record: DayCall,
  call: Call | undefined,
  project: string,
): void {
  if (found.size === 0 || !record.ok) return;
  const worked = (call?.runs ?? []).filter(({ state }) => state === "good");
  const subject = subjectOf(record, project);
  for (const one of found.values()) {
    if (one.isFixed) continue;
    const { command } = one.failure;
    const isSame =
      command === undefined
        ? one.subject === subject
        : worked.some((run) => run.command === command && run.folder === one.folder);
    if (!isSame) continue;
    one.isFixed = true;
    one.fixedBy = record.id;
  }
}

function curesIn(digests: readonly SessionDigest[]) {
  return new Map(
    digests.flatMap(({ failures }) =>
      failures.flatMap(({ key, cure }) => (cure === undefined ? [] : [[key, cure] as const])),
    ),
  );
}
