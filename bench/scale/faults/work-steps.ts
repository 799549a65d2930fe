/** Every kind of background work: how it comes about, and where it is killed. */

import { Database } from "bun:sqlite";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../../src/store/open.ts";
import { recordsIn } from "../../../src/store/records/queries.ts";
import { writeTranscript } from "../../../test/faults/records.ts";
import { madeSessions, projectRoot } from "../made-sessions.ts";
import type { KillPoint } from "./kill-point.ts";
import { countOf, type Place } from "./place.ts";

export interface Work extends Place {
  /** How many tool calls there must be at the end, of those that no retention deletes. */
  wanted: number;
  /** Numbers of what was made for a step. */
  made: number;
  /** Sessions that must be gone. Where only a request was killed, perhaps before anything was noted: gone or complete. */
  doomed: { id: string; calls: number; isNoted: boolean }[];
  /** Sessions that are only in transcripts, or were. */
  transcripts: string[];
}

export interface WorkStep {
  what: string;
  point: Omit<KillPoint, "report" | "afterMs">;
  /** About as long as the task takes; half of it if it was over before. */
  longestMs?: number;
  /** Before the daemon starts. */
  prepare?(work: Work): void | Promise<void>;
  /** When it answers. */
  provoke?(work: Work): Promise<unknown>;
  /** Settings while it runs. */
  settings?: object;
}

const CALLS = 60;
const DAY_MS = 86_400_000;
const FRESH_CALLS = 700;
/** Of the newest records: those of older rules. */
const OUTDATED = 1_000;

/** New records without index. */
async function addFresh(work: Work): Promise<void> {
  const store = await openStore({ database: work.path });
  const first = 20_000_000 + 100_000 * work.made++;
  const sessions = madeSessions({ observations: FRESH_CALLS, projects: 3, until: Date.now(), first });
  for (const batch of sessions) {
    await recordsIn(store).record(batch);
    work.wanted += batch.observations?.length ?? 0;
  }
  await store.close();
}

function outdate({ path }: Work): void {
  using db = new Database(path);
  db.query("update entries set redaction = 1 where id > (select max(id) from entries) - $most").run({
    $most: OUTDATED,
  });
}

async function choose(work: Work, isNoted: boolean): Promise<string> {
  const store = await openStore({ database: work.path });
  const sessions = await recordsIn(store).sessions({ project: projectRoot(0), limit: 200 });
  await store.close();
  const isDoomed = (id: string) => work.doomed.some((one) => one.id === id);
  const id = sessions.find((one) => !isDoomed(one.id))?.id ?? "";
  const calls = countOf(work.path, id, "observation");
  work.doomed.push({ id, calls, isNoted });
  work.wanted -= calls;
  return id;
}

/** As a process leaves it that was killed while it forgot. */
async function doom(work: Work): Promise<void> {
  const sessionId = await choose(work, true);
  using db = new Database(work.path);
  db.query("insert into forgetting (selector, at) values ($selector, $at)").run({
    $selector: JSON.stringify({ sessionId }),
    $at: Date.now(),
  });
}

function post({ pawl }: Work, path: string, token: string, body: object): Promise<unknown> {
  return fetch(`${pawl.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  }).then(
    (answer) => answer.text(),
    // It was killed.
    () => undefined,
  );
}

function addTranscript(work: Work): void {
  const id = `t${work.made++}`;
  const path = writeTranscript(work.home, id, CALLS, "filler ".repeat(200));
  // Of yesterday, so that no retention deletes them.
  const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 11);
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(/2023-11-\d\dT/g, yesterday));
  work.transcripts.push(id);
  work.wanted += CALLS;
}

/** The end of a session of which only its transcript tells. */
async function endSession(work: Work): Promise<unknown> {
  const id = work.transcripts.at(-1) ?? "";
  const transcript_path = join(work.home, ".claude", "projects", "p", `${id}.jsonl`);
  const event = { hook_event_name: "SessionEnd", session_id: id, cwd: work.project, transcript_path };
  return post(work, "/hook", await work.pawl.token(), { ...event, reason: "other" });
}

async function forgetOne(work: Work): Promise<unknown> {
  return post(work, "/api/forget", await work.pawl.token(), {
    preview: false,
    selector: { session: work.doomed.at(-1)?.id },
  });
}

function withoutMark({ pawl }: Work): void {
  for (const name of ["import.json", "memories-copy.db"]) rmSync(join(pawl.home, name), { force: true });
}

export const writeSettings = ({ pawl }: Work, settings: object): void =>
  writeFileSync(join(pawl.home, "config.json"), JSON.stringify(settings));

const caughtUp = { prepare: addTranscript, provoke: endSession };
const newCalls = { prepare: addFresh };
const inWork = (sql: string, skip = 0) => ({ thread: "work" as const, sql, skip });

/** `days`: a retention that deletes a little. */
export function workSteps(days: number): WorkStep[] {
  const retention = { retention: { days } };
  return [
    { what: "reading a transcript", point: { task: "readTranscripts" }, longestMs: 60, ...caughtUp },
    { what: "summing up", point: { task: "summarize" }, longestMs: 10, ...caughtUp },
    { what: "learning", point: { task: "learn" }, longestMs: 20, ...caughtUp },
    { what: "redacting again", point: { task: "redactOlder" }, longestMs: 700, prepare: outdate },
    { what: "going on to forget", point: { task: "finishForgetting" }, longestMs: 800, prepare: doom },
    {
      what: "forgetting",
      point: { task: "forget" },
      longestMs: 800,
      prepare: async (work) => void (await choose(work, false)),
      provoke: forgetOne,
    },
    { what: "indexing", point: { task: "index" }, longestMs: 700, ...newCalls },
    { what: "indexing, not committed", point: inWork("update word_state set indexed_to", 20), ...newCalls },
    { what: "merging the index", point: inWork("values ('merge'", 1), ...newCalls },
    { what: "copying memories", point: { task: "copyMemories" }, longestMs: 40, prepare: withoutMark },
    {
      what: "importing",
      point: { task: "importAll", isQuiet: true },
      longestMs: 600,
      prepare(work) {
        withoutMark(work);
        for (let i = 0; i < 5; i++) addTranscript(work);
      },
    },
    { what: "ending memories", point: { task: "expireMemories", isQuiet: true }, longestMs: 20 },
    {
      what: "deleting what is too old",
      point: { task: "retain", isQuiet: true },
      longestMs: 2_000,
      settings: retention,
    },
  ];
}
