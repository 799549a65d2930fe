/** `pawl workflow` and `pawl handoff` in a project: what they print, keep and refuse. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../../test/cli-call.ts";
import { asked, observation, response } from "../../../test/contract/fixtures.ts";
import { recordsIn } from "../../store/records/queries.ts";

let cli: Awaited<ReturnType<typeof openCli>>;
const ID = "0123abcd-1111-4222-8333-444455556666";
beforeEach(async () => {
  cli = await openCli();
  mkdirSync(join(cli.project, ".git"));
});
afterEach(() => cli[Symbol.dispose]());
const run = (...args: string[]) => cli.run("workflow", ...args);
const text = async (...args: string[]) =>
  (await cli.text("workflow", ...args))
    // Where pawl is not on the PATH, it is named with its folder.
    .replaceAll(/(?:PAWL_HOME=\S+ )?[^`\s]*pawl workflow/g, "pawl workflow")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "<time>")
    .replace(/ +\d+ s\b/g, "");
const mine = ["--session", ID];

describe("workflow", () => {
  test("a piece of work is started, moved through its stages, and ended", async () => {
    expect(await text("start", "standard", "--feature", "login", ...mine)).toMatchInlineSnapshot(`
      "Workflow standard (Standard feature) started.
      Workflow: standard (Standard feature)
      Progress: ⬜📋⬜🏗⬜🧪⬜💻⬜🔍⬜🧪⬜🔁⬜📝 (0/8)
      → PLAN         📋 Planning: pending  planner
        ARCH         🏗 Architecture: pending  architect
        TEST         🧪 Testing: pending  tester
        DEV          💻 Development: pending  developer
        REVIEW       🔍 Code review: pending  code-reviewer
        TEST:2       🧪 Testing: pending  tester
        RETRO        🔁 Retrospective: pending  retrospective
        DOCS         📝 Documentation: pending  doc-updater
      Feature: login

      The feature "login" was not found in specs/features/in-progress, openspec/changes, specs, .kiro/specs, so its tasks are unknown. Ask the user before you work on another feature.

      When the stage is completed, run \`pawl workflow stage PLAN completed\`. The stage's subagent also moves it when it starts and ends."
    `);
    const before = await cli.json("workflow", "status", ...mine);
    await run("stage", "PLAN", "completed", ...mine);
    const after = await cli.json("workflow", "stage", "ARCH", "active", ...mine);
    expect(before.label).toBe("Standard feature");
    expect([before.progress, after.progress]).toMatchInlineSnapshot(`
      [
        {
          "bar": "⬜📋⬜🏗️⬜🧪⬜💻⬜🔍⬜🧪⬜🔁⬜📝",
          "done": 0,
          "total": 8,
        },
        {
          "bar": "✅📋⏳🏗️⬜🧪⬜💻⬜🔍⬜🧪⬜🔁⬜📝",
          "done": 1,
          "total": 8,
        },
      ]
    `);
    expect(await text("status", ...mine)).toMatchInlineSnapshot(`
      "Workflow: standard (Standard feature)
      Progress: ✅📋⏳🏗⬜🧪⬜💻⬜🔍⬜🧪⬜🔁⬜📝 (1/8)
        PLAN         📋 Planning: completed  planner
      → ARCH         🏗 Architecture: active  architect
        TEST         🧪 Testing: pending  tester
        DEV          💻 Development: pending  developer
        REVIEW       🔍 Code review: pending  code-reviewer
        TEST:2       🧪 Testing: pending  tester
        RETRO        🔁 Retrospective: pending  retrospective
        DOCS         📝 Documentation: pending  doc-updater
      Feature: login

      The feature "login" was not found in specs/features/in-progress, openspec/changes, specs, .kiro/specs, so its tasks are unknown. Ask the user before you work on another feature.

      When the stage is completed, run \`pawl workflow stage ARCH completed\`. The stage's subagent also moves it when it starts and ends."
    `);
    expect(await text("timeline", ...mine)).toMatchInlineSnapshot(`
      "<time>  Workflow started  workflowType=standard feature=login
      <time>  Stage completed  stage=PLAN
      <time>  Stage started  stage=ARCH"
    `);
    expect(
      ((await cli.json("workflow", "timeline", "--limit", "1", ...mine)).events as unknown[]).length,
    ).toBe(1);
    expect(await text("end", ...mine)).toMatchInlineSnapshot(`"Workflow standard ended."`);
    // Its place is free for the next one.
    expect((await run("start", "standard", ...mine)).exitCode).toBe(0);
  });

  test("a second one takes the first one's place only with --replace", async () => {
    await run("start", "standard", ...mine);
    expect((await run("start", "standard", ...mine)).exitCode).toBe(1);
    expect((await run("start", "standard", "--replace", ...mine)).exitCode).toBe(0);
  });

  test("what is missing, unknown or too much is refused with what there is", async () => {
    await run("start", "standard", ...mine);
    for (const args of [
      ["pause"],
      ["start", "nothing"],
      ["start", "quick", "more"],
      ["take"],
      ["status", "more"],
      ["stage", "plan"],
      ["stage", "plan", "maybe"],
      ["tasks", "--limit", "0"],
    ])
      expect([args, (await run(...args, ...mine)).exitCode]).toEqual([args, 2]);
    expect((await run("start", "nothing", ...mine)).error).toContain("standard");
    expect((await run("start", "standart", ...mine)).error).toContain('Did you mean "standard"?');
    expect((await run("stage", "Planing", "done", ...mine)).error).toContain('Did you mean "Planning"?');
    expect((await run("stage", "NOTHING", "completed", ...mine)).exitCode).toBe(1);
  });

  test("a stage is known by its label too, and done is completed", async () => {
    await run("start", "standard", ...mine);
    expect((await run("stage", "Planning", "done", ...mine)).exitCode).toBe(0);
    expect((await cli.json("workflow", "status", ...mine)).progress).toMatchObject({ done: 1 });
  });

  test("without an action: how to begin with the kinds and their stages, or the state", async () => {
    expect((await run()).stdout).toContain("quick: DEV → REVIEW → TEST");
    expect((await run("start")).stdout).toContain("debug: DEBUG → DEV → TEST");
    await run("start", "quick");
    expect((await run()).stdout).toContain("Workflow: quick");
  });

  test("the list has a number and a name for each, which every command takes; finished ones stay visible", async () => {
    await run("start", "standard");
    await run("start", "quick", "--feature", "b");
    expect((await run("status")).error).toContain("standard");
    const names = async () =>
      ((await cli.json("workflow", "list")).workflows as { workflowType: string }[]).map(
        (one) => one.workflowType,
      );
    expect((await names()).sort()).toEqual(["quick", "standard"]);
    expect((await run("status", "--feature", "standard")).stdout).toContain("Workflow: standard");
    const first = (await names())[0];
    expect((await run("status", "--feature", "1")).stdout).toContain(`Workflow: ${first}`);
    expect((await run("end", "b")).exitCode).toBe(0);
    for (const stage of ["PLAN", "ARCH", "TEST", "DEV", "REVIEW", "TEST", "RETRO", "DOCS"])
      await run("stage", stage, "done");
    expect((await run("status")).stdout).toContain("Workflow standard is completed.");
    expect((await run("timeline")).exitCode).toBe(0);
    expect((await run("list")).stdout).toMatch(/quick was ended at 0\/3|standard is completed/);
  });

  test("without work every action but start says so", async () => {
    for (const action of ["status", "tasks", "timeline", "end"])
      expect([action, (await run(action, ...mine)).exitCode]).toEqual([action, 1]);
  });
});

describe("handoff", () => {
  beforeEach(() =>
    cli.withStore((store) =>
      recordsIn(store).record({
        ...asked(ID, Date.UTC(2026, 0, 15, 12), "Round the tax", { project: cli.project, cwd: cli.project }),
        observations: [observation(ID, Date.UTC(2026, 0, 15, 12, 1))],
        responses: [response(ID, Date.UTC(2026, 0, 15, 12, 2), "Rounded; the invoice is next.")],
      }),
    ),
  );

  test("what is in it is shown, and written only with a word of the user's, for the user alone", async () => {
    const asking = await cli.run("handoff", "--to", "mia");
    expect(asking.exitCode).toBe(1);
    expect(asking.stdout).toContain("Round the tax");
    expect(asking.stdout).toContain("→ mia");
    const done = await cli.run("handoff", "--yes");
    expect(done).toMatchObject({ exitCode: 0 });
    const file = join(cli.project, "handoff-0123abcd.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ session: ID, project: null });
  });

  test("never over a file that is there, and a folder that is not there is said", async () => {
    writeFileSync(join(cli.project, "mine.json"), "mine");
    expect((await cli.run("handoff", "0123", "--file", "mine.json", "--yes")).exitCode).toBe(1);
    expect(readFileSync(join(cli.project, "mine.json"), "utf8")).toBe("mine");
    const { exitCode, error } = await cli.run("handoff", "0123", "--file", "none/mine.json", "--yes");
    expect([exitCode, error.includes("none/mine.json")]).toEqual([1, true]);
  });

  test("it is taken into a project once; a newer one replaces it, and what is none is refused", async () => {
    await cli.run("handoff", "0123", "--file", "one.json", "--yes");
    const first = await cli.run("handoff", "--take", "one.json");
    expect(first).toMatchObject({ exitCode: 0 });
    expect(first.stdout).toContain("Round the tax");
    expect(existsSync(cli.home.handoffs)).toBe(true);
    const again = await cli.run("handoff", "--take", "one.json");
    expect(again.stdout.split("\n").length).toBe(first.stdout.split("\n").length + 1);
    writeFileSync(join(cli.project, "note.json"), "{}");
    for (const name of ["note.json", "none.json"])
      expect([name, (await cli.run("handoff", "--take", name)).exitCode]).toEqual([name, 1]);
  });

  test("one of another project is refused with both names", async () => {
    await cli.run("handoff", "0123", "--file", "one.json", "--yes");
    const file = join(cli.project, "one.json");
    const handoff = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...handoff, project: "remote:git.example/shop" }));
    const { exitCode, error } = await cli.run("handoff", "--take", "one.json");
    expect(exitCode).toBe(1);
    expect(error).toContain("remote:git.example/shop");
    expect(error).toContain(cli.project);
  });

  test("where no session was recorded it says so", async () => {
    process.env.PAWL_HOME = join(cli.root, "empty");
    mkdirSync(process.env.PAWL_HOME);
    expect((await cli.run("handoff", "--yes")).exitCode).toBe(1);
  });
});
