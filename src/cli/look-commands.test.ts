/** Commands that only look: session, sessions, blame, context, search, day. On a store with a known past. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../test/cli-call.ts";
import { asked, observation, prompt, response } from "../../test/contract/fixtures.ts";
import { memory } from "../../test/temp-store.ts";
import { toDigest } from "../memory/digest/build.ts";
import { digestsIn, memoriesIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";

let cli: Awaited<ReturnType<typeof openCli>>;
const AT = Date.UTC(2026, 0, 15, 12);
const MINUTE = 60_000;
beforeEach(async () => {
  cli = await openCli();
  for (const name of ["src", ".git"]) mkdirSync(join(cli.project, name));
  writeFileSync(join(cli.project, "src", "tax.ts"), "export const tax = 0.19;\n");
  const here = { project: cli.project, cwd: cli.project };
  await cli.withStore(async (store) => {
    const first = asked("aaaa1111-first", AT, "Round the tax to cents", { ...here, branch: "main" });
    const records = {
      prompts: [
        ...(first.prompts ?? []),
        prompt("aaaa1111-first", AT + 3 * MINUTE, "Why is it not a number?"),
      ],
      observations: [
        observation("aaaa1111-first", AT + MINUTE, { ok: false, response: "error TS2322: not a number" }),
        observation("aaaa1111-first", AT + 2 * MINUTE, {
          toolName: "Edit",
          input: JSON.stringify({
            file_path: join(cli.project, "src/tax.ts"),
            old_string: "0.19",
            new_string: "0.2",
          }),
          files: [join(cli.project, "src/tax.ts")],
        }),
        observation("aaaa1111-first", AT + 86_400_000, {
          toolName: "WebSearch",
          input: '{"query":"vat rate"}',
        }),
      ],
      responses: [response("aaaa1111-first", AT + 86_400_000 + MINUTE, "Rounded to cents.")],
    };
    await recordsIn(store).record({ ...first, ...records });
    await digestsIn(store).saveDigest(
      toDigest({ sessionId: "aaaa1111-first", project: cli.project, ...records }),
    );
    await recordsIn(store).record({
      ...asked("aaaa2222-second", AT + 5 * MINUTE, "Add the invoice", here),
      prompts: [
        prompt("aaaa2222-second", AT + 5 * MINUTE, "Add the invoice"),
        prompt("aaaa2222-second", AT + 6 * MINUTE, "And its number"),
      ],
    });
    await memoriesIn(store).saveMemory(
      memory("project://tax", "Tax is rounded to cents.", { project: cli.project, priority: 0, at: AT }),
    );
  });
});
afterEach(() => cli[Symbol.dispose]());

describe("session", () => {
  test("shows its state, what it was about and everything in order, a heading for each day", async () => {
    expect(await cli.text("session", "aaaa1")).toMatchInlineSnapshot(`
      "aaaa1111-first  ended
      ~/project · main · Claude Code · 2026-01-15 12:00 – 2026-01-16 12:01

      Summary
      Asked: “Round the tax to cents”; last “Why is it not a number?”
      Changed: src/tax.ts
      Failed: \`npm test\` “error TS2322: not a number” (no fix seen)
      Ended: “Rounded to cents.”

      2026-01-15
      12:00  you     Round the tax to cents
      12:01  ✗       Bash npm test
      12:02  ✓       Edit src/tax.ts
      12:03  you     Why is it not a number?

      2026-01-16
      12:00  ✓       WebSearch vat rate
      12:01  Claude  Rounded to cents."
    `);
  });

  test("by the first characters where they are one's own; else it says why not", async () => {
    expect((await cli.run("session", "aaaa2")).stdout).toStartWith("aaaa2222-second");
    const two = await cli.run("session", "aaaa");
    expect([two.exitCode, two.error]).toMatchInlineSnapshot(`
      [
        1,
        
      "More than one session starts with aaaa.
      Give more characters."
      ,
      ]
    `);
    const none = await cli.run("session", "bbbb");
    expect([none.exitCode, none.error]).toMatchInlineSnapshot(`
      [
        1,
        
      "No session starts with bbbb.
      Run pawl sessions for a list."
      ,
      ]
    `);
    expect((await cli.run("session")).exitCode).toBe(2);
  });

  test("a whole id that is the beginning of another one's is the one that is meant", async () => {
    await cli.withStore((store) => recordsIn(store).record(asked("aaaa1111", AT, "Short id")));
    expect(await cli.text("session", "aaaa1111")).toContain("Short id");
  });
});

test("sessions lists newest first, and its options narrow the list", async () => {
  expect(await cli.text("sessions")).toMatchInlineSnapshot(`
    "Friday, January 16, 2026
      ○ aaaa1111  Round the tax to cents
                  2026-01-15 – 12:01 · ~/project · main · Claude Code · 2 prompts, 3 tool calls

    Thursday, January 15, 2026
      ○ aaaa2222  Add the invoice
                  12:05–12:06 · ~/project · Claude Code · 2 prompts, 0 tool calls"
  `);
  const ids = async (...args: string[]) =>
    ((await cli.json("sessions", ...args)).sessions as { id: string }[]).map(({ id }) => id);
  expect(await ids("--limit", "1")).toHaveLength(1);
  expect(await ids("--client", "codex")).toEqual([]);
  expect((await ids("--client", "claude")).length).toBe(2);
});

describe("blame", () => {
  test("a file: who touched it and why", async () => {
    expect(await cli.text("blame", "src/tax.ts")).toMatchInlineSnapshot(`
      "src/tax.ts  ~/project
      1 session, 1 edit +1 −1

      Sessions
        ○ aaaa1111  Round the tax to cents
            2026-01-16 12:01 · Claude Code · main · 1 edit +1 −1"
    `);
    expect(await cli.json("blame", "src/tax.ts")).toMatchObject({
      path: "src/tax.ts",
      totals: { sessions: 1, edits: 1 },
      sessions: [{ id: "aaaa1111-first", lastEventAt: expect.stringContaining("2026-01-16T") }],
    });
  });

  test("a folder: its files; the project itself; a folder that is gone", async () => {
    expect(await cli.text("blame", "src")).toMatchInlineSnapshot(`
      "src/  ~/project
      1 session, 1 edit +1 −1

      Files
        src/tax.ts  1 edit · 2026-01-16 12:01

      Sessions
        ○ aaaa1111  Round the tax to cents
            2026-01-16 12:01 · Claude Code · main · 1 edit +1 −1"
    `);
    expect(await cli.json("blame", ".")).toMatchObject({
      path: "",
      files: [{ file: "src/tax.ts", edits: 1 }],
    });
    expect(await cli.json("blame", "lib/gone.ts")).toMatchObject({
      path: "lib/gone.ts",
      project: cli.project,
    });
    expect(await cli.json("blame", "src/tax.ts", "--project", cli.project)).toMatchObject({
      totals: { edits: 1 },
    });
  });
});

describe("context", () => {
  test("what the next session gets, and with --why where each part comes from", async () => {
    const start = await cli.json("context");
    expect(start.text).toContain("Tax is rounded to cents.");
    expect(start.tokens).toBeGreaterThan(0);
    const sources = /\n\n\d+ tokens.*\n {2}project:\/\/tax {2}\S.* · \d+ tokens/;
    expect(await cli.text("context", "--why")).toMatch(sources);
    expect(await cli.text("context")).not.toMatch(sources);
  });

  test("what a prompt gets, and what was considered", async () => {
    const { sources } = await cli.json("context", "--prompt", "How is tax rounded?");
    expect((sources as { uri: string }[]).map(({ uri }) => uri)).toContain("project://tax");
    const considered = await cli.text("context", "--prompt", "How is tax rounded?", "--why");
    expect(considered).toMatch(/^ {2}\S+ +\d\.\d\d {2}project:\/\/tax/m);
    expect(await cli.text("context", "--prompt", "xyzzy plugh")).toMatchInlineSnapshot(
      `"This prompt would get no context."`,
    );
    expect(await cli.json("context", "--prompt", "xyzzy plugh")).toEqual({
      text: "",
      tokens: 0,
      sources: [],
    });
  });

  test("what a session got, oldest first", async () => {
    expect(await cli.text("context", "--session", "aaaa2")).toMatchInlineSnapshot(
      `"This session got no context."`,
    );
    await cli.withStore(async (store) => {
      for (const [at, text] of [
        [AT + 1, "First."],
        [AT + 2, "Second."],
      ] as const)
        await recordsIn(store).addInjection({
          sessionId: "aaaa2222-second",
          event: "SessionStart",
          at,
          text,
          tokens: 3,
          sources: [
            {
              uri: "project://tax",
              type: "memory",
              reason: "core",
              tokens: 3,
              score: 0.5,
              parts: { words: 0.25 },
            },
          ],
        });
    });
    expect(await cli.text("context", "--session", "aaaa2", "--why")).toMatchInlineSnapshot(`
      "SessionStart  2026-01-15 12:00 · 3 tokens
      First.
        project://tax  core · 0.50

      SessionStart  2026-01-15 12:00 · 3 tokens
      Second.
        project://tax  core · 0.50"
    `);
  });

  test("a project without a past says so", async () => {
    expect(await cli.text("context", "--project", cli.root)).toContain("Nothing recorded for ~ yet.");
  });
});

test("search finds memories and sessions, and narrows by kind and number", async () => {
  expect(await cli.text("search", "rounded", "cents")).toMatchInlineSnapshot(`
    "Tax is rounded to cents.
      project://tax 2026-01-15 12:00 · ~/project
    Round the tax to cents
      aaaa1111 2026-01-16 12:01 · ~/project
      Claude: Rounded to cents."
  `);
  const hits = async (...args: string[]) =>
    ((await cli.json("search", "cents", ...args)).results as { type: string }[]).map(({ type }) => type);
  expect(await hits("--limit", "1")).toHaveLength(1);
  expect(await hits("--type", "memory")).toEqual(["memory"]);
  expect(await hits("--since", "1d")).toEqual([]);
  expect(await hits("--client", "codex", "--type", "prompt")).toEqual([]);
  expect((await cli.run("search", "cents", "--type", "nothing")).exitCode).toBe(2);
  const why = (await cli.text("search", "cents", "--type", "memory", "--why")).split("\n").at(-1) ?? "";
  const [score = 0, ...parts] = (why.match(/\d\.\d+/g) ?? []).map(Number);
  const sum = Array.from(
    { length: parts.length / 2 },
    (_, i) => (parts[2 * i] ?? 0) * (parts[2 * i + 1] ?? 0),
  );
  // The parts that are shown add up to the score.
  expect(parts.length).toBeGreaterThan(2);
  expect(sum.reduce((a, b) => a + b)).toBeCloseTo(score, 1);
  expect((await cli.run("search")).exitCode).toBe(2);
  expect(await cli.text("search", "xyzzy")).toMatchInlineSnapshot(`"No results."`);
});

test("where Pawl was never set up, looking finds nothing and leaves nothing behind", async () => {
  rmSync(cli.home.dir, { recursive: true, force: true });
  for (const command of [
    ["sessions"],
    ["search", "tax"],
    ["day"],
    ["status"],
    ["blame", "src/tax.ts"],
    ["resume"],
  ]) {
    await cli.run(...(command as ["sessions"]));
    expect([command[0], existsSync(cli.home.dir)]).toEqual([command[0], false]);
  }
  await cli.run("doctor");
  expect(existsSync(cli.home.database)).toBe(false);
});

test("a snippet of a tool's answer has no escapes and field names of JSON", async () => {
  const response = JSON.stringify({
    stdout: 'the "flamingo" stands\nin C:\\new water',
    stderr: "",
    isImage: false,
  });
  await cli.withStore((store) =>
    recordsIn(store).record({
      session: { id: "bird", project: cli.project, cwd: cli.project, at: AT },
      observations: [observation("bird", AT, { input: '{"command":"cat birds"}', response })],
    }),
  );
  const { results } = (await cli.json("search", "flamingo")) as { results: { snippet: string }[] };
  expect(results[0]?.snippet).toBe('cat birds the "flamingo" stands in C:\\new water');
});
