/** `pawl export` and `pawl import`: what leaves comes back, once, and what is wrong with a file is said. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../../test/cli-call.ts";
import { event, observation, prompt, response, seen } from "../../../test/contract/fixtures.ts";
import { memory } from "../../../test/temp-store.ts";
import { knowledgeIn, memoriesIn } from "../../memory/sql/index.ts";
import { homeAt } from "../../platform/paths.ts";
import { openStore } from "../../store/open.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";

let cli: Awaited<ReturnType<typeof openCli>>;
const AT = Date.UTC(2026, 0, 15, 12);
beforeEach(async () => {
  cli = await openCli();
  await cli.withStore(fill);
});
afterEach(() => cli[Symbol.dispose]());

async function fill(store: Store): Promise<void> {
  await recordsIn(store).record({
    session: seen("one", AT, {
      transcriptPath: "/t/one.jsonl",
      model: "large",
      branch: "tax",
      client: "codex",
    }),
    prompts: [prompt("one", AT, "Round the tax", { key: "one/1" })],
    observations: [observation("one", AT + 1, { key: "one/2" })],
    responses: [response("one", AT + 2, "Done.", { key: "one/3" })],
    events: [{ ...event("one", AT + 3, "Notification"), key: "one/4" }],
  });
  await recordsIn(store).endSession("one", AT + 3, "exit");
  await recordsIn(store).saveSummary({ sessionId: "one", at: AT + 4, text: "Rounded.", redaction: 1 });
  const sources = [{ uri: "project://tax", type: "memory", reason: "core", tokens: 3, text: "Tax" }];
  await recordsIn(store).addInjection({
    sessionId: "one",
    event: "SessionStart",
    at: AT,
    text: "Tax.",
    tokens: 3,
    sources,
  });
  await recordsIn(store).record({
    session: seen("two", AT + 10),
    prompts: [prompt("two", AT + 10, "Add a bill", { key: "two/1" })],
  });
  await memoriesIn(store).saveMemory(memory("project://tax", "Tax is 19 %.", { at: AT }));
  await memoriesIn(store).saveMemory(memory("project://tax", "Tax is 20 %.", { at: AT + 5, reason: "law" }));
  await memoriesIn(store).saveMemory(
    memory("project://bill", "Bills have numbers.", { at: AT, disclosure: "When billing" }),
  );
  await memoriesIn(store).relate(
    "/projects/one",
    { from: "project://tax", to: "project://bill", kind: "relates_to" },
    AT,
  );
  const solution = await knowledgeIn(store).saveSolution({
    project: "/projects/one",
    fingerprint: "error: no port",
    kind: "by-hand",
    toolName: "",
    errorSample: "error: no port",
    text: "Free the port",
    steps: [],
    source: "user",
    redaction: 1,
    at: AT,
  });
  for (const key of ["a", "b"])
    await knowledgeIn(store).countSolution(solution.id, "success", { key, sessionId: "one", at: AT });
  await knowledgeIn(store).countSolution(solution.id, "failure", { key: "c", sessionId: "one", at: AT });
}

/** What an export says, without the time at which it was made. */
async function exported(): Promise<Record<string, unknown>> {
  const { stdout } = await cli.run("export");
  return JSON.parse(stdout);
}

async function file(text?: string): Promise<string> {
  const path = join(cli.root, "export.json");
  writeFileSync(path, text ?? (await cli.run("export")).stdout);
  return path;
}

/** From here on the commands see an empty home. */
function moveOn(): void {
  process.env.PAWL_HOME = join(cli.root, "other");
  mkdirSync(process.env.PAWL_HOME);
}
async function other<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(homeAt(join(cli.root, "other")));
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** A number in another database, and the version of the rules for secrets. */
const DIFFERS = new Set(["id", "redaction"]);

