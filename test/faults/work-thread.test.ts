/** The daemon is killed while its work thread indexes and reads: nothing is lost, nothing is found twice. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { WORD_TABLES } from "../../src/store/index/word-index.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually } from "../e2e/pawl.ts";
import { isLong, startServe } from "./killer.ts";
import { writeTranscript } from "./records.ts";

/** Memories are indexed when they are saved. */
const INDEXED_LATER = WORD_TABLES.filter((table) => table !== "memory_stems");
const SESSIONS = 12;
const CALLS = 40;
const KILLS = isLong ? 20 : 5;

test(
  `killed ${KILLS} times while it imports, learns and indexes: all calls are there, each once, and the index is whole`,
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    for (let i = 0; i < SESSIONS; i++) writeTranscript(scratch.home, `s${i}`, CALLS, "filler ".repeat(300));
    await pawl.run(["import", "--since", "2001-01-01"]);
    const open = () => new Database(join(pawl.home, "pawl.db"));
    {
      using db = open();
      // As if the importing process had been killed before it indexed anything, under older redaction rules.
      for (const table of INDEXED_LATER) db.run(`insert into ${table} (${table}) values ('delete-all')`);
      db.run("update word_state set indexed_to = 0");
      db.run("update entries set redaction = 1");
      db.run("delete from session_digests");
    }
    for (let kill = 0; kill < KILLS; kill++) {
      const daemon = startServe(pawl);
      await Bun.sleep(150 + Math.random() * 500);
      daemon.kill("SIGKILL");
      await daemon.exited;
    }
    await pawl.run(["up"]);
    const state = () => pawl.json<{ unindexed: number; observations: number }>(["status"]);
    expect(await eventually(async () => (await state()).unindexed === 0)).toBe(true);
    expect((await state()).observations).toBe(SESSIONS * CALLS);
    using db = open();
    const old = () => db.query("select 1 from entries where redaction = 1 limit 1").get();
    expect(await eventually(() => old() === null)).toBe(true);
    for (const table of WORD_TABLES) db.run(`insert into ${table} (${table}) values ('integrity-check')`);
    const twice = db.query("select tool_use_id from calls group by 1 having count(*) > 1").all();
    expect(twice).toEqual([]);
    const found = db
      .query<{ n: number }, []>(
        "select count(*) as n from entries e join calls c on c.entry = e.id where e.id in (select id from call_stems_docsize)",
      )
      .get();
    expect(found?.n).toBe(SESSIONS * CALLS);
  },
  isLong ? 300_000 : 120_000,
);
