/** `pawl doctor` without a daemon: each check in the states that people meet, in the words that they read. */

import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { asked } from "../../../test/contract/fixtures.ts";
import { writeTranscript } from "../../../test/faults/records.ts";
import { memory } from "../../../test/temp-store.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { addToSpool } from "../../platform/spool.ts";
import { version } from "../../platform/version.ts";
import { REDACTION_VERSION } from "../../redact/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { openDoctor } from "./test-doctor.ts";

let place: Awaited<ReturnType<typeof openDoctor>>;
let cli: (typeof place)["cli"];
let check: (typeof place)["check"];
let repair: (typeof place)["repair"];
beforeEach(async () => {
  place = await openDoctor();
  ({ cli, check, repair } = place);
});
afterEach(() => place[Symbol.dispose]());

test("all checks in one table: a mark, the name, what was found, and below it what to do", async () => {
  const shown = (await cli.text("doctor"))
    .replaceAll(String(place.port), "<port>")
    .replace(/\d+\.\d GB/, "<n> GB")
    .replace(/Pawl \S+ in \S+, Bun \S+/, "Pawl <v> in <dir>, Bun <v>");
  expect(shown).toMatchInlineSnapshot(`
    "✓ install     Pawl <v> in <dir>, Bun <v>
    ✓ home        ~/pawl is private
    ✓ disk        <n> GB free
    ✓ config      port <port>
    ✓ port        <port> is free
    ✗ daemon      not running
                  → Run pawl up.
    ✓ keeper      not needed: no daemon runs
    ✓ store       0 sessions, 0 tool calls; intact
    ✓ memories    0 core memories, within budget
    ✗ hooks       not connected to Claude Code
                  → Run pawl install.
    ✓ own hooks   0 here
    ✓ duplicates  every event is delivered once
    ✓ coverage    0 of 0 tool calls of the last 30 days are recorded
    ✓ workflows   0 workflows, all readable
    ✓ spool       no waiting events
    ✓ errors      none"
  `);
  expect((await cli.run("doctor")).exitCode).toBe(1);
  expect(await place.doctor()).not.toHaveProperty("fixed");
});

describe("home", () => {
  test("what others can read is named, and --fix closes it", async () => {
    await cli.withStore(async () => undefined);
    for (const [path, mode] of [
      [cli.home.dir, 0o755],
      [cli.home.database, 0o644],
    ] as const)
      chmodSync(path, mode);
    expect(await check("home")).toMatchInlineSnapshot(`
      "✗ other users can read ~/pawl, ~/pawl/pawl.db
      → Run chmod -R go-rwx ~/pawl"
    `);
    await repair("home");
    expect([cli.home.dir, cli.home.database].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o700, 0o600,
    ]);
    expect(await check("home")).toMatchInlineSnapshot(`"✓ ~/pawl is private"`);
  });
});

test("settings that cannot be read are quoted with their file", async () => {
  writeFileSync(cli.home.config, '{ "port": "many" }');
  expect(await check("config")).toMatchInlineSnapshot(`
    "✗ ~/pawl/config.json: port: Expected a number, found "many".
    → Fix it in that file."
  `);
});

test("a port that another program has is said, with the program", async () => {
  using other = Bun.serve({ hostname: "127.0.0.1", port: place.port, fetch: () => new Response("mine") });
  expect(other.port).toBe(place.port);
  const taken = (await check("port")).replace(/by .* \(process \d+\)/, "by <program>");
  expect(taken).toMatchInlineSnapshot(`
    "✗ <port> is used by <program>
    → Stop that program, or run pawl doctor --fix to use a free port. By hand: set "port" in ~/pawl/config.json, then run pawl install."
  `);
});

test("core memories that do not fit are named, five of each project", async () => {
  await cli.withStore(async (store) => {
    const long = "A rule that takes its room. ".repeat(300);
    for (let i = 0; i < 14; i++)
      await memoriesIn(store).saveMemory(
        memory(`project://rule-${i}`, `${i} ${long}`, { project: cli.project, priority: 0, at: i }),
      );
  });
  expect(await check("memories")).toMatchInlineSnapshot(`
    "✗ core memories that do not fit at a session's start: 9 in ~/project (project://rule-8, project://rule-7, project://rule-6, project://rule-5, project://rule-4, …)
    → Raise context.coreTokens in the settings, shorten them, or give some a higher number: pawl memory edit URI --priority 3"
  `);
});

