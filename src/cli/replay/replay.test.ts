/** `pawl replay` on transcripts made up here: what is judged, chosen as examples and refused. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../../test/cli-call.ts";

const DAY = 86_400_000;
/** Fixed: its path is part of what a session is shown, and a long one leaves less room for the rest. */
const PROJECT = "/shop";
let cli: Awaited<ReturnType<typeof openCli>>;
let folder: string;
beforeEach(async () => {
  cli = await openCli();
  folder = join(cli.root, "transcripts");
  mkdirSync(folder);
});
afterEach(() => cli[Symbol.dispose]());

/** One session a day: asks for the same thing, edits the same file and runs the same tests. */
function write(day: number, said = "Round the invoice totals to the quantum of the currency"): void {
  const id = `session-${day}`;
  let number = 0;
  const line = (type: string, fields: object) => {
    number++;
    return JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      cwd: PROJECT,
      sessionId: id,
      version: "2.1.325",
      type,
      ...fields,
      uuid: `${id}-${number}`,
      timestamp: new Date(Date.UTC(2026, 0, 5) + day * DAY + number * 1000).toISOString(),
    });
  };
  const user = (content: unknown, more: object = {}) =>
    line("user", { message: { role: "user", content }, promptId: "p1", ...more });
  const assistant = (content: object[], stop_reason: string) =>
    line("assistant", { message: { id: `msg_${id}_${number}`, role: "assistant", content, stop_reason } });
  const call = (tool: string, name: string, input: object, answer: string) => [
    assistant([{ type: "tool_use", id: `toolu_${id}_${tool}`, name, input }], "tool_use"),
    user([{ type: "tool_result", tool_use_id: `toolu_${id}_${tool}`, content: answer }], {
      toolUseResult: answer,
    }),
  ];
  const file = join(PROJECT, "src/totals.ts");
  const lines = [
    user(said),
    ...call("1", "Edit", { file_path: file, old_string: `${day}`, new_string: `${day + 1}` }, "done"),
    ...call("2", "Bash", { command: "npm test" }, "3 passed, 0 failed"),
    assistant([{ type: "text", text: "The lines are added first, then rounded." }], "end_turn"),
    "",
  ];
  writeFileSync(join(folder, `${id}.jsonl`), lines.join("\n"));
}

test("past sessions are judged by those before them, and nothing of the user's is touched", async () => {
  for (let day = 0; day < 7; day++) write(day);
  const report = await cli.json("replay", folder);
  expect(report).toMatchObject({ sessions: 7, measured: 2, projects: 1 });
  expect(report).not.toHaveProperty("rules");
  expect(await cli.json("replay", folder, "--earlier", "0")).toMatchObject({ measured: 7 });
  expect(existsSync(cli.home.database)).toBe(false);
  const shown = await cli.text("replay", folder, "--earlier", "6");
  expect(shown.split("\n")[0]).toBe(
    "7 sessions of 1 project; judged: 1, those with at least 6 earlier sessions of their project.",
  );
  expect(shown).not.toContain("Rules");
});

test("--rules lists what was learned from the user's own words, waiting ones last", async () => {
  write(0, "Always run the linter before a commit. Never use floats for money.");
  write(1, "Always run the linter before a commit.");
  write(2);
  const { rules } = (await cli.json("replay", folder, "--rules")) as unknown as {
    rules: { status: string; said: string; project: string; text: string }[];
  };
  expect(rules.length).toBeGreaterThan(0);
  expect(rules[0]).toMatchObject({ project: PROJECT, said: "2026-01-05" });
  const listed = (await cli.text("replay", folder, "--rules")).split("\n\n").at(-1);
  expect(listed).toMatchInlineSnapshot(`
    "Rules: 2 active, 0 proposed or archived.
      active    2026-01-05  Never use floats for money.
      active    2026-01-05  Always run the linter before a commit."
  `);
});

test("--project puts sessions of different folders together", async () => {
  write(0);
  const other = join(cli.root, "other");
  mkdirSync(other);
  const text = await Bun.file(join(folder, "session-0.jsonl")).text();
  const moved = text
    .replaceAll(PROJECT, other)
    .replaceAll("session-0", "session-9")
    .replaceAll("2026-01", "2026-02");
  writeFileSync(join(folder, "session-9.jsonl"), moved);
  expect(await cli.json("replay", folder)).toMatchObject({ projects: 2 });
  expect(await cli.json("replay", folder, "--project", other)).toMatchObject({ projects: 1 });
});

test("without transcripts, with a wrong path or a wrong number it is refused", async () => {
  for (const args of [[folder], [], [join(cli.root, "nowhere")], [folder, "--earlier", "1.5"]])
    expect([args, (await cli.run("replay", ...args)).exitCode]).toEqual([args, 2]);
  write(0);
  expect((await cli.run("replay", folder, "--earlier", "no")).error).toMatchInlineSnapshot(
    `"--earlier must be a whole number, not no."`,
  );
  // Without a path: the clients' own folders.
  const own = join(cli.root, "home", ".claude", "projects", "p");
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "s.jsonl"), await Bun.file(join(folder, "session-0.jsonl")).text());
  expect(await cli.json("replay")).toMatchObject({ sessions: 1 });
});

test("--live judges what was really injected", async () => {
  expect(await cli.text("replay", "--live")).toMatchInlineSnapshot(`
    "0 sessions in your memory.
    Nothing was injected yet, so there is nothing to judge.

    No hold-out. With { "recall": { "holdout": 0.1 } } one session in ten gets nothing inferred, and the two groups can be compared."
  `);
  expect(await cli.json("replay", "--live")).toMatchObject({ sessions: 0, kinds: [] });
});
