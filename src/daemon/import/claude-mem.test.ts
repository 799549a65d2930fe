import { Database } from "bun:sqlite";
import { afterEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoriesIn } from "../../memory/sql/index.ts";
import { redactor } from "../../redact/redactor.ts";
import { searchIn } from "../../search/sql/index.ts";
import { openStore } from "../../store/open.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { importClaudeMem, mapProjects, readClaudeMem } from "./claude-mem.ts";

const opened: { dir: string; store: Store }[] = [];
afterEach(async () => {
  for (const { dir, store } of opened.splice(0)) {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
});

const AT = Date.UTC(2026, 1, 3);

/** The tables as versions 4 and 13 of claude-mem create them. */
const SCHEMAS = {
  "version 4": `
    create table sdk_sessions (id integer primary key autoincrement, claude_session_id text unique not null, sdk_session_id text unique,
      project text not null, user_prompt text, started_at text not null, started_at_epoch integer not null, completed_at text,
      completed_at_epoch integer, status text not null);
    create table observations (id integer primary key autoincrement, sdk_session_id text not null, project text not null,
      text text not null, type text not null, created_at text not null, created_at_epoch integer not null);
    create table session_summaries (id integer primary key autoincrement, sdk_session_id text unique not null, project text not null,
      request text, investigated text, learned text, completed text, next_steps text, files_read text, files_edited text,
      notes text, created_at text not null, created_at_epoch integer not null);
    insert into sdk_sessions values (1, 's-1', 'm-1', 'shop', 'x', '2026-02-03', ${AT}, '2026-02-03', ${AT + 5000}, 'completed');
    insert into observations values (1, 'm-1', 'shop', 'Totals are rounded half up in cents', 'decision', '2026-02-03', ${AT});
    insert into session_summaries values (1, 'm-1', 'shop', 'Fix the totals', '', 'Floats were the cause', 'Rounded in cents', '', '[]', '[]',
      '', '2026-02-03', ${AT});`,
  "version 13": `
    create table schema_versions (id integer primary key, version integer, applied_at text);
    create table sdk_sessions (id integer primary key autoincrement, content_session_id text not null, memory_session_id text unique,
      project text not null, platform_source text not null default 'claude', user_prompt text, started_at text not null,
      started_at_epoch integer not null, completed_at text, completed_at_epoch integer, status text not null default 'active',
      worker_port integer, prompt_counter integer default 0, custom_title text);
    create table observations (id integer primary key autoincrement, memory_session_id text not null, project text not null, text text,
      type text not null, title text, subtitle text, facts text, narrative text, concepts text, files_read text, files_modified text,
      prompt_number integer, discovery_tokens integer default 0, created_at text not null, created_at_epoch integer not null,
      merged_into_project text);
    create table session_summaries (id integer primary key autoincrement, memory_session_id text not null, project text not null,
      request text, investigated text, learned text, completed text, next_steps text, files_read text, files_edited text, notes text,
      prompt_number integer, discovery_tokens integer default 0, created_at text not null, created_at_epoch integer not null);
    create table user_prompts (id integer primary key autoincrement, session_db_id integer, content_session_id text not null,
      prompt_number integer not null, prompt_text text not null, created_at text not null, created_at_epoch integer not null);
    insert into sdk_sessions (content_session_id, memory_session_id, project, started_at, started_at_epoch, completed_at_epoch)
      values ('s-1', 'm-1', 'shop', '2026-02-03', ${AT}, ${AT + 5000}), ('s-2', 'm-2', 'observer-sessions', '2026-02-03', ${AT}, null);
    insert into observations (memory_session_id, project, type, title, facts, narrative, files_modified, created_at, created_at_epoch)
      values ('m-1', 'shop/topic', 'decision', 'Totals are rounded half up in cents', '["Use roundCents", "Never floats"]',
        'The key is ghp_a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8', '["src/total.ts"]', '2026-02-03', ${AT}),
      ('m-2', 'observer-sessions', 'x', 'noise', null, null, null, '2026-02-03', ${AT}),
      ('m-1', 'shop', 'x', null, 'not json', null, '{', '2026-02-03', ${AT});
    insert into session_summaries (memory_session_id, project, request, learned, completed, created_at, created_at_epoch)
      values ('m-1', 'shop', 'Fix the totals', 'Floats were the cause', 'Rounded in cents', '2026-02-03', ${AT});
    insert into user_prompts (content_session_id, prompt_number, prompt_text, created_at, created_at_epoch)
      values ('s-1', 1, 'Fix the wrong totals', '2026-02-03', ${AT});`,
};

async function open(schema: string) {
  const dir = mkdtempSync(join(tmpdir(), "pawl-peer-"));
  const store = await openStore({ database: join(dir, "pawl.db") });
  opened.push({ dir, store });
  mkdirSync(join(dir, "peer"));
  const path = join(dir, "peer", "claude-mem.db");
  const db = new Database(path);
  db.run("pragma journal_mode = wal");
  db.exec(schema);
  // Left open, as its worker does: the rows are in the write-ahead log.
  const bytes = () =>
    readdirSync(join(dir, "peer")).map((name) => [name, Bun.hash(readFileSync(join(dir, "peer", name)))]);
  const run = async () => {
    const learned = readClaudeMem(path);
    const projects = await mapProjects(learned, store);
    return { projects, added: await importClaudeMem(learned, { store, redact: redactor, projects }) };
  };
  const session = (id: string) => {
    const seen = { id, project: "/home/dev/shop", cwd: "/home/dev/shop", at: AT };
    return recordsIn(store).record({ session: seen, prompts: [] });
  };
  return { store, run, bytes, db, session };
}

test.each(Object.entries(SCHEMAS))(
  "%s is imported, searchable, safe to run again, and left alone",
  async (version, schema) => {
    const { store, run, bytes, db, session } = await open(schema);
    await session("s-1");
    const before = bytes();
    const first = await run();
    expect(bytes()).toEqual(before);
    db.close();
    expect([...first.projects]).toEqual([["shop", "/home/dev/shop"]]);
    const isNew = version === "version 13";
    expect(first.added).toBe(isNew ? 3 : 2);
    expect((await run()).added).toBe(0);
    const search = (text: string) =>
      searchIn(store).search({ text, project: "/home/dev/shop", type: "memory", limit: 5 });
    const [hit] = await search("rounded half up");
    expect(hit?.uri).toBe(`project://claude-mem/${AT.toString(36)}-1`);
    const memory = await memoriesIn(store).memory({ uri: hit?.uri ?? "", project: "/home/dev/shop" });
    expect(memory).toMatchObject({ status: "active", origin: "model", provenance: { sessionId: "s-1" } });
    expect(memory?.content).not.toContain("ghp_");
    if (isNew) expect(memory?.provenance?.file).toBe("src/total.ts");
    expect((await search("floats were the cause"))[0]?.uri).toContain("-summary-1");
  },
);

test("a project without a recorded session is left out until there is one", async () => {
  const { run, db, session } = await open(SCHEMAS["version 4"]);
  db.close();
  const first = await run();
  expect([first.projects.size, first.added]).toEqual([0, 0]);
  await session("another-session-of-the-same-folder");
  expect((await run()).added).toBe(2);
});

test("a name that two folders have is left out", async () => {
  const { run, db, session, store } = await open(SCHEMAS["version 4"]);
  db.close();
  await session("one");
  const seen = { id: "two", project: "/home/dev/old/shop", cwd: "/home/dev/old/shop", at: AT };
  await recordsIn(store).record({ session: seen, prompts: [] });
  expect((await run()).projects.size).toBe(0);
});