describe("store", () => {
  test("counts what is in it; a damaged one that was set aside is named until it is gone", async () => {
    await cli.withStore((store) => recordsIn(store).record(asked("one", 1, "Count me")));
    expect(await check("store")).toMatchInlineSnapshot(`"✓ 1 session, 0 tool calls; intact"`);
    expect(await check("store", "--deep")).toBe(await check("store"));
    writeFileSync(`${cli.home.database}.broken-2026`, "x");
    expect(await check("store")).toMatchInlineSnapshot(`
      "✗ 1 session, 0 tool calls; intact. A damaged database was moved to pawl.db.broken-2026
      → Delete ~/pawl/pawl.db.broken-2026 if nothing is missing, or restore a backup with pawl restore."
    `);
  });
});

describe("hooks", () => {
  test("connected, outdated and connected twice", async () => {
    await cli.run("install");
    expect((await check("hooks")).replace(/\d+ hooks/, "<n> hooks")).toMatchInlineSnapshot(
      `"✓ <n> hooks in ~/home/.claude/settings.json"`,
    );
    expect(await check("duplicates")).toMatchInlineSnapshot(`"✓ every event is delivered once"`);
    await cli.run("install", "--scope", "local");
    expect(await check("duplicates")).toMatchInlineSnapshot(`
      "✗ Pawl's hooks are in your settings and this project's local settings: events are delivered more than once (but recorded once)
      → Keep one. pawl uninstall --scope local removes the hooks from this project's local settings."
    `);
    const settings = join(cli.root, "home", ".claude", "settings.json");
    const text = await Bun.file(settings).text();
    writeFileSync(settings, text.replaceAll(/"timeout": \d+/g, '"timeout": 999'));
    expect(await check("hooks")).toMatchInlineSnapshot(`
      "✗ the hooks in ~/home/.claude/settings.json are out of date
      → Run pawl doctor --fix."
    `);
    await repair("hooks");
    expect(await Bun.file(settings).text()).toBe(text);
  });

  test("entries of version 0.2 in whatever scope, and what Gemini CLI has made of one", async () => {
    await cli.run("install");
    await cli.run("install", "--scope", "project");
    const project = join(cli.project, ".claude", "settings.json");
    const text = await Bun.file(project).text();
    const settings = JSON.parse(text);
    const hook = settings.hooks.Stop[0].hooks[0];
    hook.command = "/bin/sh";
    hook.args = ["-c", '[ -x "$0" ] && . "$0"; exit 0', cli.home.launcher, "--installed-by=pawl"];
    hook.args.push("--home", cli.home.dir, "summarize");
    writeFileSync(project, JSON.stringify(settings, null, 2));
    // Also from another folder: it is known where Pawl's entries are.
    process.chdir(cli.root);
    expect(await check("hooks")).toMatchInlineSnapshot(`
      "✗ the hooks in ~/project/.claude/settings.json come from version 0.2: a client that ignores "args" would execute text from the event
      → Run pawl doctor --fix."
    `);
    await repair("hooks");
    expect(JSON.parse(await Bun.file(project).text())).toEqual(JSON.parse(text));
    expect(await check("hooks")).toStartWith("✓");
    process.chdir(cli.project);

    const gemini = join(cli.project, ".gemini", "settings.json");
    mkdirSync(dirname(gemini));
    const migrated = { hooks: [{ type: "command", command: "/bin/sh", timeout: 5 }] };
    writeFileSync(gemini, JSON.stringify({ hooks: { BeforeAgent: [migrated] } }));
    expect(await check("hooks")).toMatchInlineSnapshot(`
      "✗ ~/project/.gemini/settings.json has a hook that is a bare shell, which executes text from the event. "gemini hooks migrate" made it from a hook of version 0.2
      → Edit ~/project/.gemini/settings.json."
    `);
  });
});

