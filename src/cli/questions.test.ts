/** What a person is asked at a terminal, and what each answer does. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../test/cli-call.ts";
import { asked } from "../../test/contract/fixtures.ts";
import { writeTranscript } from "../../test/faults/records.ts";
import { atTerminal } from "../../test/person-at-terminal.ts";
import { readImportMark } from "../daemon/import/upkeep.ts";
import { recordsIn } from "../store/records/queries.ts";
import { offerImport } from "./import/offer.ts";
import { confirm } from "./person.ts";

const AT = Date.UTC(2026, 0, 15, 12);
let cli: Awaited<ReturnType<typeof openCli>>;
beforeEach(async () => {
  cli = await openCli();
});
afterEach(() => cli[Symbol.dispose]());

const captured = async (act: () => Promise<unknown>): Promise<string> => {
  let written = "";
  const write = process.stdout.write;
  process.stdout.write = ((text: string | Uint8Array) => {
    written += typeof text === "string" ? text : new TextDecoder().decode(text);
    return true;
  }) as typeof write;
  try {
    await act();
  } finally {
    process.stdout.write = write;
  }
  return Bun.stripANSI(written).replaceAll("\r", "");
};
const answered = (answers: string[], otherwise?: boolean) =>
  atTerminal(answers, async () => {
    let answer: boolean | undefined;
    const shown = await captured(async () => {
      answer = await confirm("Really?", otherwise);
    });
    return { answer, shown };
  });

describe("a question", () => {
  test("y and yes agree, n and no do not, Enter is what stands in capitals", async () => {
    for (const [given, expected] of [
      ["y", true],
      ["YES", true],
      ["n", false],
      ["No", false],
      ["", false],
    ] as const)
      expect([given, (await answered([given])).answer]).toEqual([given, expected]);
    expect((await answered([""], true)).answer).toBe(true);
    expect((await answered(["n"], true)).answer).toBe(false);
    expect((await answered(["y"])).shown).toContain("Really? [y/N]");
    expect((await answered(["y"], true)).shown).toContain("Really? [Y/n]");
  });

  test("anything else is asked again", async () => {
    const { answer, shown } = await answered(["yesterday", "y"]);
    expect(answer).toBe(true);
    expect(shown).toContain("Please answer y or n.");
    expect(shown.split("Really?").length).toBeGreaterThan(2);
  });

  test("where nobody is there, it is not asked", async () => {
    expect(await confirm("Really?")).toBeUndefined();
  });
});

const run = (answers: string[], ...args: Parameters<typeof cli.text>) =>
  atTerminal(answers, async () => (await cli.text(...args)).replaceAll("\r", ""));
const record = () =>
  cli.withStore((store) =>
    recordsIn(store).record(asked("0123abcd-1", AT, "Round it", { project: cli.project, cwd: cli.project })),
  );

test("who does not want a handoff gets none, and is told so", async () => {
  await record();
  const said = await run(["n"], "handoff", "0123");
  expect(said).toContain("handoff-0123abcd.json");
  expect(said.split("\n").at(-1)).toMatchInlineSnapshot(`"Nothing was written or handed over."`);
  expect(existsSync(join(cli.project, "handoff-0123abcd.json"))).toBe(false);
  await run(["y"], "handoff", "0123");
  expect(existsSync(join(cli.project, "handoff-0123abcd.json"))).toBe(true);
});

test("a purge offers a backup first, and goes only with a yes", async () => {
  await record();
  const backups = () => readdirSync(join(cli.root, "home")).filter((name) => name.includes("backup"));
  const kept = await run(["n", "n"], "uninstall", "--purge");
  expect(kept.split("\n").at(-1)).toBe("Nothing changed.");
  expect([existsSync(cli.home.database), backups().length]).toEqual([true, 0]);
  await run(["", "n"], "uninstall", "--purge");
  expect([existsSync(cli.home.database), backups().length]).toEqual([true, 1]);
  const gone = await run(["n", "y"], "uninstall", "--purge");
  expect(gone).toContain("Deleted ~/pawl.");
  expect(existsSync(cli.home.dir)).toBe(false);
  // With nothing in it, there is nothing to back up.
  mkdirSync(cli.home.dir);
  expect(await run(["y"], "uninstall", "--purge")).toContain("Deleted ~/pawl.");
});

test("restoring asks before it replaces what is there", async () => {
  await record();
  const file = join(cli.root, "safe.db");
  await cli.run("backup", file);
  expect(await run(["n"], "restore", file)).toContain("Use --yes");
  expect(await run(["y"], "restore", file)).toContain("Restored 1 session.");
});

test("past sessions are offered once: yes imports them, no is remembered", async () => {
  const offered = (answers: string[]) => atTerminal(answers, () => captured(offerImport));
  expect(await offered([])).toBe("");
  writeTranscript(join(cli.root, "home"), "w1", 3);
  const later = (await offered(["n"])).replace(/\S*bin\/pawl/, "pawl");
  expect(later).toContain("Import your 1 past session (0.0 MB, about 1 s)? [Y/n]");
  expect(later).toEndWith("To import later: pawl import\n");
  expect(readImportMark(cli.home)).toMatchObject({ declined: true });
  expect(await cli.withStore((store) => recordsIn(store).stats())).toMatchObject({ sessions: 0 });
  expect(await offered([""])).toContain("Imported 1 session, 1 prompt, 3 tool calls");
  expect(await offered([])).toBe("");
});

test("an import from claude-mem is asked for, and no changes nothing", async () => {
  const file = join(cli.root, "claude-mem.db");
  writeFileSync(file, "");
  const said = await run(["n"], "import", "--from", "claude-mem", file);
  expect(said.split("\n").at(-1)).toBe("Nothing changed.");
  expect(await run(["y"], "import", "--from", "claude-mem", file)).toContain("Imported 0 memories");
});
