/** `pawl import` with files that are no transcripts, odd transcripts, and Pawl's own exports; with the real program. */
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScratch } from "./harness/scratch.ts";
import { createPawl, type Pawl } from "./pawl.ts";

const time = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z`;
const line = (minute: number, more: object) =>
  JSON.stringify({
    sessionId: "s1",
    uuid: `u${minute}`,
    timestamp: time(minute),
    cwd: "/home/ann/shop",
    ...more,
  });
const prompt = (minute: number, content: string) =>
  line(minute, { type: "user", message: { role: "user", content } });
const call = (minute: number, command: string, result: string, isError = false) => [
  line(minute, {
    type: "assistant",
    message: { content: [{ type: "tool_use", id: `t${minute}`, name: "Bash", input: { command } }] },
  }),
  line(minute + 1, {
    type: "user",
    message: {
      content: [{ type: "tool_result", tool_use_id: `t${minute}`, content: result, is_error: isError }],
    },
  }),
];

const stored = async (pawl: Pawl) =>
  JSON.parse((await pawl.run(["export"])).stdout) as Record<string, unknown[]>;

test("what is no transcript is refused in one sentence, and nothing is stored or awaited", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  const at = (name: string) => join(scratch.root, name);
  writeFileSync(at("notes.jsonl"), '{"note":"buy milk"}\n{"note":"call home"}\n{}\n');
  writeFileSync(at("package.json"), '{\n  "name": "x",\n  "version": "1.0.0"\n}\n');
  writeFileSync(at("typed.jsonl"), '{"type":"note","text":"no session, no time"}\n');
  writeFileSync(at("text.jsonl"), "just words\n");
  writeFileSync(at("list.json"), "[1, 2]\n");
  writeFileSync(at("good.jsonl"), `${prompt(1, "hello")}\n`);
  expect(Bun.spawnSync(["mkfifo", at("pipe.jsonl")]).exitCode).toBe(0);
  symlinkSync("/dev/zero", at("zero.jsonl"));
  for (const name of [
    "notes.jsonl",
    "package.json",
    "typed.jsonl",
    "text.jsonl",
    "list.json",
    "pipe.jsonl",
    "zero.jsonl",
  ]) {
    // Beside a good one: a mistyped name must not leave half an import.
    const ran = await pawl.run(["import", at("good.jsonl"), at(name)]);
    expect([name, ran.exitCode, ran.stdout]).toEqual([name, 1, ""]);
    expect(ran.stderr).toContain(`${name} is `);
    expect(ran.stderr.trim().split("\n")).toHaveLength(1);
  }
  expect((await stored(pawl)).sessions).toEqual([]);
}, 180_000);

test("in a folder, what is no transcript adds no session, and a deeply nested line costs no other line", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  const folder = join(scratch.root, "transcripts");
  mkdirSync(folder);
  writeFileSync(join(folder, "empty-objects.jsonl"), "{}\n".repeat(50_000));
  writeFileSync(join(folder, "notes.jsonl"), '{"note":"buy milk"}\n');
  expect(Bun.spawnSync(["mkfifo", join(folder, "pipe.jsonl")]).exitCode).toBe(0);
  symlinkSync("/dev/zero", join(folder, "zero.jsonl"));
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  const deep = (minute: number, depth: number) =>
    line(minute, { type: "user", toolUseResult: "X", message: { content: "Y" } }).replace(
      '"X"',
      nested(depth),
    );
  const lines = [prompt(1, "first"), nested(20_000), deep(2, 20_000), nested(200_000), "[".repeat(100_000)];
  for (const [i, depth] of [500, 1000, 3000, 6000, 10_000].entries()) {
    const input = line(10 + i, {
      type: "assistant",
      message: { content: [{ type: "tool_use", id: `d${depth}`, name: "Bash", input: "X" }] },
    });
    lines.push(input.replace('"X"', nested(depth)));
  }
  lines.push(prompt(30, "last"));
  writeFileSync(join(folder, "s1.jsonl"), `${lines.join("\n")}\n`);
  const result = await pawl.json<{ sessions: number; prompts: number; skipped: number }>(["import", folder]);
  expect(result.sessions).toBe(1);
  expect(result.prompts).toBeGreaterThanOrEqual(2);
  expect(result.skipped).toBeGreaterThan(50_000);
  const [session] = (await stored(pawl)).sessions as { prompts: { text: string }[] }[];
  const texts = session?.prompts.map(({ text }) => text) ?? [];
  expect([texts[0], texts.at(-1)]).toEqual(["first", "last"]);
}, 180_000);

/** Sessions with learned solutions, memories with versions and relations. */
async function record(pawl: Pawl, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const lines = [
    prompt(1, "The build fails. Always use pnpm in this project."),
    ...call(2, "npm run build", "Exit code 1\nError: Cannot find module 'left-pad'", true),
    ...call(4, "npm install left-pad", "added 1 package"),
    ...call(6, "npm run build", "built"),
    line(8, {
      type: "assistant",
      message: { id: "m", stop_reason: "end_turn", content: [{ type: "text", text: "It was missing." }] },
    }),
  ];
  writeFileSync(join(folder, "s1.jsonl"), `${lines.join("\n")}\n`);
  await pawl.json(["import", folder]);
  for (const [uri, ...texts] of [
    ["project://money", "Whole euros.", "Whole cents."],
    ["project://prices", "Prices are net."],
    ["user://tabs", "Tabs, not spaces."],
  ]) {
    for (const text of texts)
      expect((await pawl.run(["remember", text, "--uri", uri ?? ""])).exitCode).toBe(0);
  }
  await pawl.run(["memory", "edit", "project://prices", "--status", "deprecated"]);
}

/** Without what names a row in its own store, and without the time of the last look. */
function comparable(value: Record<string, unknown>): unknown {
  const drop = new Set(["id", "redaction", "accessCount", "accessedAt", "version", "pawl"]);
  return JSON.parse(JSON.stringify(value, (key, inner) => (drop.has(key) && key !== "" ? undefined : inner)));
}

test("an export is read back: another home has the same sessions, memories and solutions; twice is once", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  await using other = await createPawl({ ...scratch, root: join(scratch.root, "other") });
  await record(pawl, join(scratch.root, "transcripts"));
  const before = await stored(pawl);
  expect(before.sessions).toHaveLength(1);
  expect(before.solutions?.length).toBeGreaterThan(0);
  expect(before.memories?.length).toBeGreaterThanOrEqual(3);
  const file = join(scratch.root, "export.json");
  writeFileSync(file, (await pawl.run(["export"])).stdout);

  const first = await other.json<Record<string, number>>(["import", file]);
  expect(first).toMatchObject({ files: 1, sessions: 1, prompts: 1, observations: 3, skipped: 0 });
  expect(first.memories).toBeGreaterThanOrEqual(3);
  expect(comparable(await stored(other))).toEqual(comparable(before));

  const again = await other.json<Record<string, number>>(["import", file]);
  expect(again).toMatchObject({
    sessions: 0,
    prompts: 0,
    observations: 0,
    memories: 0,
    solutions: 0,
    skipped: 0,
  });
  expect(comparable(await stored(other))).toEqual(comparable(before));

  // What is newer here stays.
  await other.run(["remember", "Whole cents, as bigint.", "--uri", "project://money"]);
  await other.run(["import", file]);
  const { memories } = await stored(other);
  const money = (memories as { uri: string; content: string }[]).find(({ uri }) => uri === "project://money");
  expect(money?.content).toBe("Whole cents, as bigint.");
  expect((await other.run(["import", file])).stdout).toContain("New or newer from exports: 0 memories");
}, 180_000);

test("an export that was formatted, written by an older version, or edited is read as far as it is one", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  await record(pawl, join(scratch.root, "transcripts"));
  const text = (await pawl.run(["export"])).stdout;
  const expected = comparable(await stored(pawl));
  const value = JSON.parse(text);
  const key = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const forms: Record<string, string> = {
    formatted: JSON.stringify(value, null, 2),
    oneLine: JSON.stringify(value),
    older: text.replace(/^\{"pawl":\{[^}]*\},\n/, "{"),
  };
  expect(forms.older).toStartWith('{"memories":');
  for (const [name, form] of Object.entries(forms)) {
    await using other = await createPawl({ ...scratch, root: join(scratch.root, name) });
    const file = join(scratch.root, `${name}.json`);
    writeFileSync(file, form);
    expect([name, await other.json(["import", file])]).toEqual([
      name,
      expect.objectContaining({ sessions: 1, skipped: 0 }),
    ]);
    expect(comparable(await stored(other))).toEqual(expected);
  }

  await using edited = await createPawl({ ...scratch, root: join(scratch.root, "edited") });
  const foreign = structuredClone(value.sessions[0]);
  foreign.session.id = "s2";
  value.sessions[0].prompts[0].text = `The key is ${key}`;
  value.sessions.push(foreign, { session: {} }, 7);
  value.memories.push({ uri: 1 }, { ...value.memories[0], uri: "no uri" });
  const file = join(scratch.root, "edited.json");
  writeFileSync(file, JSON.stringify(value));
  // A session with the keys of another one, one without fields, a number, and a memory without a URI.
  expect(await edited.json(["import", file])).toMatchObject({ sessions: 1, skipped: 4 });
  expect((await edited.run(["export"])).stdout).not.toContain(key);
  expect(readFileSync(file, "utf8")).toContain(key);
}, 180_000);