describe("spool and errors", () => {
  test("waiting events, dropped ones, and counted errors with the last one of the log", async () => {
    addToSpool(cli.home.spool, 1, "{}");
    expect(await check("spool")).toMatchInlineSnapshot(`
      "✗ 1 event waiting for the daemon
      → Run pawl up to process them."
    `);
    writeFileSync(join(cli.home.spool, "dropped.jsonl"), '{"events":7,"from":1,"to":2}\n');
    expect(await check("spool")).toMatchInlineSnapshot(`
      "✗ 1 event waiting; 7 older ones were dropped because there were too many
      → Run pawl import. The transcripts contain them."
    `);
    writeFileSync(cli.home.counters, '{"api_error":2,"wrong_token":3,"foreign_host":1,"handler_error":1}');
    expect(await check("errors")).toMatchInlineSnapshot(`
      "✗ handler_error 1, api_error 2
      → See ~/pawl/logs/pawl.log. To reset the counts, delete ~/pawl/counters.json."
    `);
    mkdirSync(dirname(cli.home.log), { recursive: true });
    writeFileSync(
      cli.home.log,
      '{"at":"2026-01-01","level":"error","message":"first"}\n{"at":"2026-01-02","level":"error","message":"second"}\n{"at":"2026-01-03","level":"info","message":"third"}\n',
    );
    expect(await check("errors")).toMatchInlineSnapshot(`
      "✗ handler_error 1, api_error 2; last: second (2026-01-02)
      → See ~/pawl/logs/pawl.log. To reset the counts, delete ~/pawl/counters.json."
    `);
    writeFileSync(cli.home.log, '{"level":"error", cut\n"level":"error"');
    expect(await check("errors")).not.toContain("last");
  });
});

describe("transcripts", () => {
  test("what is missing in the store is counted, and importing adds it", async () => {
    const path = writeTranscript(join(cli.root, "home"), "w1", 5);
    const old = new Date(Date.now() - 31 * 86_400_000);
    utimesSync(path, old, old);
    await cli.run("install");
    expect(await check("client")).toMatchInlineSnapshot(`"✓ no Claude Code session in the last 30 days"`);
    expect(await check("coverage")).toMatchInlineSnapshot(
      `"✓ 0 of 0 tool calls of the last 30 days are recorded"`,
    );
    const now = new Date();
    utimesSync(path, now, now);
    expect((await check("client")).replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, "<time>")).toMatchInlineSnapshot(
      `"✓ Claude Code 2.1.325, last seen <time>; tested with Claude Code 2.1.325"`,
    );
    expect(await check("coverage")).toMatchInlineSnapshot(`
      "✗ 0 of 5 tool calls of the last 30 days are recorded
      → Run pawl import."
    `);
    await repair("coverage");
    expect(await check("coverage")).toBe("✓ 5 of 5 tool calls of the last 30 days are recorded");
    writeTranscript(join(cli.root, "home"), "w2", 2);
    expect(await check("coverage")).toStartWith("✗ 5 of 7");
    // A session that was off is not missing.
    mkdirSync(cli.home.off);
    writeFileSync(join(cli.home.off, "w2"), "off 1\n");
    expect(await check("coverage")).toMatchInlineSnapshot(
      `"✓ 5 of 5 tool calls of the last 30 days are recorded"`,
    );
    // What was forgotten on purpose is no gap either, nor a folder that is never recorded.
    await cli.run("forget", "--session", "w1", "--yes");
    expect(await check("coverage")).toBe("✓ 0 of 0 tool calls of the last 30 days are recorded");
    writeTranscript(join(cli.root, "home"), "w3", 2);
    expect(await check("coverage")).toStartWith("✗ 0 of 2");
    await cli.run("exclude", "/home/dev/shop");
    expect(await check("coverage")).toBe("✓ 0 of 0 tool calls of the last 30 days are recorded");
  });
});

describe("--scan", () => {
  const secret = ["ghp", "x7Qm2Vb9Lk4Rt8Zp1Wn5Yc3Hd6Jf0SgAeUi2"].join("_");
  const plant = (redaction: number) => {
    using db = new Database(cli.home.database);
    db.run("update texts set text = ?", [`use ${secret}`]);
    db.run("update entries set redaction = ?", [redaction]);
  };
  const held = () => {
    using db = new Database(cli.home.database, { readonly: true });
    return JSON.stringify(db.query("select text from texts").all()).includes(secret);
  };

  test("secrets that older rules missed are found, and replaced with --fix; older records lose them at once", async () => {
    await cli.withStore((store) => recordsIn(store).record(asked("one", 1, "Something")));
    expect(await check("secrets", "--scan")).toMatchInlineSnapshot(`"✓ scanned 1 record: no secrets"`);
    plant(REDACTION_VERSION);
    expect(await check("secrets", "--scan")).toMatchInlineSnapshot(`
      "✗ scanned 1 record: 1 contains secrets
      → Run pawl doctor --scan --fix to replace them."
    `);
    expect(held()).toBe(true);
    plant(0);
    expect(await check("secrets", "--scan")).toMatchInlineSnapshot(
      `"✓ scanned 1 record: replaced secrets in 1"`,
    );
    expect(held()).toBe(false);
  });
});

test("the version that is installed is the one that is said", async () => {
  expect(await check("install")).toContain(`Pawl ${version} in `);
});
