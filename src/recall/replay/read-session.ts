/** Converts a transcript to the events that its hooks would have sent, with its own times and ids. */
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { TranscriptEntry } from "../../clients/claude-code/transcript.ts";
import { createCounts } from "../../clients/transcripts/entries.ts";
import { formatOf } from "../../clients/transcripts/find.ts";
import { createForkFilter } from "../../clients/transcripts/fork.ts";
import { createRecords } from "../../clients/transcripts/to-records.ts";
import { redactor } from "../../redact/redactor.ts";
import type { Observation, Prompt, Response } from "../../store/records/records.ts";
import { isInterrupt } from "../../text/prompt.ts";

export interface TranscriptFile {
  path: string;
  startsAt: number;
}

export interface ReplayEvent {
  at: number;
  event: string;
  fields: Record<string, unknown>;
}

export interface TranscriptSession {
  id: string;
  cwd: string;
  /** At its start. */
  branch?: string;
  startedAt: number;
  prompts: Prompt[];
  observations: Observation[];
  responses: Response[];
  /** The times of compactions, with the client's summaries. */
  compactions: { at: number; summary: string }[];
  calledAt: ReadonlyMap<string, number>;
  /** In time order, from SessionStart to SessionEnd. */
  events: ReplayEvent[];
}

const TIME = /"timestamp":"([^"]+)"/;
const HEAD_BYTES = 1 << 17;
const TRANSCRIPT = /\.jsonl(?:\.gz|\.zst)?$/;
/** A subagent's work is in its own file, without prompts of the user. */
const SUBAGENT = /(?:^|[\\/])(?:subagents[\\/]|agent-[^\\/]*$)/;

/** Sorted by the time of the first line. Files without one are skipped. */
export function findSessions(paths: readonly string[]): TranscriptFile[] {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true })
          .map((name) => join(path, String(name)))
          .filter((name) => TRANSCRIPT.test(name) && !SUBAGENT.test(name.slice(path.length)))
      : [path],
  );
  return [...new Set(files)]
    .flatMap((path) => {
      const time = TIME.exec(readHead(path))?.[1] ?? TIME.exec(readText(path))?.[1];
      return time === undefined ? [] : [{ path, startsAt: Date.parse(time) }];
    })
    .sort((a, b) => a.startsAt - b.startsAt || (a.path < b.path ? -1 : 1));
}

/** Undefined if the session has no prompt. */
export async function readSession(path: string): Promise<TranscriptSession | undefined> {
  const records = createRecords(redactor);
  const counts = createCounts();
  const forks = createForkFilter({}, true);
  const calledAt = new Map<string, number>();
  // Users compress old transcripts. The client's name is in the part before that suffix.
  const named = join(dirname(path), basename(path).replace(TRANSCRIPT, ".jsonl"));
  const format = formatOf(named);
  const session: TranscriptSession = {
    id: format.sessionOf(named),
    cwd: "",
    startedAt: 0,
    prompts: [],
    observations: [],
    responses: [],
    compactions: [],
    calledAt,
    events: [],
  };
  const readLine = await format.open?.({ path, sessionId: session.id });
  const read = (line: string) => (line === "" ? [] : (readLine?.(line, counts) ?? []));
  const entries =
    (await format.readAll?.(path, session.id, counts)) ?? readText(path).split("\n").values().flatMap(read);
  let isNamed = false;
  for (const entry of entries) {
    if (entry.kind === "noise" || forks.isCopy(entry)) continue;
    if (!isNamed) session.id = entry.sessionId;
    isNamed = true;
    if (session.cwd === "") session.cwd = entry.cwd ?? "";
    if (session.branch === undefined && entry.branch !== undefined) session.branch = entry.branch;
    if (entry.kind === "assistant") noteCalls(entry, calledAt);
    if (entry.kind === "user" && entry.isCompactSummary && entry.agentId === undefined)
      session.compactions.push({ at: entry.at, summary: redactor.text(entry.text) });
    records.push(entry);
  }
  records.finish(Number.POSITIVE_INFINITY);
  for (const batch of records.take()) {
    if (batch.session.id !== session.id) continue;
    session.prompts.push(...batch.prompts);
    session.observations.push(...batch.observations);
    session.responses.push(...batch.responses);
  }
  for (const list of [session.prompts, session.observations, session.responses]) {
    list.sort((a, b) => a.at - b.at);
  }
  return withEvents(session);
}

/** Undefined if the session has no prompt. */
function withEvents(session: TranscriptSession): TranscriptSession | undefined {
  if (session.prompts.length === 0) return undefined;
  const events = eventsOf(session);
  return { ...session, events, startedAt: events[0]?.at ?? 0 };
}

