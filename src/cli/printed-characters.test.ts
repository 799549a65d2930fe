/** Stored data may hold anything. No command prints a control, bidi or invisible character of it. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../test/cli-call.ts";
import { asked, observation, prompt, response } from "../../test/contract/fixtures.ts";
import { memory } from "../../test/temp-store.ts";
import { toDigest } from "../memory/digest/build.ts";
import { digestsIn, memoriesIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { CommandName } from "./command.ts";
import { COMMAND_NAMES } from "./commands.ts";

/** Sets the title, clears the screen, rings, goes back, turns the direction, hides letters. */
const EVIL = "a\u001b]0;owned\u0007\u001b[2J\u009b31m\u0000\b\rb\u202ec\u200bd\u{e0041}e\u001b[31mf";
/** Line ends and tabs are the only control characters that may be printed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u{e0000}-\u{e0fff}]/u;
const AT = Date.now() - 60_000;
const SESSION = "aaaa1111-first";

let cli: Awaited<ReturnType<typeof openCli>>;
beforeEach(async () => {
  cli = await openCli();
  mkdirSync(join(cli.project, ".git"));
  writeFileSync(join(cli.project, "tax.ts"), "export const tax = 0.19;\n");
  await cli.withStore(async (store) => {
    const file = join(cli.project, "tax.ts");
    const first = asked(SESSION, AT, `Ask ${EVIL}`, { project: cli.project, cwd: cli.project, branch: EVIL });
    const records = {
      prompts: [...(first.prompts ?? []), prompt(SESSION, AT + 1, `Why ${EVIL}?`)],
      observations: [
        observation(SESSION, AT + 2, { toolName: `Tool${EVIL}`, ok: false, response: `error ${EVIL}` }),
        observation(SESSION, AT + 3, {
          toolName: "Bash",
          ok: false,
          input: JSON.stringify({ command: `make ${EVIL}` }),
          response: `error TS2322: ${EVIL}`,
        }),
        observation(SESSION, AT + 4, {
          toolName: "Edit",
          input: JSON.stringify({ file_path: file, old_string: EVIL, new_string: `0.2 ${EVIL}` }),
          files: [file],
        }),
      ],
      responses: [response(SESSION, AT + 5, `Done ${EVIL}`)],
    };
    await recordsIn(store).record({ ...first, ...records });
    await digestsIn(store).saveDigest(toDigest({ sessionId: SESSION, project: cli.project, ...records }));
    await memoriesIn(store).saveMemory(
      memory("project://tax", `Tax ${EVIL}`, {
        project: cli.project,
        priority: 0,
        at: AT,
        disclosure: `When ${EVIL}`,
        author: `ann${EVIL}`,
      }),
    );
  });
});
afterEach(() => cli[Symbol.dispose]());

/** Arguments that make a command show stored data; commands that show none are run without any, or not at all. */
const CALLS: Partial<Record<CommandName, string[][]>> = {
  session: [[SESSION]],
  sessions: [[]],
  blame: [["tax.ts"]],
  context: [[], ["--session", SESSION]],
  search: [["Ask"], ["error"], ["Tax"]],
  day: [[], ["--all"]],
  memory: [["list"], ["show", "project://tax"], ["history", "project://tax"], ["search", "Tax"]],
  solution: [["list"]],
  export: [
    ["--format", "md"],
    ["--format", "csv"],
    ["--format", "json"],
  ],
  status: [[]],
  doctor: [[]],
  handoff: [[SESSION], []],
  workflow: [["list"]],
  permission: [["list"]],
  hooks: [["list"]],
  forget: [
    ["--session", SESSION, "--dry-run"],
    ["--match", "Ask", "--dry-run"],
  ],
};

test("every command that shows stored data prints it without characters that act", async () => {
  const evil: string[] = [];
  let shown = 0;
  for (const [name, calls] of Object.entries(CALLS) as [CommandName, string[][]][]) {
    expect(COMMAND_NAMES).toContain(name);
    for (const args of calls)
      for (const json of [[], ["--json"]]) {
        const { raw, error } = await cli.run(name, ...args, ...json);
        if (FORBIDDEN.test(raw.replaceAll("\r\n", "\n"))) evil.push([name, ...args, ...json].join(" "));
        if (/owned|TS2322/.test(raw + error)) shown++;
      }
  }
  expect(evil).toEqual([]);
  // The test would pass if nothing was shown.
  expect(shown).toBeGreaterThan(20);
});

test("what goes wrong is said without them too", async () => {
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, "main.ts"),
      "memory",
      "show",
      `project://${EVIL.replaceAll("\0", "")}`,
    ],
    { stdout: "pipe", stderr: "pipe", env: { ...process.env, PAWL_HOME: cli.home.dir } },
  );
  const said = await new Response(child.stderr).text();
  expect(said).toContain("owned");
  expect(said).not.toMatch(FORBIDDEN);
});
