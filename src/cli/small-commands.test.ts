/** Commands with few words: permission, remember, restore, blame with much to show, and leaving with everything. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../test/cli-call.ts";
import { asked, observation, prompt } from "../../test/contract/fixtures.ts";
import { memory } from "../../test/temp-store.ts";
import { toDigest } from "../memory/digest/build.ts";
import { digestsIn, knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import { takeLock } from "../platform/lock.ts";
import { recordsIn } from "../store/records/queries.ts";

const AT = Date.UTC(2026, 0, 15, 12);
let cli: Awaited<ReturnType<typeof openCli>>;
beforeEach(async () => {
  cli = await openCli();
});
afterEach(() => cli[Symbol.dispose]());
const refused = async (...[name, ...args]: Parameters<typeof cli.run>) => {
  const { exitCode, error } = await cli.run(name, ...args);
  return `${exitCode}: ${error.replaceAll(cli.root, "~")}`;
};

describe("permission", () => {
  const decide = (subject: string, decision: "allow" | "deny", at: number, project = cli.project) =>
    cli.withStore((store) =>
      knowledgeIn(store).addPermission({
        key: `${subject}${at}`,
        project,
        sessionId: "one",
        at,
        toolName: subject === "" ? "WebFetch" : "Bash",
        subject,
        decision,
      }),
    );

  test("what was answered is listed by kind of call, refused before allowed, and taken back by its name", async () => {
    expect(await cli.text("permission")).toMatchInlineSnapshot(`"No permission answers recorded yet."`);
    await decide("git push", "deny", AT);
    await decide("git push", "allow", AT + 1);
    await decide("ls", "allow", AT + 2);
    await decide("", "allow", AT + 3);
    await decide("make", "allow", AT + 4, "/projects/other");
    expect(await cli.text("permission", "list")).toMatchInlineSnapshot(`
      "WebFetch  allowed 1 time · last on 2026-01-15
      Bash(ls)  allowed 1 time · last on 2026-01-15
      Bash(git push)  refused 1 time · allowed 1 time · last on 2026-01-15"
    `);
    expect(await cli.text("permission", "list", "--all")).toMatchInlineSnapshot(`
      "Bash(make)  allowed 1 time · last on 2026-01-15 · /projects/other
      WebFetch  allowed 1 time · last on 2026-01-15 · ~/project
      Bash(ls)  allowed 1 time · last on 2026-01-15 · ~/project
      Bash(git push)  refused 1 time · allowed 1 time · last on 2026-01-15 · ~/project"
    `);
    const { permissions } = (await cli.json("permission", "list", "--limit", "1")) as {
      permissions: object[];
    };
    expect(permissions).toHaveLength(1);
    expect(await cli.text("permission", "rm", "Bash(git push)")).toMatchInlineSnapshot(
      `"Removed 2 answers about Bash(git push)."`,
    );
    expect(await cli.json("permission", "rm", "WebFetch")).toEqual({ call: "WebFetch", removed: 1 });
    expect(await cli.text("permission")).not.toContain("git push");
    expect(await refused("permission", "rm", "Bash(git push)")).toMatchInlineSnapshot(`
      "1: There are no answers about Bash(git push).
      Run pawl permission list for a list."
    `);
    expect(await refused("permission", "rm")).toMatchInlineSnapshot(
      `"2: Missing the kind of call, such as Bash(git push). Usage: pawl permission rm CALL"`,
    );
    expect(await refused("permission", "give")).toMatchInlineSnapshot(
      `"2: Unknown action: pawl permission give. Use one of: list, rm."`,
    );
    expect(await cli.text("permission", "rm", "Bash(make)", "--project", "/projects/other")).toContain(
      "Bash(make)",
    );
  });
});

test("remember says where it was saved and when it comes back", async () => {
  const say = async (...args: string[]) => cli.text("remember", ...args);
  expect(await say("Amounts", "are", "in cents")).toMatchInlineSnapshot(
    `"Saved as project://notes/amounts-are-in-cents. It is injected at the start of the next session in this project."`,
  );
  expect(await say("Lint first", "--uri", "project://lint", "--priority", "0")).toMatchInlineSnapshot(
    `"Saved as project://lint. It is injected at the start of the next session in this project."`,
  );
  expect(await say("Tabs", "--uri", "user://tabs", "--priority", "0")).toMatchInlineSnapshot(
    `"Saved as user://tabs. It is injected at the start of the next session, in every project."`,
  );
  expect(await say("Rounded", "--uri", "project://a", "--disclosure", "src/pay/")).toMatchInlineSnapshot(
    `"Saved as project://a. It is injected when a file is touched that fits its condition: src/pay/"`,
  );
  expect(
    await say("Rounded", "--uri", "project://b", "--disclosure", "when taxes are due"),
  ).toMatchInlineSnapshot(
    `"Saved as project://b. It is injected when a prompt fits its condition: when taxes are due"`,
  );
  expect(await cli.json("remember", "Again", "--uri", "project://c")).toMatchObject({ uri: "project://c" });
  expect(await refused("remember", " ")).toMatchInlineSnapshot(
    `"2: Missing text to remember. Usage: pawl remember TEXT"`,
  );
  const saved = await cli.withStore((store) =>
    memoriesIn(store).memories({ project: cli.project, limit: 10 }),
  );
  expect(saved.find(({ uri }) => uri === "project://lint")).toMatchObject({
    priority: 0,
    project: cli.project,
  });
});

describe("restore", () => {
  const record = (id: string) =>
    cli.withStore((store) => recordsIn(store).record(asked(id, AT, `Ask ${id}`)));

  test("the data of now is kept beside it, and only a yes replaces it", async () => {
    await record("one");
    const file = join(cli.root, "safe.db");
    await cli.run("backup", file);
    await record("two");
    expect(await refused("restore", file)).toMatchInlineSnapshot(`
      "1: This would replace 2 sessions.
      Use --yes to replace it. Pawl keeps a copy."
    `);
    const said = (await cli.text("restore", file, "--yes")).replace(/restore-\w+/, "restore-<t>");
    expect(said).toMatchInlineSnapshot(`
      "Restored 1 session.
      The previous data is in ~/pawl/pawl.db.before-restore-<t>."
    `);
    expect(await cli.withStore((store) => recordsIn(store).stats())).toMatchObject({ sessions: 1 });
    expect(readdirSync(cli.home.dir).filter((name) => name.includes("before-restore"))).toHaveLength(1);
    const again = await cli.json("restore", file, "--yes");
    expect(again).toMatchObject({
      restored: file,
      sessions: 1,
      kept: expect.stringContaining("before-restore"),
    });
  });

  test("into an empty or a broken home without a question; a wrong file and a running start are refused", async () => {
    await record("one");
    const file = join(cli.root, "safe.db");
    await cli.run("backup", file);
    process.env.PAWL_HOME = join(cli.root, "fresh");
    expect(await cli.json("restore", file)).toEqual({ restored: file, sessions: 1, kept: null });
    process.env.PAWL_HOME = join(cli.root, "broken");
    mkdirSync(process.env.PAWL_HOME);
    writeFileSync(
      join(process.env.PAWL_HOME, "pawl.db"),
      "this is no database at all, but long enough".repeat(40),
    );
    expect(await cli.json("restore", file)).toMatchObject({ sessions: 1, kept: expect.any(String) });
    expect(await refused("restore")).toMatchInlineSnapshot(
      `"2: Missing file name. Usage: pawl restore FILE"`,
    );
    writeFileSync(join(cli.root, "no.db"), "no");
    expect((await cli.run("restore", join(cli.root, "no.db"))).exitCode).toBe(1);
    const lock = takeLock(join(process.env.PAWL_HOME, "daemon.lock"));
    expect(await refused("restore", file, "--yes")).toMatchInlineSnapshot(`
      "1: The daemon has just started.
      Run pawl restore again."
    `);
    lock?.release();
  });
});

describe("blame", () => {
  test("much is cut with a word on what is left; memories and failures of the files are there", async () => {
    const here = { project: cli.project, cwd: cli.project };
    for (const name of ["src", ".git"]) mkdirSync(join(cli.project, name));
    await cli.withStore(async (store) => {
      for (let i = 0; i < 3; i++) {
        const records = {
          prompts: [
            prompt(`session-${i}`, AT + i * 60_000, `Ask ${i}`),
            prompt(`session-${i}`, AT + i * 60_000 + 1, `Then ${i}`),
          ],
          observations: [
            ...Array.from({ length: 6 }, (_, n) =>
              observation(`session-${i}`, AT + i * 60_000 + 10 + n, {
                toolName: "Edit",
                input: JSON.stringify({
                  file_path: join(cli.project, `src/f${i}${n}.ts`),
                  old_string: "a",
                  new_string: "b\nc",
                }),
                files: [join(cli.project, `src/f${i}${n}.ts`)],
              }),
            ),
            ...Array.from({ length: 4 }, (_, n) =>
              observation(`session-${i}`, AT + i * 60_000 + 20 + n, {
                ok: false,
                input: JSON.stringify({ command: `tsc src/f${i}${n}.ts` }),
                response: `src/f${i}${n}.ts: error TS23${i}${n}: wrong ${i}${n}`,
                files: [join(cli.project, `src/f${i}${n}.ts`)],
              }),
            ),
          ],
        };
        await recordsIn(store).record({
          ...asked(`session-${i}`, AT + i * 60_000, `Ask ${i}`, here),
          ...records,
        });
        await digestsIn(store).saveDigest(
          toDigest({ sessionId: `session-${i}`, project: cli.project, responses: [], ...records }),
        );
      }
      await memoriesIn(store).saveMemory(
        memory("project://f", "Mind src/f00.ts.", { project: cli.project, disclosure: "src/f00.ts", at: AT }),
      );
    });
    const said = async (...args: string[]) =>
      (await cli.text("blame", ...args)).replace(/[^\s]*bin\/pawl/, "pawl");
    expect(await said("src", "--limit", "2")).toMatchInlineSnapshot(`
      "src/  ~/project
      2 sessions, 12 edits +24 −12

      Memories
        project://f  Mind src/f00.ts.

      Files
        src/f25.ts  1 edit · 2026-01-15 12:02
        src/f24.ts  1 edit · 2026-01-15 12:02
        src/f23.ts  1 edit · 2026-01-15 12:02
        src/f22.ts  1 edit · 2026-01-15 12:02
        src/f21.ts  1 edit · 2026-01-15 12:02
        src/f20.ts  1 edit · 2026-01-15 12:02
        src/f15.ts  1 edit · 2026-01-15 12:01
        src/f14.ts  1 edit · 2026-01-15 12:01
        src/f13.ts  1 edit · 2026-01-15 12:01
        src/f12.ts  1 edit · 2026-01-15 12:01
        src/f11.ts  1 edit · 2026-01-15 12:01
        src/f10.ts  1 edit · 2026-01-15 12:01

      Sessions
        ○ session-  src/f20.ts
            2026-01-15 12:02 · Claude Code · 6 edits +12 −6
            ›  Then 2
        ○ session-  src/f10.ts
            2026-01-15 12:01 · Claude Code · 6 edits +12 −6
            ›  Then 1
      There are older sessions: pawl blame src/ --limit 10

      Failures
        ✗  tsc src/f23.ts: src/f23.ts: error TS2323: wrong 23
            2026-01-15 12:02 · session-
        ✗  tsc src/f22.ts: src/f22.ts: error TS2322: wrong 22
            2026-01-15 12:02 · session-
        ✗  tsc src/f21.ts: src/f21.ts: error TS2321: wrong 21
            2026-01-15 12:02 · session-
        ✗  tsc src/f20.ts: src/f20.ts: error TS2320: wrong 20
            2026-01-15 12:02 · session-
        ✗  tsc src/f13.ts: src/f13.ts: error TS2313: wrong 13
            2026-01-15 12:01 · session-
        ✗  tsc src/f12.ts: src/f12.ts: error TS2312: wrong 12
            2026-01-15 12:01 · session-
        ✗  tsc src/f11.ts: src/f11.ts: error TS2311: wrong 11
            2026-01-15 12:01 · session-
        ✗  tsc src/f10.ts: src/f10.ts: error TS2310: wrong 10
            2026-01-15 12:01 · session-"
    `);
    expect(await said("src/f00.ts")).toMatchInlineSnapshot(`
      "src/f00.ts  ~/project
      1 session, 1 edit +2 −1

      Memories
        project://f  Mind src/f00.ts.

      Sessions
        ○ session-  src/f00.ts
            2026-01-15 12:00 · Claude Code · 1 edit +2 −1
            ›  Then 0

      Failures
        ✗  tsc src/f00.ts: src/f00.ts: error TS2300: wrong 00
            2026-01-15 12:00 · session-"
    `);
    expect(await said("src/none.ts")).toMatchInlineSnapshot(`"Nothing recorded about src/none.ts."`);
    expect(await refused("blame")).toMatchInlineSnapshot(`"2: Missing file name. Usage: pawl blame FILE"`);
  });
});

describe("uninstall --purge", () => {
  test("without a terminal it shows all that would go, and goes no further", async () => {
    await cli.withStore((store) => recordsIn(store).record(asked("one", AT, "Ask")));
    await cli.run("install");
    const said = (text: string) => text.replace(/\d+\.\d MB/, "<n> MB").replace(/\d+ hooks/, "<n> hooks");
    expect(said(await cli.text("uninstall", "--purge"))).toMatchInlineSnapshot(`
      "This deletes ~/pawl (<n> MB): 1 session, 0 memories, settings and logs.
        hooks in ~/home/.claude/.claude.json
        hooks in ~/home/.claude/settings.json
      This needs a confirmation. Nothing changed.
      Run it in a terminal, or use --yes."
    `);
    expect(said(await cli.text("uninstall", "--purge", "--dry-run"))).toMatchInlineSnapshot(`
      "Would remove <n> hooks from ~/home/.claude/settings.json.
      This deletes ~/pawl (<n> MB): 1 session, 0 memories, settings and logs.
        hooks in ~/home/.claude/.claude.json
        hooks in ~/home/.claude/settings.json
      Nothing changed."
    `);
    expect(await refused("uninstall", "--purge", "--json")).toMatchInlineSnapshot(`
      "1: This needs a confirmation. Nothing changed.
      Run it in a terminal, or use --yes."
    `);
    expect(said(await cli.text("uninstall", "--purge", "--yes"))).toMatchInlineSnapshot(`
      "Removed <n> hooks from ~/home/.claude/settings.json.
      The file is byte for byte as it was before.
      Removed Pawl's MCP server from ~/home/.claude/.claude.json.
      Deleted ~/pawl."
    `);
  });

  test("a file of the client that cannot be read does not stand in the way", async () => {
    await cli.run("install");
    writeFileSync(join(cli.root, "home", ".claude", ".claude.json"), "{ cut");
    expect(await cli.text("uninstall")).toMatch(/^Warning: .*\.claude\.json/m);
  });
});

describe("hooks", () => {
  test("an example is written once; listed with where it is from and whether it may run", async () => {
    expect(await cli.text("hooks", "list")).toMatchInlineSnapshot(`"No hooks of your own in ~/project."`);
    await cli.run("hooks", "init");
    expect(await refused("hooks", "init")).toMatchInlineSnapshot(
      `"1: ~/project/.claude/pawl.json exists already. Nothing changed."`,
    );
    expect((await cli.text("hooks", "list")).replaceAll(/[^\s(]*bin\/pawl/g, "pawl")).toMatchInlineSnapshot(`
      "PreToolUse
        ✗ Nobody pushes with force  script
            when tool == "Bash" && tool_input.command contains "push"
            from ~/project/.claude/pawl.json, hooks.PreToolUse[0].hooks[0]; not trusted, does not run
      .claude/pawl.json has 1 hook that you have not allowed. Run pawl hooks trust.
      Claude Code does not call Pawl yet. Run pawl install."
    `);
    expect(await cli.json("hooks", "list")).toMatchObject({ connected: false, hooks: [{ active: false }] });
  });
});

test("a handoff into a file is shown first; a dry run writes nothing", async () => {
  await cli.withStore((store) =>
    recordsIn(store).record(asked("0123abcd-1", AT, "Round it", { project: cli.project, cwd: cli.project })),
  );
  for (const args of [
    ["init", "-q"],
    ["config", "user.name", "Ann"],
  ])
    Bun.spawnSync(["git", ...args], { cwd: cli.project });
  expect(await cli.text("handoff", "0123", "--dry-run")).toMatchInlineSnapshot(`
    "This will be handed over:
    0123abcd-1  Ann → …
    - Last request: “Round it”
    This was a dry run: nothing was written or handed over."
  `);
  expect(await cli.json("handoff", "0123", "--dry-run", "--to", "Mia")).toMatchObject({
    through: "file",
    handoff: { from: "Ann", to: "Mia", session: "0123abcd-1", project: null },
  });
  expect(await cli.json("handoff", "0123", "--yes")).toEqual({ file: "handoff-0123abcd.json" });
  expect(readdirSync(cli.project).sort()).toEqual([".claude", ".git", "handoff-0123abcd.json"]);
});