/**
 * A fork's file begins with a copy of the lines of its original session, and not every version of the client marks them.
 * `seen` contains the keys of the sessions read so far. Undefined if everything is a copy.
 */
export function withoutCopies(session: TranscriptSession, seen: Set<string>): TranscriptSession | undefined {
  const isNew = (key: string) => !seen.has(key);
  const asked = ({ at, text }: { at: number; text: string }) => `${at} ${text}`;
  const called = ({ at, toolUseId }: Observation) => toolUseId ?? `${at}`;
  const own = {
    ...session,
    prompts: session.prompts.filter((one) => isNew(asked(one))),
    observations: session.observations.filter((one) => isNew(called(one))),
    responses: session.responses.filter((one) => isNew(asked(one))),
    compactions: session.compactions.filter(({ at, summary }) => isNew(asked({ at, text: summary }))),
  };
  for (const one of own.prompts) seen.add(asked(one));
  for (const one of own.observations) seen.add(called(one));
  for (const one of own.responses) seen.add(asked(one));
  for (const { at, summary } of own.compactions) seen.add(asked({ at, text: summary }));
  return withEvents(own);
}

function noteCalls(
  entry: Extract<TranscriptEntry, { kind: "assistant" }>,
  calledAt: Map<string, number>,
): void {
  for (const { id } of entry.tools) calledAt.set(id, entry.at);
}

/** For a subagent, only its start: its work fills a context of its own. */
function eventsOf({
  prompts,
  observations,
  responses,
  compactions,
  calledAt,
}: TranscriptSession): ReplayEvent[] {
  const events: ReplayEvent[] = prompts.map(({ at, text, promptId }) => ({
    at,
    event: "UserPromptSubmit",
    fields: { prompt: text, ...(promptId === undefined ? {} : { promptId }) },
  }));
  for (const call of observations) {
    if (call.agentId === undefined) events.push(...callEvents(call, calledAt.get(call.toolUseId ?? "")));
  }
  for (const { at, text, agentId } of responses) {
    if (agentId !== undefined) continue;
    events.push({ at, event: "Stop", fields: { stopHookActive: false, lastAssistantMessage: text } });
  }
  for (const { at, summary } of compactions) {
    events.push(
      { at: at - 1, event: "PreCompact", fields: { trigger: "auto" } },
      { at, event: "SessionStart", fields: { source: "compact" } },
      { at, event: "PostCompact", fields: { trigger: "auto", compactSummary: summary } },
    );
  }
  const order = (event: ReplayEvent) => (event.event === "Stop" ? 1 : 0);
  events.sort((a, b) => a.at - b.at || order(a) - order(b));
  const first = events[0]?.at ?? 0;
  const last = events.at(-1)?.at ?? 0;
  return [
    { at: first - 1, event: "SessionStart", fields: { source: "startup" } },
    ...events,
    { at: last + 1, event: "SessionEnd", fields: { reason: "other" } },
  ];
}

function callEvents(call: Observation, calledAt = call.at): ReplayEvent[] {
  const common = {
    toolName: call.toolName,
    toolInput: parsed(call.input),
    ...(call.toolUseId === undefined ? {} : { toolUseId: call.toolUseId }),
    ...(call.promptId === undefined ? {} : { promptId: call.promptId }),
  };
  const result = call.ok
    ? { event: "PostToolUse", fields: { ...common, toolResponse: call.response } }
    : {
        event: "PostToolUseFailure",
        fields: { ...common, error: call.response, isInterrupt: isInterrupt(call.response) },
      };
  const announced = Math.min(calledAt, call.at);
  const before: ReplayEvent[] = [{ at: announced, event: "PreToolUse", fields: common }];
  const { subagent_type: agentType } = Object(common.toolInput) as { subagent_type?: unknown };
  if (typeof agentType === "string")
    before.push({ at: announced, event: "SubagentStart", fields: { agentType, agentId: call.toolUseId } });
  return [...before, { at: call.at, ...result }];
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    // Cut for storage. The tool's name still counts as a call.
    return {};
  }
}

/** Usually the first lines contain the start time, and a folder may hold gigabytes. */
function readHead(path: string): string {
  if (!path.endsWith(".jsonl")) return readText(path);
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.toString("utf8", 0, readSync(file, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

function readText(path: string): string {
  const bytes = readFileSync(path);
  if (path.endsWith(".gz")) return new TextDecoder().decode(Bun.gunzipSync(bytes));
  return new TextDecoder().decode(path.endsWith(".zst") ? Bun.zstdDecompressSync(bytes) : bytes);
}
