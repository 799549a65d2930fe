/** What the documents tell people to type: every command and option exists, and README and tour are run as written. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { COMMAND_NAMES, COMMANDS } from "../../src/cli/commands.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { openProgram, type Program } from "./program.ts";

const root = resolve(import.meta.dir, "../..");
const DOCUMENTS = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** `pawl …` in backticks and in blocks of shell, without comments. */
function commandsIn(text: string): string[] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => block.split("\n"));
  const inline = [...text.matchAll(/`(pawl(?: [^`\n]+)?)`/g)].map(([, line = ""]) => line);
  return [...blocks, ...inline]
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter((line) => /^pawl(?: |$)/.test(line));
}

test.each(DOCUMENTS)("%s names only commands and options that exist", async (file) => {
  const wrong: string[] = [];
  for (const line of commandsIn(read(file))) {
    const [, name, ...words] = line.split(/[\s|,]+/);
    // `pawl [COMMAND]` and `pawl …` stand for any.
    if (name === undefined || !/^[a-z]/.test(name) || name === "help") continue;
    const known = COMMAND_NAMES.find((one) => one === name);
    if (known === undefined) {
      wrong.push(line);
      continue;
    }
    const { command } = await COMMANDS[known]();
    const options = new Set([...Object.keys(command.options), "help"]);
    const given = words.flatMap((word) => /^\[?--([a-z][a-z-]*)/.exec(word)?.[1] ?? []);
    if (command.lenient !== true && given.some((option) => !options.has(option))) wrong.push(line);
  }
  expect(wrong).toEqual([]);
});

let program: Program;
beforeAll(async () => {
  program = await openProgram();
  mkdirSync(join(program.project, "src"));
  writeFileSync(join(program.project, "src/totals.ts"), "export {};\n");
  const at = Date.now() - 60_000;
  const { project } = program;
  await program.stored((store) =>
    recordsIn(store).record({
      session: { id: "29f1af35-0000", project, cwd: project, at, transcriptPath: join(project, "t.jsonl") },
      prompts: [
        { key: "p", sessionId: "29f1af35-0000", at, redaction: 1, text: "Fix the rounding of all totals" },
      ],
    }),
  );
});
afterAll(() => program[Symbol.dispose]());

/** Words in capitals are what the reader fills in. */
const FILLED: Readonly<Record<string, string>> = {
  WORDS: "rounding",
  FILE: "src/totals.ts",
  ID: "29f1af35",
  DIR: "src",
};
/** These start a daemon, a client or an interface of their own; other tests run them. */
const STARTS = /^pawl (?:up|ui|resume|uninstall)\b/;

test.each(["README.md", "docs/tour.md"])(
  "every command of %s runs as it is written",
  async (file) => {
    const lines = [...new Set(commandsIn(read(file)))].filter((line) => !STARTS.test(line));
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const args = line
        .split(/\s+/)
        .slice(1)
        .map((word) => FILLED[word] ?? word.replace(/^~(?=\/)/, program.root));
      const { exitCode, stderr } = await program.run(args);
      // Without a terminal nothing is deleted, and forget asks for a choice.
      const isQuestion = line === "pawl forget";
      expect([line, isQuestion ? 2 : 0, stderr === "" || isQuestion]).toEqual([line, exitCode, true]);
    }
  },
  60_000,
);

test("README has at most 700 words", () => {
  expect(read("README.md").split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(700);
});
