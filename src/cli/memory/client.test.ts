/** `pawl memory` on files of the client's own memory. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../../test/cli-call.ts";
import { memory } from "../../../test/temp-store.ts";
import { memoriesIn } from "../../memory/sql/index.ts";

let cli: Awaited<ReturnType<typeof openCli>>;
let folder: string;
const CRM = "---\nname: crm\ndescription: Customers\n---\nThe list is in crm/.\n";
beforeEach(async () => {
  cli = await openCli();
  folder = join(cli.root, "home", ".claude", "projects", cli.project.replace(/[^a-zA-Z0-9]/g, "-"), "memory");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "crm.md"), CRM);
  writeFileSync(join(cli.project, "CLAUDE.md"), "Use tabs.\n");
});
afterEach(() => cli[Symbol.dispose]());

const content = (name = "crm.md") => readFileSync(join(folder, name), "utf8");

test("the list shows them beside Pawl's own, once, and only where nothing else is asked for", async () => {
  await cli.withStore((store) =>
    memoriesIn(store).saveMemory(memory("project://a", "Own.", { project: cli.project })),
  );
  const uris = async (...args: string[]) =>
    ((await cli.json("memory", "list", ...args)).memories as { uri: string }[]).map(({ uri }) => uri).sort();
  expect(await uris()).toContain("client://crm");
  expect((await uris()).filter((uri) => uri === "project://a")).toHaveLength(1);
  expect(await uris("--status", "archived")).toEqual([]);
});

test("raw shows the file as it is, and ends its last line", async () => {
  expect((await cli.run("memory", "show", "client://crm", "--raw")).stdout).toBe(CRM);
  writeFileSync(join(folder, "crm.md"), "No line end");
  expect((await cli.run("memory", "show", "client://crm", "--raw")).stdout).toBe("No line end\n");
  expect(await cli.json("memory", "show", "client://crm", "--raw")).toMatchObject({
    text: "No line end",
    path: join(folder, "crm.md"),
  });
});

describe("edit", () => {
  test("a new text keeps the head, a new description keeps the text", async () => {
    expect(await cli.text("memory", "edit", "client://crm", "The", "list", "moved.")).toContain("crm.md");
    expect(content()).toBe("---\nname: crm\ndescription: Customers\n---\n\nThe list moved.\n");
    await cli.run("memory", "edit", "client://crm", "--disclosure", "Who buys");
    expect(content()).toBe("---\nname: crm\ndescription: Who buys\n---\n\nThe list moved.\n");
    await cli.run("memory", "edit", "client://crm", "All new.", "--raw");
    expect(content()).toBe("All new.\n");
  });

  test("a priority or a status is none of the file's, and nothing is no change", async () => {
    for (const args of [["x", "--priority", "1"], ["x", "--status", "active"], []])
      expect([args, (await cli.run("memory", "edit", "client://crm", ...args)).exitCode]).toEqual([args, 2]);
    expect(content()).toBe(CRM);
  });

  test("with the hash of an older state it is refused", async () => {
    const { hash } = await cli.json("memory", "show", "client://crm", "--raw");
    writeFileSync(join(folder, "crm.md"), `${CRM}More.\n`);
    const { exitCode } = await cli.run("memory", "edit", "client://crm", "x", "--if", String(hash));
    expect([exitCode, content()]).toEqual([1, `${CRM}More.\n`]);
  });
});

test("rename moves the file and its name", async () => {
  expect(await cli.text("memory", "rename", "client://crm", "customers")).toMatchInlineSnapshot(
    `"Renamed client://crm to client://customers."`,
  );
  expect(existsSync(join(folder, "crm.md"))).toBe(false);
  expect(content("customers.md")).toContain("The list is in crm/.");
  for (const args of [[], ["client://customers"]]) {
    const { exitCode, error } = await cli.run("memory", "rename", ...args);
    expect([exitCode, error.includes("memory rename URI NAME")]).toEqual([2, true]);
  }
});

test("a file is deleted only with --yes where nobody can be asked", async () => {
  expect((await cli.run("memory", "rm", "client://crm")).exitCode).toBe(1);
  expect(existsSync(join(folder, "crm.md"))).toBe(true);
  expect(await cli.json("memory", "rm", "client://crm", "--yes")).toEqual({
    uri: "client://crm",
    path: join(folder, "crm.md"),
  });
  expect(existsSync(join(folder, "crm.md"))).toBe(false);
});

test("CLAUDE.md is read and never written", async () => {
  const note = "client://notes/CLAUDE.md";
  for (const args of [
    ["edit", note, "Use spaces."],
    ["rm", note, "--yes"],
    ["rename", note, "x"],
  ])
    expect([args, (await cli.run("memory", ...args)).exitCode]).toEqual([args, 1]);
  expect(readFileSync(join(cli.project, "CLAUDE.md"), "utf8")).toBe("Use tabs.\n");
});

test("check names what is wrong with a file, and says how many were looked at", async () => {
  expect(await cli.text("memory", "check")).toMatchInlineSnapshot(`"Checked 1 memory: no problems."`);
  writeFileSync(join(folder, "crm.md"), CRM.replace("crm/.", "`crm/list.ts`, see [[gone]]."));
  expect(await cli.text("memory", "check")).toMatchInlineSnapshot(`
    "client://crm
      The link [[gone]] leads nowhere.
    Checked 1 memory: 1 problem."
  `);
  expect(await cli.json("memory", "check")).toMatchObject({
    memories: expect.any(Number),
    contradictions: [],
  });
});

test("export writes Pawl's memories as the client's files, those that are named or all", async () => {
  await cli.withStore(async (store) => {
    for (const name of ["build", "style"])
      await memoriesIn(store).saveMemory(
        memory(`project://${name}`, `About ${name}.`, { project: cli.project }),
      );
  });
  for (const args of [[], ["project://build"], ["--to-client"]])
    expect([args, (await cli.run("memory", "export", ...args)).exitCode]).toEqual([args, 2]);
  expect(await cli.text("memory", "export", "--to-client", "project://none")).toContain("project://none");
  const one = await cli.json("memory", "export", "--to-client", "project://build");
  expect(one).toMatchObject({ skipped: [], written: ["project://build"], dir: folder });
  expect(content("build.md")).toContain("About build.");
  expect(await cli.text("memory", "export", "--to-client", "--all")).toMatchInlineSnapshot(`
    "Skipped project://build: a file of that name is already there.
    Wrote 1 memory to ~/home/.claude/projects/-tmp-project/memory as the client's own files."
  `);
});
