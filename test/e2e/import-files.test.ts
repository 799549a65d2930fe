/** `pawl import` with files that are no transcripts, and odd transcripts; with the real program. */
import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
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
