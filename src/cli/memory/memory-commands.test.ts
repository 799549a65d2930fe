/** `pawl memory` and `pawl solution` on a real store: what they print, keep and refuse. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { openCli } from "../../../test/cli-call.ts";
import { memory } from "../../../test/temp-store.ts";
import { knowledgeIn, memoriesIn } from "../../memory/sql/index.ts";

let cli: Awaited<ReturnType<typeof openCli>>;
beforeEach(async () => {
  cli = await openCli();
});
afterEach(() => cli[Symbol.dispose]());

const AT = Date.UTC(2026, 0, 15, 12);
const save = (uri: string, content: string, more = {}) =>
  cli.withStore((store) =>
    memoriesIn(store).saveMemory(memory(uri, content, { project: cli.project, at: AT, ...more })),
  );

describe("list", () => {
  test("names each with its priority, and its status where it is not in use yet", async () => {
    await save("project://build", "Run make before the tests.");
    await save("project://style", "Two spaces.", { status: "proposed", priority: 2 });
    await save("project://gone", "Old.", { status: "archived" });
    expect(await cli.text("memory", "list")).toMatchInlineSnapshot(`
      "Two spaces. (proposed)
        by you, in a prompt · every session · project://style
      Run make before the tests.
        by you, in a prompt · when it fits · project://build"
    `);
    expect(await cli.text("memory", "list", "--status", "archived")).toMatchInlineSnapshot(`
      "Old. (archived)
        by you, in a prompt · when it fits · project://gone"
    `);
  });

  test("of another project nothing is shown unless all are asked for", async () => {
    await save("project://build", "Run make.", { project: "/projects/other" });
    expect(await cli.text("memory")).toMatchInlineSnapshot(`"No memories yet. Add one: pawl remember "…""`);
    expect(await cli.text("memory", "list", "--all")).toContain("project://build");
    expect(await cli.text("memory", "list", "--project", "/projects/other")).toContain("project://build");
  });

  test("--why says how each is loaded and what becomes of it", async () => {
    const at = Date.now() - 200.5 * 86_400_000;
    await save("project://core", "Always this.", { priority: 0, at });
    await save("project://build", "Run make.", { at });
    expect(await cli.text("memory", "list", "--why")).toMatchInlineSnapshot(`
      "Always this.
        by you, in a prompt · every session · project://core
        Loaded in every session. Kept.
      Run make.
        by you, in a prompt · when it fits · project://build
        Loaded when relevant. Not used for 200 days, so it expires."
    `);
    const { memories } = await cli.json("memory", "list", "--why");
    expect(memories).toMatchObject([
      { fits: true, why: expect.any(String) },
      { fits: true, why: expect.any(String) },
    ]);
    const { memories: plain } = await cli.json("memory", "list");
    for (const one of plain as object[]) expect(one).not.toHaveProperty("why");
  });

  test("--limit counts, and a wrong status is refused with the right ones", async () => {
    await save("project://a", "One.");
    await save("project://b", "Two.");
    expect(((await cli.json("memory", "list", "--limit", "1")).memories as unknown[]).length).toBe(1);
    expect(await cli.text("memory", "list", "--status", "new")).toMatchInlineSnapshot(
      `"--status must be one of proposed, active, deprecated, archived, deleted, not new."`,
    );
  });
});

describe("one memory", () => {
  test("show gives content, condition, relations and where it comes from", async () => {
    await save("project://a", "First line.\nSecond line.", {
      disclosure: "When building",
      provenance: { sessionId: "0123456789abcdef", evidence: "we always do" },
    });
    await save("project://b", "Other.");
    await cli.run("memory", "relate", "project://a", "depends_on", "project://b");
    expect(await cli.text("memory", "show", "project://a")).toMatchInlineSnapshot(`
      "project://a  active, priority 5, version 1
      When building

      First line.
      Second line.

      project://a depends_on project://b
      by you, in a prompt
      from session 01234567, changed 2026-01-15 12:00, injected 0 times
      evidence: “we always do”"
    `);
    expect(await cli.text("memory", "show", "project://b")).toMatchInlineSnapshot(`
      "project://b  active, priority 5, version 1

      Other.

      project://a depends_on project://b
      by you, in a prompt
      from user, changed 2026-01-15 12:00, injected 0 times"
    `);
    const whole = await cli.json("memory", "show", "project://a");
    expect(whole).toMatchObject({ uri: "project://a", version: 1, relations: [{ kind: "depends_on" }] });
    expect((whole.versions as unknown[]).length).toBe(1);
  });

  test("one that is not there is said, and without a name the usage", async () => {
    for (const action of ["show", "history"])
      expect(await cli.text("memory", action, "project://none")).toContain("project://none");
    expect((await cli.run("memory", "show", "project://none")).exitCode).toBe(1);
    for (const action of ["show", "edit", "history", "rollback", "rm"]) {
      const { exitCode, error } = await cli.run("memory", action);
      expect([exitCode, error.includes(`memory ${action} URI`)]).toEqual([2, true]);
    }
  });

  test("edit changes what is named and nothing else; without a change it is refused", async () => {
    await save("project://a", "Before.", { priority: 3, disclosure: "When building" });
    expect(await cli.text("memory", "edit", "project://a", "After", "that.", "--reason", "clearer")).toBe(
      "project://a is now at version 2.",
    );
    expect(await cli.json("memory", "show", "project://a")).toMatchObject({
      content: "After that.",
      priority: 3,
      disclosure: "When building",
      status: "active",
    });
    const changed = await cli.json(
      "memory",
      "edit",
      "project://a",
      "--priority",
      "0",
      "--status",
      "deprecated",
    );
    expect(changed).toMatchObject({ content: "After that.", priority: 0, status: "deprecated", version: 3 });
    const refused = await cli.run("memory", "edit", "project://a");
    expect(refused.exitCode).toBe(2);
    expect(refused.error).toContain("memory edit URI [TEXT]");
  });

  test("history shows what each version changed, newest first, and rollback makes an old one new", async () => {
    await save("project://a", "One.\nTwo.");
    await cli.run("memory", "edit", "project://a", "One.\nThree.", "--reason", "counted");
    await cli.run("memory", "edit", "project://a", "--priority", "1", "--disclosure", "When counting");
    const dated = (text: string) => text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "<time>");
    expect(dated(await cli.text("memory", "history", "project://a"))).toMatchInlineSnapshot(`
      "3  <time>  terminal (active, priority 1)
        priority: 5 → 1
        disclosure: none → When counting
      2  <time>  terminal: counted (active, priority 5)
        - Two.
        + Three.
      1  <time>  ann (active, priority 5)
        One. Two."
    `);
    expect(await cli.text("memory", "rollback", "project://a", "1")).toMatchInlineSnapshot(
      `"Restored version 1 of project://a as version 4."`,
    );
    expect(await cli.json("memory", "show", "project://a")).toMatchObject({
      content: "One.\nTwo.",
      version: 4,
    });
    for (const version of ["0", "1.5", "x"])
      expect((await cli.run("memory", "rollback", "project://a", version)).exitCode).toBe(2);
    expect(((await cli.json("memory", "history", "project://a")).versions as unknown[]).length).toBe(4);
  });

  test("relate needs two names and a known kind", async () => {
    await save("project://a", "One.");
    await save("project://b", "Two.");
    expect(await cli.text("memory", "relate", "project://a", "contradicts", "project://b")).toBe(
      "project://a contradicts project://b",
    );
    for (const args of [
      ["project://a"],
      ["project://a", "likes", "project://b"],
      ["project://a", "contradicts"],
    ])
      expect((await cli.run("memory", "relate", ...args)).exitCode).toBe(2);
  });

  test("rm takes it out of every list", async () => {
    await save("project://a", "One.");
    expect(await cli.text("memory", "rm", "project://a")).toMatchInlineSnapshot(
      `"Removed project://a. To undo: pawl memory edit project://a --status active"`,
    );
    expect((await cli.json("memory", "list")).memories).toEqual([]);
  });

  test("an unknown action is refused with the known ones, also a name that every object has", async () => {
    for (const name of ["lsit", "toString"]) {
      const { exitCode, error } = await cli.run("memory", name);
      expect([exitCode, error.includes("rollback")]).toEqual([2, true]);
    }
  });
});

describe("solution", () => {
  const add = (...more: string[]) =>
    cli.json("solution", "add", "EADDRINUSE: address already in use", "npm run stop", ...more);

  test("one is added for the project, listed with its record, and removed", async () => {
    const { id, project } = await add();
    expect(project).toBe(cli.project);
    expect((await cli.text("solution")).replaceAll(String(id), "<id>")).toMatchInlineSnapshot(`
      "<id>  EADDRINUSE: address already in use
        → npm run stop (seen once)"
    `);
    await cli.withStore(async (store) => {
      const at = { sessionId: "s", at: AT };
      await knowledgeIn(store).countSolution(String(id), "success", { key: "k1", ...at });
      await knowledgeIn(store).countSolution(String(id), "success", { key: "k2", ...at });
      await knowledgeIn(store).countSolution(String(id), "failure", { key: "k3", ...at });
    });
    expect((await cli.text("solution", "list")).replaceAll(String(id), "<id>")).toMatchInlineSnapshot(`
      "<id>  EADDRINUSE: address already in use
        → npm run stop (worked 2 times, did not help 1 time)"
    `);
    expect(await cli.run("solution", "rm", String(id))).toMatchObject({ exitCode: 0 });
    expect(await cli.text("solution", "list")).toMatchInlineSnapshot(
      `"No solutions yet. Pawl learns them from your sessions."`,
    );
    const again = await cli.run("solution", "rm", String(id));
    expect([again.exitCode, again.error.includes(String(id))]).toEqual([1, true]);
  });

  test("one for everywhere belongs to no project, and every project lists it only with --all", async () => {
    expect((await add("--everywhere")).project).toBe("");
    expect((await add("--project", "/projects/other")).project).toBe("/projects/other");
    const of = async (...args: string[]) =>
      ((await cli.json("solution", "list", ...args)).solutions as { project: string }[]).map(
        (one) => one.project,
      );
    expect((await of("--all")).sort()).toEqual(["", "/projects/other"]);
    expect(await of()).not.toContain("/projects/other");
    expect(await of("--all", "--limit", "1")).toHaveLength(1);
  });

  test("a part that is missing and an unknown action are refused", async () => {
    for (const args of [["add"], ["add", "error"], ["rm"], ["remove"]])
      expect([args, (await cli.run("solution", ...args)).exitCode]).toEqual([args, 2]);
  });
});

describe("exclude", () => {
  test("a folder is added once, kept, and taken out; ~ and globs stay as they are", async () => {
    expect(await cli.text("exclude")).toMatchInlineSnapshot(
      `"Every folder is recorded. pawl exclude DIR leaves one out."`,
    );
    expect(await cli.text("exclude", "clients")).toMatchInlineSnapshot(`
      "Never recorded:
        ~/project/clients
      Earlier records stay. pawl forget --project ~/project/clients deletes it."
    `);
    await cli.run("exclude", "clients");
    await cli.run("exclude", "~/private");
    expect((await cli.json("exclude", "/srv/**")).exclude).toEqual([
      `${cli.project}/clients`,
      "~/private",
      "/srv/**",
    ]);
    expect(await cli.text("exclude", "clients", "--remove")).toMatchInlineSnapshot(`
      "Never recorded:
        ~/private
        /srv/**"
    `);
    expect((await cli.json("exclude", "never", "--remove")).exclude).toEqual(["~/private", "/srv/**"]);
  });
});
