/** One project's day, from the records of that day. Pure: the same records give the same day. */
import { isEveryday, shownKind, withoutWrapper } from "../../memory/digest/command-kind.ts";
import type { SessionDigest } from "../../memory/digest/types.ts";
import { eachEdit, isEdit } from "../../memory/records/edits.ts";
import { inProject } from "../../memory/records/summary.ts";
import type { Session } from "../../store/records/records.ts";
import { promptText } from "../../text/prompt.ts";
import { quote } from "../../text/quote.ts";
import { planHeading } from "../../text/title.ts";
import { type DayCall, type ReadCall, readCalls, toFailures } from "../failures/failures.ts";
import type { ActiveSession } from "../sql/types.ts";
import { commitsIn } from "./commits.ts";
import { linesOf } from "./lines.ts";
import type {
  ChangedFile,
  DayCommand,
  DayCommit,
  DayInjection,
  DayPrompt,
  DaySession,
  DayTotals,
  OpenItem,
  ProjectDay,
} from "./types.ts";

interface ProjectDayMaterial {
  project: string;
  name: string;
  /** Last active first. */
  sessions: readonly ActiveSession[];
  /** Newest first. */
  prompts: readonly { id: string; sessionId: string; at: number; text: string }[];
  /** Oldest first: edits, commands, and all failures. */
  calls: readonly DayCall[];
  digests: readonly SessionDigest[];
  /** Newest first. */
  injected: readonly DayInjection[];
  /** Tasks that are still open, by session. */
  tasks: ReadonlyMap<string, readonly string[]>;
  /** Sessions whose last prompt got no answer. */
  unanswered: ReadonlySet<string>;
  isRunning(session: Session): boolean;
}

const TEXT = 400;
const COMMAND = 200;
const MOST = { asked: 200, changed: 400, commits: 200, ran: 100, failed: 200, open: 100, injected: 200 };

export function toProjectDay(material: ProjectDayMaterial): ProjectDay {
  const { project, name, calls } = material;
  const asked = toAsked(material.prompts);
  const { bySession, ...work } = workIn(calls, material.digests, project);
  const { changed, commits, ran, failed } = work;
  const open = toOpen(material, failed, asked);
  const sessions = material.sessions.map((session) =>
    toSession(session, material, bySession.get(session.id), commits),
  );
  const sum = (of: (session: DaySession) => number) => sessions.reduce((all, one) => all + of(one), 0);
  const totals: DayTotals = {
    sessions: sessions.length,
    running: sessions.filter(({ isRunning }) => isRunning).length,
    prompts: sum((session) => session.prompts),
    calls: sum((session) => session.calls),
    files: changed.length,
    added: changed.reduce((all, { added }) => all + added, 0),
    removed: changed.reduce((all, { removed }) => all + removed, 0),
    commits: commits.length,
    failures: failed.length,
    fixed: failed.filter(({ isFixed }) => isFixed).length,
    open: open.length,
    injections: material.injected.length,
    used: material.injected.filter(({ used }) => used.length > 0).length,
    tokens: material.injected.reduce((all, { tokens }) => all + tokens, 0),
  };
  return {
    project,
    name,
    lastAt: Math.max(0, ...material.sessions.map(({ lastEventAt }) => lastEventAt)),
    totals,
    sessions,
    asked: asked.slice(0, MOST.asked),
    changed: changed.slice(0, MOST.changed),
    commits: commits.slice(0, MOST.commits),
    ran: ran.slice(0, MOST.ran),
    failed: failed.slice(0, MOST.failed),
    open: open.slice(0, MOST.open),
    injected: material.injected.slice(0, MOST.injected),
  };
}

/** The results of calls, oldest first; `digests` belong to their sessions. */
export function workIn(calls: readonly DayCall[], digests: readonly SessionDigest[], project: string) {
  const read = readCalls(calls, project);
  return {
    ...toChanged(calls, project),
    commits: toCommits(calls, project),
    ran: toRan(read),
    failed: toFailures(read, digests, project),
  };
}

function toAsked(prompts: ProjectDayMaterial["prompts"]): DayPrompt[] {
  return prompts.flatMap(({ text, ...prompt }) => {
    const typed = promptText(text);
    return typed === undefined ? [] : [{ ...prompt, text: quote(planHeading(typed) ?? typed, TEXT) }];
  });
}

interface SessionChanges {
  files: Set<string>;
  added: number;
  removed: number;
}

