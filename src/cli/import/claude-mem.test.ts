/** `pawl import --from claude-mem`: the preview, what is added, and what is refused. */

import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../../test/cli-call.ts";
import { asked } from "../../../test/contract/fixtures.ts";
import { recordsIn } from "../../store/records/queries.ts";

const AT = Date.UTC(2026, 1, 3);
let cli: Awaited<ReturnType<typeof openCli>>;
let folder: string;
beforeEach(async () => {
  cli = await openCli();
  folder = join(cli.root, "home", ".claude-mem");
  mkdirSync(folder);
});
afterEach(() => {
  delete process.env.CLAUDE_MEM_DATA_DIR;
  cli[Symbol.dispose]();
});

/** As an early version made it. `project` is the name of this project's folder. */
function make(file: string): string {
  using db = new Database(file, { create: true });
  db.run(`
    create table sdk_sessions (id integer primary key autoincrement, claude_session_id text unique not null, sdk_session_id text unique,
      project text not null, user_prompt text, started_at text not null, started_at_epoch integer not null, completed_at text,
      completed_at_epoch integer, status text not null);
    create table observations (id integer primary key autoincrement, sdk_session_id text not null, project text not null,
      text text not null, type text not null, created_at text not null, created_at_epoch integer not null);
    create table session_summaries (id integer primary key autoincrement, sdk_session_id text unique not null, project text not null,
      request text, investigated text, learned text, completed text, next_steps text, files_read text, files_edited text,
      notes text, created_at text not null, created_at_epoch integer not null);
    insert into sdk_sessions values (1, 's-1', 'm-1', 'project', 'x', '2026-02-03', ${AT}, '2026-02-03', ${AT + 5000}, 'completed'),
      (2, 's-2', 'm-2', 'gone', 'x', '2026-02-03', ${AT}, '2026-02-03', ${AT + 5000}, 'completed');
    insert into observations values (1, 'm-1', 'project', 'Totals are rounded half up', 'decision', '2026-02-03', ${AT}),
      (2, 'm-2', 'gone', 'Another', 'decision', '2026-02-03', ${AT}), (3, 'm-1', '', 'Nameless', 'decision', '2026-02-03', ${AT});
    insert into session_summaries values (1, 'm-1', 'project', 'Fix the totals', '', 'Floats', 'Rounded', '', '[]', '[]', '', '2026-02-03', ${AT});`);
  return file;
}
const known = () =>
  cli.withStore((store) =>
    recordsIn(store).record(asked("here", 1, "Known", { project: cli.project, cwd: cli.project })),
  );
const run = (...args: string[]) => cli.text("import", "--from", "claude-mem", ...args);

test("a dry run says what it found and where each project goes, and adds nothing", async () => {
  make(join(folder, "claude-mem.db"));
  await known();
  expect(await run("--dry-run")).toMatchInlineSnapshot(`
    "Found 3 memories.
      project belongs to ~/project.
      gone: not imported, because Pawl has no session of it. Run pawl import first.
    Preview only. Nothing was imported. Use --yes to import."
  `);
  expect(await cli.json("import", "--from", "claude-mem", "--dry-run")).toEqual({
    found: { observations: 3 },
    projects: { project: cli.project },
    unmapped: ["gone"],
  });
  expect(await cli.withStore((store) => recordsIn(store).stats())).toMatchObject({ sessions: 1 });
});

test("what is added is counted; a second time nothing is new; the original stays as it is", async () => {
  const file = make(join(folder, "claude-mem.db"));
  await known();
  const before = Bun.hash(await Bun.file(file).bytes());
  expect(await run("--yes")).toMatchInlineSnapshot(`
    "Found 3 memories.
      project belongs to ~/project.
      gone: not imported, because Pawl has no session of it. Run pawl import first.
    Imported 2 memories. The original is unchanged."
  `);
  expect(Bun.hash(await Bun.file(file).bytes())).toBe(before);
  const again = await cli.json("import", "--from", "claude-mem");
  expect(again).toMatchObject({
    files: 1,
    sessions: 0,
    observations: 0,
    skipped: 0,
    bytes: Bun.file(file).size,
    projects: { project: cli.project },
    unmapped: ["gone"],
  });
  expect(again.seconds).toBeNumber();
});

test("the file, its folder, the variable's folder; where there is none it says so", async () => {
  expect(await run()).toMatchInlineSnapshot(`
    "There is no claude-mem database at ~/home/.claude-mem/claude-mem.db.
    Give its path: pawl import --from claude-mem PATH"
  `);
  const elsewhere = join(cli.root, "elsewhere");
  mkdirSync(elsewhere);
  make(join(elsewhere, "claude-mem.db"));
  for (const path of [elsewhere, join(elsewhere, "claude-mem.db")])
    expect(await run(path, "--dry-run")).toContain("3 memories");
  process.env.CLAUDE_MEM_DATA_DIR = elsewhere;
  expect(await run("--dry-run")).toContain("3 memories");
  process.env.CLAUDE_MEM_DATA_DIR = "";
  expect(await run("--dry-run")).toContain(".claude-mem/claude-mem.db");
});

test("another source is refused", async () => {
  const { exitCode, error } = await cli.run("import", "--from", "elsewhere");
  expect([exitCode, error]).toMatchInlineSnapshot(`
    [
      2,
      
    "Unknown source: elsewhere. Use --from claude-mem.
    Usage: pawl import --from claude-mem [PATH]"
    ,
    ]
  `);
});

test("a transcript that cannot be read is named, and the import fails; the others are added", async () => {
  const missing = await cli.run("import", join(cli.root, "nowhere"));
  expect([missing.exitCode, missing.error.replaceAll(cli.root, "~")]).toMatchInlineSnapshot(`
    [
      2,
      "Not found: ~/nowhere.",
    ]
  `);
  const notes = join(cli.root, "notes.txt");
  writeFileSync(notes, "hello\n");
  expect((await cli.run("import", notes)).exitCode).not.toBe(0);
  writeFileSync(join(cli.root, "empty.jsonl"), "");
  expect((await cli.run("import", join(cli.root, "empty.jsonl"))).exitCode).toBe(0);
});

test("a folder without transcripts is named in one sentence, and a preview of transcripts imports none", async () => {
  const zipped = join(cli.root, "zipped");
  mkdirSync(zipped);
  writeFileSync(join(zipped, "one.jsonl.gz"), "");
  const none = await cli.run("import", zipped);
  expect([none.exitCode, none.stdout.trim().replaceAll(cli.root, "~")]).toEqual([
    0,
    "Found no transcripts in ~/zipped: Pawl reads .jsonl and .jsonl.zst files.",
  ]);
  const said = { type: "user", sessionId: "s1", uuid: "u1", timestamp: "2026-01-01T00:00:00Z", cwd: "/shop" };
  const file = join(cli.root, "s1.jsonl");
  writeFileSync(file, `${JSON.stringify({ ...said, message: { role: "user", content: "hello" } })}\n`);
  expect(await cli.json("import", file, "--dry-run")).toEqual({ files: 1 });
  expect(await cli.text("import", file, "--dry-run")).toBe("Found 1 transcript. Nothing was imported.");
  expect(await cli.withStore((store) => recordsIn(store).sessions({ limit: 1 }))).toEqual([]);
  expect(await cli.text("import", file)).toContain("Imported 1 session");
});