describe("there and back", () => {
  test("sessions with their client and branch, memories with their history, relations and solutions with their record", async () => {
    const before = await exported();
    const path = await file();
    moveOn();
    const said = await cli.json("import", path);
    expect(said).toMatchObject({
      files: 1,
      sessions: 2,
      prompts: 2,
      observations: 1,
      memories: 2,
      solutions: 1,
      skipped: 0,
      bytes: readFileSync(path).length,
    });
    const after = await exported();
    for (const part of ["memories", "solutions", "sessions"] as const) {
      const plain = (value: unknown) =>
        JSON.parse(JSON.stringify(value, (key, one) => (DIFFERS.has(key) ? undefined : one)));
      expect({ part, value: plain(after[part]) }).toEqual({ part, value: plain(before[part]) });
    }
  });

  test("a second time nothing is added", async () => {
    const path = await file();
    expect(await cli.json("import", path)).toMatchObject({
      sessions: 0,
      prompts: 0,
      memories: 0,
      solutions: 0,
    });
    const { memories } = (await exported()) as { memories: { versions: unknown[] }[] };
    expect(memories.map(({ versions }) => versions.length).sort()).toEqual([1, 2]);
  });

  test("what is newer here stays, and what is newer there comes with its history", async () => {
    const path = await file();
    moveOn();
    await other(async (store) => {
      await memoriesIn(store).saveMemory(memory("project://tax", "Tax is 19 %.", { at: AT }));
      await memoriesIn(store).saveMemory(memory("project://bill", "Bills have dates.", { at: AT + 9 }));
    });
    expect(await cli.json("import", path)).toMatchObject({ memories: 1 });
    await other(async (store) => {
      const read = (uri: string) => memoriesIn(store).memory({ uri, project: "/projects/one" });
      expect((await read("project://tax"))?.content).toBe("Tax is 20 %.");
      expect((await read("project://bill"))?.content).toBe("Bills have dates.");
    });
  });

  test("formatted by another program it is read as well", async () => {
    const path = await file(JSON.stringify(await exported(), null, 2));
    moveOn();
    expect(await cli.json("import", path)).toMatchObject({
      sessions: 2,
      memories: 2,
      solutions: 1,
      skipped: 0,
    });
  });

  test("secrets in an edited file do not come in", async () => {
    const path = await file(
      (await cli.run("export")).stdout.replace(
        "Tax is 20 %.",
        "key sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCD",
      ),
    );
    moveOn();
    await cli.run("import", path);
    expect((await cli.run("export")).stdout).not.toContain("abcdefghijklmnopqrstuvwxyz0123456789");
  });
});

describe("what is wrong is said", () => {
  test("a part that is no JSON or not what an export has is skipped and counted; the rest comes in", async () => {
    const text = (await cli.run("export")).stdout;
    const path = await file(
      text.replace('"uri":"project://bill"', '"uri":7').replace(/\{"session":\{[^\n]*two[^\n]*/, "{ broken"),
    );
    moveOn();
    expect(await cli.json("import", path)).toMatchObject({ sessions: 1, memories: 1, skipped: 2 });
    process.env.PAWL_HOME = join(cli.root, "third");
    expect(timeless(await cli.text("import", path))).toMatchInlineSnapshot(`
      "Imported 1 session, 1 prompt, 1 tool call (<size> in <time>).
      New or newer from exports: 1 memory, 1 solution.
      Skipped 2 parts of an export that Pawl did not write."
    `);
  });

  test("a file that is nothing of the kind, and one that is not there", async () => {
    const nothing = join(cli.root, "notes.txt");
    writeFileSync(nothing, "hello\n");
    expect((await cli.run("import", nothing)).exitCode).not.toBe(0);
    expect(await cli.run("import", "gone.json")).toMatchObject({ exitCode: 2 });
    expect(await cli.run("import", "--from", "elsewhere")).toMatchObject({ exitCode: 2 });
  });

  test("without a path the connected clients' transcripts are read", async () => {
    expect(timeless(await cli.text("import", "--client", "claude"))).toMatchInlineSnapshot(
      `"Imported 0 sessions, 0 prompts, 0 tool calls (<size> in <time>)."`,
    );
  });
});

const timeless = (text: string) => text.replace(/[\d.]+ s\b/g, "<time>").replace(/[\d.]+ MB/g, "<size>");

describe("other formats", () => {
  test("Markdown for people", async () => {
    expect((await cli.run("export", "--format", "md")).stdout).toMatchInlineSnapshot(`
      "# Memories

      ## project://tax

      /projects/one, active, priority 5, 2026-01-15T12:00:00.005Z

      Tax is 20 %.

      ## project://bill

      /projects/one, active, priority 5, 2026-01-15T12:00:00.000Z

      Bills have numbers.

      # Solutions

      ## error: no port

      Free the port

      Worked 2, failed 1 times.

      # Permissions

      # Sessions

      ## 2026-01-15T12:00:00.000Z · /projects/one

      Session one

      Rounded.

      **Asked** 2026-01-15T12:00:00.000Z

      > Round the tax

      - ✓ **Bash**

      \`\`\`
      {"command":"npm test"}
      \`\`\`

      \`\`\`
      all passed
      \`\`\`

      **Said** 2026-01-15T12:00:00.002Z

      > Done.


      ## 2026-01-15T12:00:00.010Z · /projects/one

      Session two

      **Asked** 2026-01-15T12:00:00.010Z

      > Add a bill

      "
    `);
  });

  test("a table for a spreadsheet", async () => {
    const { stdout } = await cli.run("export", "--format", "csv");
    expect(stdout.split(/\r?\n/)[0]).toMatchInlineSnapshot(
      `"type,session,project,at,tool,ok,files,text,response"`,
    );
    expect(stdout.trim().split(/\r?\n/).length).toBeGreaterThan(3);
    expect((await cli.run("export", "--format", "xml")).exitCode).toBe(2);
  });
});