/** Most edits first; on a tie, the latest change first. */
function toChanged(calls: readonly DayCall[], project: string) {
  const files = new Map<string, ChangedFile>();
  const bySession = new Map<string, SessionChanges>();
  for (const call of eachEdit(calls.filter(({ ok, toolName }) => ok && isEdit(toolName)))) {
    const [first] = call.files;
    if (first === undefined) continue;
    const { added, removed } = linesOf(call);
    const file = inProject(first, project);
    const known = files.get(file) ?? { file, edits: 0, added: 0, removed: 0, sessions: [], lastAt: 0 };
    files.set(file, {
      file,
      edits: known.edits + 1,
      added: known.added + added,
      removed: known.removed + removed,
      sessions: known.sessions.includes(call.sessionId)
        ? known.sessions
        : [...known.sessions, call.sessionId],
      lastAt: Math.max(known.lastAt, call.at),
    });
    const session = bySession.get(call.sessionId) ?? { files: new Set(), added: 0, removed: 0 };
    session.files.add(file);
    session.added += added;
    session.removed += removed;
    bySession.set(call.sessionId, session);
  }
  const changed = [...files.values()].sort((a, b) => b.edits - a.edits || b.lastAt - a.lastAt);
  return { changed, bySession };
}

function toCommits(calls: readonly DayCall[], project: string): DayCommit[] {
  const seen = new Set<string>();
  return (
    calls
      .flatMap((call) =>
        commitsIn(call, project).map((commit) => ({
          id: call.id,
          sessionId: call.sessionId,
          at: call.at,
          ...commit,
        })),
      )
      // If a second call shows the same hash, it is the same commit.
      .filter(({ hash }) => hash === null || (!seen.has(hash) && seen.add(hash)))
      .reverse()
  );
}

/** Checks first, then the most frequent commands, without read-only ones. */
function toRan(calls: readonly ReadCall[]): DayCommand[] {
  const commands = new Map<string, DayCommand>();
  for (const { record, call } of calls) {
    for (const { command, state } of call?.runs ?? []) {
      if (isEveryday(withoutWrapper(command))) continue;
      const shown = quote(command, COMMAND);
      const known = commands.get(shown);
      commands.set(shown, {
        command: shown,
        kind: shownKind(command) ?? null,
        times: (known?.times ?? 0) + 1,
        failed: (known?.failed ?? 0) + (state === "failed" ? 1 : 0),
        lastAt: record.at,
      });
    }
  }
  return [...commands.values()].sort(
    (a, b) => Number(b.kind !== null) - Number(a.kind !== null) || b.times - a.times || b.lastAt - a.lastAt,
  );
}

function toOpen(
  { sessions, tasks, unanswered }: ProjectDayMaterial,
  failed: ProjectDay["failed"],
  asked: readonly DayPrompt[],
): OpenItem[] {
  const items: OpenItem[] = failed
    .filter(({ isFixed }) => !isFixed)
    .map(({ what, error, sessionId, at }) => ({
      kind: "failure",
      text: quote(`${what}: ${error}`, TEXT),
      sessionId,
      at,
    }));
  for (const session of sessions) {
    for (const text of tasks.get(session.id) ?? []) {
      items.push({ kind: "task", text: quote(text, TEXT), sessionId: session.id, at: session.lastEventAt });
    }
    const last = unanswered.has(session.id) ? asked.find((one) => one.sessionId === session.id) : undefined;
    if (last !== undefined)
      items.push({ kind: "unanswered", text: last.text, sessionId: session.id, at: last.at });
  }
  return items.sort((a, b) => b.at - a.at);
}

function toSession(
  session: ActiveSession,
  { injected, isRunning }: ProjectDayMaterial,
  changes: SessionChanges | undefined,
  commits: readonly DayCommit[],
): DaySession {
  const { id, title, client, branch, startedAt, lastEventAt, endedAt, inSpan } = session;
  return {
    id,
    title,
    client,
    branch: branch ?? null,
    startedAt,
    lastEventAt,
    endedAt: endedAt ?? null,
    isRunning: isRunning(session),
    prompts: inSpan.prompts,
    calls: inSpan.calls,
    failures: inSpan.failures,
    files: changes?.files.size ?? 0,
    added: changes?.added ?? 0,
    removed: changes?.removed ?? 0,
    commits: commits.filter(({ sessionId }) => sessionId === id).length,
    tokens: injected.filter(({ sessionId }) => sessionId === id).reduce((all, { tokens }) => all + tokens, 0),
  };
}
