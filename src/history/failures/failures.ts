/** The failures of a day or a session, each once, and whether it succeeded later. All lists use it. */
import { toDigest } from "../../memory/digest/build.ts";
import { type Call, toCall } from "../../memory/digest/calls.ts";
import type { DigestFailure, SessionDigest } from "../../memory/digest/types.ts";
import { shownRemedy } from "../../memory/learn/failure-cures.ts";
import { subjectOf } from "../../memory/records/summary.ts";
import type { Observation, SessionRecords } from "../../store/records/records.ts";
import { inputField } from "../../text/input-text.ts";
import type { DayFailure } from "../day/types.ts";

export type DayCall = Observation & { id: string };

interface Found extends DayFailure {
  failure: DigestFailure;
  /** That the command ran in. */
  folder: string | undefined;
  subject: string;
}

/** A record with its shell line's runs. Only shell lines and failures are parsed this closely. */
export interface ReadCall {
  record: DayCall;
  call?: Call;
}

/** A shell line can fail although its call succeeded, so its output is judged too. */
export function readCalls(records: readonly DayCall[], project: string): ReadCall[] {
  return records.map((record) =>
    !record.ok || record.toolName === "Bash" ? { record, call: toCall(record, project) } : { record },
  );
}

/** The failures of one session, from its own records. Each id is the key of a call. */
export function failuresIn({ session, ...records }: SessionRecords): DayFailure[] {
  const { id: sessionId, project } = session;
  const calls = [...records.observations].sort((a, b) => a.at - b.at);
  const own = readCalls(
    calls.map((call) => ({ ...call, id: call.key })),
    project,
  );
  return toFailures(own, [toDigest({ ...records, sessionId, project })], project);
}

/** The client's text for a call that it did not start, and the output of a passing test run. */
const NO_FAILURE = /^(?:<tool_use_error>)?(?:Sibling tool call errored|PASS\b|ok\s)/;

/** `calls` of one project, oldest first; `digests` of their sessions. Returns the latest failure first. */
export function toFailures(
  calls: readonly ReadCall[],
  digests: readonly SessionDigest[],
  project: string,
): DayFailure[] {
  const cures = curesIn(digests);
  const found = new Map<string, Found>();
  for (const one of findFailures(calls, project)) {
    one.times += found.get(one.failure.key)?.times ?? 0;
    found.set(one.failure.key, one);
  }
  return [...found.values()]
    .map(({ failure, subject: _, folder: __, ...shown }) => {
      const cure = cures.get(failure.key);
      return cure === undefined ? shown : { ...shown, isFixed: true, fix: shownRemedy(cure) };
    })
    .sort((a, b) => b.at - a.at);
}

/** Maps each failed call to the later call that did the same and succeeded. */
export function fixesIn(calls: readonly DayCall[], project: string): Map<string, string> {
  return new Map(
    findFailures(readCalls(calls, project), project).flatMap(({ id, fixedBy }) =>
      fixedBy === null ? [] : [[id, fixedBy] as const],
    ),
  );
}

/** Every failed call separately, in order. */
function findFailures(calls: readonly ReadCall[], project: string): Found[] {
  const found: Found[] = [];
  let open: Found[] = [];
  for (const { record, call } of calls) {
    // The model itself works around a missing file or agent, so a person has nothing to do.
    if (call?.failure?.isUsage === true && record.toolName !== "Bash") continue;
    const failure = call?.failure ?? plainFailure(record);
    if (failure === undefined || NO_FAILURE.test(failure.error)) {
      if (record.ok) open = open.filter((one) => !isFixed(one, record, call, project));
      continue;
    }
    const one = toFound(record, failure, call?.failedRun?.folder, project);
    found.push(one);
    open.push(one);
  }
  return found;
}

const NOT_THERE = /no such file|not found|does not exist|no rule to make/i;

/** A failed shell line without anything to learn, such as a missing file. People still see it. */
function plainFailure(record: DayCall): DigestFailure | undefined {
  if (record.ok || record.toolName !== "Bash") return undefined;
  const error = record.response.split("\n").find((line) => NOT_THERE.test(line));
  const command = inputField(record.input, "command") ?? "";
  if (error === undefined || command === "") return undefined;
  const { at, key, toolName: tool } = record;
  return {
    key: `${tool} ${command}`,
    tool,
    error: error.trim(),
    names: [],
    isUsage: false,
    at,
    observation: key,
  };
}

function toFound(
  record: DayCall,
  failure: DigestFailure,
  folder: string | undefined,
  project: string,
): Found {
  const subject = subjectOf(record, project);
  return {
    id: record.id,
    sessionId: record.sessionId,
    at: record.at,
    what: failure.command ?? subject,
    error: failure.error,
    times: 1,
    isFixed: false,
    fixedBy: null,
    fix: null,
    failure,
    folder,
    subject,
  };
}

/** The same command, or the same tool on the same file, succeeded later in any session of the project. */
function isFixed(one: Found, record: DayCall, call: Call | undefined, project: string): boolean {
  const { failure, folder, subject } = one;
  const isSame = (run: Call["runs"][number]) =>
    run.state === "good" && run.command === failure.command && run.folder === folder;
  const wentWell =
    failure.command === undefined ? subjectOf(record, project) === subject : call?.runs.some(isSame) === true;
  if (wentWell) Object.assign(one, { isFixed: true, fixedBy: record.id });
  return wentWell;
}

function curesIn(digests: readonly SessionDigest[]) {
  return new Map(
    digests.flatMap(({ failures }) =>
      failures.flatMap(({ key, cure }) => (cure === undefined ? [] : [[key, cure] as const])),
    ),
  );
}
