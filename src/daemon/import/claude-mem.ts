/**
 * Takes over what claude-mem learned, as memories. The sessions themselves are read from the client's own transcripts. Columns
 * were renamed and added between its versions, so a missing one is left empty. Every memory has a URI of its own: a second
 * import adds nothing.
 */
import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import { inProject } from "../../memory/records/summary.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import type { Redactor } from "../../redact/redactor.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";

interface Learned {
  /** The last part of its URI. */
  name: string;
  /** The client's own id of the session. */
  sessionId: string;
  /** Of the project, claude-mem has the folder's name only. */
  project: string;
  at: number;
  text: string;
  files: string[];
}

type Row = Record<string, unknown>;

/** Reads a copy, so that the original is not even opened. */
export function readClaudeMem(path: string): Learned[] {
  const dir = mkdtempSync(join(tmpdir(), "pawl-claude-mem-"));
  try {
    const copy = join(dir, "copy.db");
    // The latest writes may still be in the write-ahead log.
    for (const end of ["", "-wal"]) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
    using db = new Database(copy);
    return learnedIn(db);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function learnedIn(db: Database): Learned[] {
  const rows = (table: string): Row[] => {
    const known = db.query("select 1 from sqlite_master where type = 'table' and name = ?").get(table);
    return known === null ? [] : (db.query(`select * from ${table} order by id`).all() as Row[]);
  };
  const ownId = (row: Row) => text(row.memory_session_id ?? row.sdk_session_id);
  const sessions = new Map(
    rows("sdk_sessions").map((row) => [ownId(row), text(row.content_session_id ?? row.claude_session_id)]),
  );
  const toLearned = (row: Row, kind: string, said: string): Learned => {
    const at = timeOf(row);
    const files = [...list(row.files_modified), ...list(row.files_read)];
    const sessionId = sessions.get(ownId(row)) ?? ownId(row);
    const name = `${at.toString(36)}-${kind}${Number(row.id)}`;
    return { name, sessionId, project: projectOf(row), at, text: said, files };
  };
  return [
    ...rows("observations").map((row) => toLearned(row, "", observationOf(row))),
    ...rows("session_summaries").map((row) => toLearned(row, "summary-", summaryOf(row))),
  ].filter((one) => one.text.trim() !== "" && one.project !== "" && one.project !== OBSERVER);
}

/** The sessions of its own observer. */
const OBSERVER = "observer-sessions";

/** A worktree is `repository/worktree`, until it is merged into its repository. */
function projectOf(row: Row): string {
  return (text(row.merged_into_project) || text(row.project)).split("/")[0] ?? "";
}

function observationOf(row: Row): string {
  const facts = list(row.facts).map((fact) => `- ${fact}`);
  const parts = [text(row.title), text(row.subtitle), text(row.narrative), ...facts];
  return parts.filter((part) => part.trim() !== "").join("\n") || text(row.text);
}

const SUMMARY_PARTS = ["request", "investigated", "learned", "completed", "next_steps", "notes"] as const;

function summaryOf(row: Row): string {
  return SUMMARY_PARTS.flatMap((part) => {
    const said = text(row[part]).replace(/\s+/g, " ").trim();
    return said === "" ? [] : [`${part.replace("_", " ")}: ${said}`];
  }).join("\n");
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Lists are JSON; older versions wrote lines. */
function list(value: unknown): string[] {
  const raw = text(value).trim();
  if (raw === "") return [];
  try {
    const parsed: unknown = JSON.parse(raw);
    return Array.isArray(parsed) ? parsed.filter((one) => typeof one === "string") : [];
  } catch {
    return raw.split("\n").map((line) => line.replace(/^[-*]\s*/, "").trim());
  }
}

/** Milliseconds; early versions counted seconds, and some rows have only the text. */
function timeOf({ created_at_epoch: epoch, created_at: written }: Row): number {
  if (typeof epoch === "number" && epoch > 0) return epoch < 100_000_000_000 ? epoch * 1000 : epoch;
  return Date.parse(text(written)) || 0;
}

const MOST_SESSIONS = 20_000;

/** The folders of its projects, by name. A name without a folder that Pawl has recorded is absent. */
export async function mapProjects(learned: readonly Learned[], store: Store): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const { sessionProject, sessions } = recordsIn(store);
  const folders = new Set((await sessions({ limit: MOST_SESSIONS })).map(({ project }) => project));
  for (const { project: name, sessionId } of learned) {
    if (found.has(name)) continue;
    const alike = [...folders].filter((folder) => basename(folder) === name);
    // Two folders of that name: a guess would mix two projects.
    const folder = (await sessionProject(sessionId)) || (alike.length === 1 ? alike[0] : undefined);
    if (folder !== undefined) found.set(name, folder);
  }
  return found;
}

interface ImportDeps {
  store: Store;
  redact: Redactor;
  projects: ReadonlyMap<string, string>;
}

/** On demand; what was learned does not go out of date by itself. */
const PRIORITY = 3;
const MOST_CHARACTERS = 16_000;

/** Returns how many memories are new. */
export async function importClaudeMem(
  learned: readonly Learned[],
  { store, redact, projects }: ImportDeps,
): Promise<number> {
  let added = 0;
  for (const { name, sessionId, project: peer, at, text, files } of learned) {
    const project = projects.get(peer);
    if (project === undefined) continue;
    const file = files.map((one) => inProject(one, project)).find((one) => !isAbsolute(one));
    const { outcome } = await memoriesIn(store).saveMemory({
      uri: `project://claude-mem/${name}`,
      project,
      content: redact.text(text).slice(0, MOST_CHARACTERS).toWellFormed(),
      priority: PRIORITY,
      status: "active",
      origin: "model",
      redaction: redact.version,
      provenance: {
        ...(sessionId === "" ? {} : { sessionId }),
        ...(file === undefined ? {} : { file: redact.text(file) }),
      },
      author: "claude-mem",
      at,
    });
    if (outcome === "created") added++;
  }
  return added;
}
