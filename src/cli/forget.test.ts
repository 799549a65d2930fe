/** `pawl forget` on a real store: what it would delete, what it deletes, and what it refuses. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../test/cli-call.ts";
import { asked, observation, response } from "../../test/contract/fixtures.ts";
import { memory } from "../../test/temp-store.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";

let cli: Awaited<ReturnType<typeof openCli>>;
beforeEach(async () => {
  cli = await openCli();
  await cli.withStore(async (store) => {
    const here = { project: cli.project, cwd: cli.project };
    for (const [id, at, text] of [
      ["first-session", Date.UTC(2026, 0, 10), "Send the customer list"],
      ["other-session", Date.UTC(2026, 0, 20), "Round the totals"],
    ] as const) {
      await recordsIn(store).record({
        ...asked(id, at, text, here),
        observations: [observation(id, at + 1)],
        responses: [response(id, at + 2, "Done.")],
      });
    }
    await memoriesIn(store).saveMemory(memory("project://list", "The customer list is in crm/.", here));
  });
});
afterEach(() => cli[Symbol.dispose]());

const sessions = async () =>
  cli.withStore(async (store) => (await recordsIn(store).sessions({ limit: 10 })).map(({ id }) => id).sort());

test("without --yes it lists what would go and deletes nothing", async () => {
  expect(await cli.text("forget", "--match", "customer list")).toMatchInlineSnapshot(`
    "  1970-01-01 00:00  memory  project://list  The customer list is in crm/.
      2026-01-10 00:00  prompt  first-session  Send the customer list
    Preview: 1 prompt, 1 memory. Nothing deleted. Use --yes to delete."
  `);
  expect(await cli.text("forget", "--session", "first-session")).toMatchInlineSnapshot(`
    "  2026-01-10 00:00  session  first-se  Send the customer list
    Preview: 1 session, 1 prompt, 1 tool call, 1 answer. Nothing deleted. Use --yes to delete."
  `);
  const preview = await cli.json("forget", "--session", "first-session");
  expect(preview).toMatchObject({ deleted: 0, wouldDelete: { sessions: 1, prompts: 1, observations: 1 } });
  expect((preview.items as unknown[]).length).toBe(1);
  expect(await sessions()).toEqual(["first-session", "other-session"]);
});

test("with --yes exactly that goes", async () => {
  expect(await cli.text("forget", "--session", "first-session", "--yes")).toMatchInlineSnapshot(
    `"Deleted permanently: 1 session, 1 prompt, 1 tool call, 1 answer."`,
  );
  expect(await sessions()).toEqual(["other-session"]);
  const gone = await cli.json("forget", "--match", "customer list", "--yes");
  expect(gone).toMatchObject({ deleted: 1, counts: { memories: 1, sessions: 0 }, clientFiles: [] });
});

test("the first characters name a session, and an unknown or ambiguous name fails", async () => {
  expect((await cli.run("forget", "--session", "first", "--yes")).exitCode).toBe(0);
  expect(await sessions()).toEqual(["other-session"]);
  for (const name of [
    ["--session", "nope"],
    ["--uri", "project://nope"],
  ])
    for (const more of [[], ["--yes"], ["--yes", "--json"]])
      expect([name, more, (await cli.run("forget", ...name, ...more)).exitCode]).toEqual([name, more, 1]);
  expect((await cli.run("forget", "--match", "nope", "--yes")).exitCode).toBe(0);
  expect(await sessions()).toEqual(["other-session"]);
});

test("a transcript that stays is named with the command that deletes it", async () => {
  const transcript = join(cli.root, "home", "t.jsonl");
  writeFileSync(transcript, "{}");
  await cli.withStore((store) =>
    recordsIn(store).record({
      session: {
        ...{ id: "third", project: cli.project, cwd: cli.project, at: 1 },
        transcriptPath: transcript,
      },
    }),
  );
  for (const more of [[], ["--yes"]])
    expect((await cli.run("forget", "--session", "third", ...more)).stdout).toContain(
      "To delete them too:\n  rm ~/t.jsonl\n",
    );
});

test("by a day, by a memory's name and by project", async () => {
  expect(await cli.json("forget", "--before", "2026-01-15")).toMatchObject({ wouldDelete: { sessions: 1 } });
  expect(await cli.json("forget", "--uri", "project://list")).toMatchObject({
    wouldDelete: { sessions: 0, memories: 1 },
  });
  expect(await cli.json("forget", "--project", ".")).toMatchObject({
    wouldDelete: { sessions: 2, memories: 1 },
  });
  expect(await cli.json("forget", "--project", "/projects/other")).toMatchObject({
    wouldDelete: { sessions: 0 },
  });
});

test("where nothing matches it says so, with and without --yes", async () => {
  for (const more of [[], ["--yes"]])
    expect(await cli.text("forget", "--match", "nowhere", ...more)).toBe("No matches. Nothing deleted.");
});

test("--retention takes what the setting means now, and nothing where there is none", async () => {
  expect(await cli.json("forget", "--retention")).toMatchObject({ wouldDelete: { sessions: 0 } });
  writeFileSync(cli.home.config, JSON.stringify({ retention: { days: 1 } }));
  expect(await cli.json("forget", "--retention")).toMatchObject({ wouldDelete: { sessions: 2 } });
});

test("one selector and no more, and none that is empty", async () => {
  for (const args of [[], ["--session", "a", "--match", "b"], ["--match", " "], ["--before", "soon"]])
    expect([args, (await cli.run("forget", ...args)).exitCode]).toEqual([args, 2]);
  expect((await cli.run("forget", "--match", "")).error).toContain("--match");
});

test("of many only the first twenty are listed, and how many more there are", async () => {
  await cli.withStore(async (store) => {
    for (let i = 0; i < 20; i++)
      await memoriesIn(store).saveMemory(memory(`project://n${i}`, "Many", { project: cli.project }));
  });
  expect((await cli.text("forget", "--match", "Many")).split("\n")).toHaveLength(21);
  await cli.withStore((store) =>
    memoriesIn(store).saveMemory(memory("project://last", "Many", { project: cli.project })),
  );
  const text = await cli.text("forget", "--match", "Many");
  expect(text).toContain("… and 1 more");
  expect(text).toContain("Preview: 21 memories. Nothing deleted.");
});

test("a file of the client's own memory is named, and deleted only when it is asked for by name", async () => {
  const file = join(memoryFolder(), "crm.md");
  writeFileSync(file, "---\nname: crm\n---\nThe customer list is in crm/.\n");
  await cli.run("memory", "list");
  const named = { path: file, uri: "client://crm", isDeletable: true };
  expect(await cli.json("forget", "--match", "customer list")).toMatchObject({ clientFiles: [named] });
  expect((await cli.run("forget", "--match", "customer list")).stdout).toContain(`\n  ${file}\n`);
  // Kept: its content is forgotten, and the file is the client's.
  expect(await cli.json("forget", "--match", "customer list", "--yes")).toMatchObject({
    clientFiles: [named],
    deletedFiles: [],
  });
  expect(existsSync(file)).toBe(true);
  expect((await cli.json("memory", "list")).memories).toEqual([]);
});

test("the named file is deleted with the rest, and an other one stays", async () => {
  const folder = memoryFolder();
  for (const name of ["crm", "more"])
    writeFileSync(join(folder, `${name}.md`), "The customer list is in crm/.\n");
  await cli.run("memory", "list");
  const gone = await cli.json(
    "forget",
    "--match",
    "customer list",
    "--yes",
    "--file",
    join(folder, "crm.md"),
  );
  expect(gone).toMatchObject({ deletedFiles: [join(folder, "crm.md")] });
  expect(["crm", "more"].map((name) => existsSync(join(folder, `${name}.md`)))).toEqual([false, true]);
});

/** Where Claude Code keeps the memory of the project. */
function memoryFolder(): string {
  const name = cli.project.replace(/[^a-zA-Z0-9]/g, "-");
  const folder = join(cli.root, "home", ".claude", "projects", name, "memory");
  mkdirSync(folder, { recursive: true });
  return folder;
}

test("--by forgets one author's memories; the user's own need a person in an agent's session", async () => {
  await cli.withStore(async (store) => {
    const by = { author: "model", authorName: "claude", place: "mcp" } as const;
    const note = memory("project://note", "Noted by the model.", { project: cli.project });
    await memoriesIn(store).saveMemory({ ...note, origin: "model", author: "claude", by });
  });
  const session = { CLAUDECODE: "1", CLAUDE_PROJECT_DIR: cli.project };
  const before = Object.fromEntries(Object.keys(session).map((name) => [name, process.env[name]]));
  Object.assign(process.env, session);
  try {
    const refused = await cli.run("forget", "--by", "user", "--yes");
    expect(refused.exitCode).not.toBe(0);
    expect(refused.error).toContain("session");
    expect((await cli.run("forget", "--by", "Claude", "--yes")).exitCode).toBe(0);
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
  const uris = () =>
    cli.withStore(async (store) => (await memoriesIn(store).memories({ limit: 10 })).map(({ uri }) => uri));
  expect(await uris()).toEqual(["project://list"]);
  expect((await cli.run("forget", "--by", "user", "--yes")).exitCode).toBe(0);
  expect(await uris()).toEqual([]);
});
