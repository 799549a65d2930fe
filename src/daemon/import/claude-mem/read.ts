/**
 * Reads a claude-mem database, of any version: columns were renamed and added over time, and what is missing is left
 * empty. The database is copied first, so that the original is not even opened.
 */
import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface PeerSession {
  /** The client's own id for it. */
  id: string;
  project: string;
  startedAt: number;
  endedAt?: number;
}

interface PeerPrompt {
  id: number;
  sessionId: string;
  text: string;
  at: number;
}

export interface PeerObservation {
  id: number;
  sessionId: string;
  project: string;
  at: number;
  type: string;
  title: string;
  text: string;
  files: string[];
}

interface PeerSummary {
  sessionId: string;
  project: string;
  at: number;
  text: string;
}

export interface PeerData {
  sessions: PeerSession[];
  prompts: PeerPrompt[];
  observations: PeerObservation[];
  summaries: PeerSummary[];
}

type Row = Record<string, unknown>;

export function readClaudeMem(path: string): PeerData {
  const dir = mkdtempSync(join(tmpdir(), "pawl-claude-mem-"));
  try {
    const copy = join(dir, "copy.db");
    // The latest writes may still be in the write-ahead log.
    for (const end of ["", "-wal"]) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
    const db = new Database(copy);
    try {
      return toData(db);
    } finally {
      db.close();
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function toData(db: Database): PeerData {
  const rows = (table: string): Row[] => {
    const known = db.query("select 1 from sqlite_master where type = 'table' and name = ?").get(table);
    return known === null ? [] : (db.query(`select * from ${table} order by id`).all() as Row[]);
  };
  const sessions = new Map<string, PeerSession>();
  /** Its own id for a session, which observations name. */
  const byOwnId = new Map<string, PeerSession>();
  for (const row of rows("sdk_sessions")) {
    const id = text(row.content_session_id ?? row.claude_session_id);
    if (id === "") continue;
    const endedAt = time(row.completed_at_epoch, row.completed_at);
    const session: PeerSession = sessions.get(id) ?? {
      id,
      project: projectOf(row),
      startedAt: time(row.started_at_epoch, row.started_at) ?? 0,
      ...(endedAt === undefined ? {} : { endedAt }),
    };
    sessions.set(id, session);
    const own = text(row.memory_session_id ?? row.sdk_session_id);
    if (own !== "") byOwnId.set(own, session);
  }
  const sessionOf = (row: Row): string => {
    const own = text(row.memory_session_id ?? row.sdk_session_id);
    return byOwnId.get(own)?.id ?? own;
  };
  return {
    sessions: [...sessions.values()].filter(({ project }) => project !== OBSERVER),
    prompts: rows("user_prompts").flatMap((row) => toPrompt(row)),
    observations: rows("observations").flatMap((row) => toObservation(row, sessionOf(row))),
    summaries: rows("session_summaries").flatMap((row) => toSummary(row, sessionOf(row))),
  };
}

/** The sessions of its own observer. They contain no user requests. */
const OBSERVER = "observer-sessions";

/** A worktree is `repository/worktree`, until it is merged into its repository. */
function projectOf(row: Row): string {
  const merged = text(row.merged_into_project);
  return (merged === "" ? text(row.project) : merged).split("/")[0] ?? "";
}

function toPrompt(row: Row): PeerPrompt[] {
  const sessionId = text(row.content_session_id ?? row.claude_session_id);
  const asked = text(row.prompt_text);
  if (sessionId === "" || asked.trim() === "") return [];
  return [
    { id: Number(row.id), sessionId, text: asked, at: time(row.created_at_epoch, row.created_at) ?? 0 },
  ];
}

function toObservation(row: Row, sessionId: string): PeerObservation[] {
  const title = text(row.title);
  const facts = list(row.facts);
  const parts = [title, text(row.subtitle), text(row.narrative), ...facts.map((fact) => `- ${fact}`)];
  const said = parts.filter((part) => part.trim() !== "").join("\n");
  const whole = said === "" ? text(row.text) : said;
  const project = projectOf(row);
  if (whole.trim() === "" || project === OBSERVER) return [];
  const at = time(row.created_at_epoch, row.created_at) ?? 0;
  const files = [...list(row.files_modified), ...list(row.files_read)];
  return [{ id: Number(row.id), sessionId, project, at, type: text(row.type), title, text: whole, files }];
}

const SUMMARY_PARTS = ["request", "investigated", "learned", "completed", "next_steps", "notes"] as const;

function toSummary(row: Row, sessionId: string): PeerSummary[] {
  const lines = SUMMARY_PARTS.flatMap((part) => {
    const said = text(row[part]).replace(/\s+/g, " ").trim();
    return said === "" ? [] : [`${part.replace("_", " ")}: ${said}`];
  });
  const project = projectOf(row);
  if (lines.length === 0 || sessionId === "" || project === OBSERVER) return [];
  return [
    { sessionId, project, at: time(row.created_at_epoch, row.created_at) ?? 0, text: lines.join("\n") },
  ];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Lists are JSON; older versions wrote lines. */
function list(value: unknown): string[] {
  const raw = text(value).trim();
  if (raw === "") return [];
  try {
    const parsed: unknown = JSON.parse(raw);
    return Array.isArray(parsed) ? parsed.filter((one) => typeof one === "string") : [];
  } catch {
    // Not JSON: then one a line.
    return raw.split("\n").map((line) => line.replace(/^[-*]\s*/, "").trim());
  }
}

/** Milliseconds; early versions counted seconds, and some rows have only the text. */
function time(epoch: unknown, written: unknown): number | undefined {
  if (typeof epoch === "number" && epoch > 0) return epoch < 100_000_000_000 ? epoch * 1000 : epoch;
  const parsed = Date.parse(text(written));
  return Number.isNaN(parsed) ? undefined : parsed;
}
