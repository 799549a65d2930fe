/** OpenCode's sessions, from its own database. A subagent's session belongs to the one that started it, as for hooks. */
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { EntryHead, TranscriptEntry } from "../claude-code/transcript.ts";
import { type Fields, isObject, text, tryParse } from "../fields.ts";
import type { FileState, FoundTranscript, LineCounts } from "../transcripts/entries.ts";
import { asAssistant, asCall, asCompaction, asUser } from "../transcripts/whole.ts";
import { sessionOfPath } from "./database.ts";
import { toCommonCall, toPrompt, toResult } from "./tools.ts";

function read<T>(file: string, query: (database: Database) => T): T | undefined {
  if (!existsSync(file)) return undefined;
  const database = new Database(file, { readonly: true });
  try {
    return query(database);
  } finally {
    database.close();
  }
}

/** A session with its subagents. */
const TREE = `with recursive tree (id, root) as (
  select id, id from session where parent_id is null and ($id is null or id = $id)
  union all select session.id, root from session join tree on session.parent_id = tree.id)`;

const STATES = `${TREE} select root, max(time_updated) mtimeMs,
  sum((select coalesce(sum(octet_length(data)), 0) from part where session_id = tree.id)) size
  from tree join session using (id) group by root`;

interface StateRow {
  root: string;
  mtimeMs: number;
  size: number;
}

const statesIn = (file: string, id: string | null): StateRow[] =>
  read(file, (database) => database.query<StateRow, { $id: string | null }>(STATES).all({ $id: id })) ?? [];

/** Of the database, or the session that the path names. */
export function sessionsIn(path: string): FoundTranscript[] {
  const name = sessionOfPath(path);
  const [file, id] = name.startsWith("ses_") ? [dirname(path), name] : [path, null];
  return statesIn(file, id).map(({ root, mtimeMs, size }) => ({ path: join(file, root), mtimeMs, size }));
}

export function stateOfSession(path: string): FileState | undefined {
  const [found] = sessionsIn(path);
  return found === undefined ? undefined : { size: found.size, mtimeMs: found.mtimeMs, dev: 0, ino: 0 };
}

interface Row {
  session: string;
  directory: string;
  message: string;
  at: number;
  data: string;
  part: string | null;
  partAt: number | null;
}

const ROWS = `${TREE} select session.id session, session.directory, message.id message, message.time_created at,
  message.data, part.data part, part.time_created partAt
  from tree join session using (id) join message on message.session_id = session.id
  left join part on part.message_id = message.id
  order by session.time_created, session.id, message.time_created, message.id, part.id`;

export async function readOpencodeSession(
  path: string,
  sessionId: string,
  counts: LineCounts,
): Promise<TranscriptEntry[]> {
  const rows = read(dirname(path), (database) =>
    database.query<Row, { $id: string }>(ROWS).all({ $id: sessionOfPath(path) }),
  );
  const messages = Map.groupBy(rows ?? [], ({ message }) => message);
  return [...messages.values()].flatMap((parts) => entriesOf(parts, sessionId, counts));
}

function entriesOf(rows: readonly Row[], sessionId: string, counts: LineCounts): TranscriptEntry[] {
  counts.lines += rows.length;
  const [first] = rows;
  const data = tryParse(first?.data ?? "");
  if (first === undefined || !isObject(data)) {
    counts.unreadable++;
    return [];
  }
  const parts = rows.flatMap(({ part, partAt }) => {
    const value = tryParse(part ?? "null");
    return isObject(value) ? [{ ...value, at: partAt ?? first.at }] : [];
  });
  const agent = first.session === sessionId ? {} : { agentId: first.session };
  const head: EntryHead = { sessionId, at: first.at, uuid: first.message, cwd: first.directory, ...agent };
  const words = parts
    .filter(({ type, synthetic }: Fields) => type === "text" && synthetic !== true)
    .map((part: Fields) => text(part.text) ?? "")
    .join("\n");
  if (data.role === "user")
    return words === "" ? [] : [asUser(head, { text: toPrompt(words), promptId: first.message })];
  if (data.summary === true) return asCompaction(head, first.message, words);
  const finish = text(data.finish);
  const stopReason = finish === undefined || finish === "tool-calls" ? "tool_use" : "end_turn";
  const said = asAssistant(head, { text: words, stopReason, model: text(data.modelID) });
  const agentType = text(data.agent);
  const calls = parts.flatMap((part: Fields) => callIn(part, head));
  for (const call of calls)
    if (call.kind === "assistant" && agentType !== undefined && agent.agentId !== undefined)
      call.agentType = agentType;
  return [...calls, said];
}

function callIn(part: Fields, head: EntryHead): TranscriptEntry[] {
  const state = isObject(part.state) ? part.state : {};
  const id = text(part.callID);
  if (part.type !== "tool" || id === undefined) return [];
  const { toolName: name, toolInput: input } = toCommonCall(
    text(part.tool) ?? "",
    state.input,
    head.cwd ?? "",
  );
  const time = isObject(state.time) ? state.time : {};
  const at = typeof time.end === "number" ? time.end : head.at;
  if (state.status === "error")
    return asCall({ ...head, at }, { id, name, input, ok: false, content: text(state.error) ?? "" });
  if (state.status !== "completed")
    return [asAssistant(head, { tools: [{ id, name, input }], stopReason: "tool_use" })];
  const { exit }: Fields = isObject(state.metadata) ? state.metadata : {};
  const { ok, output: content } = toResult(text(state.output) ?? "", exit);
  return asCall({ ...head, at }, { id, name, input, ok, content });
}
