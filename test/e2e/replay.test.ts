/** `pawl replay`, by the program itself, on transcripts made up here. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScratch } from "./harness/scratch.ts";
import { createPawl } from "./pawl.ts";

const LIMIT = 120_000;
const DAY = 86_400_000;

/** One session a day: asks for the same thing, edits the same file and runs the same tests. */
function transcript(id: string, day: number, project: string): string {
  let number = 0;
  const line = (type: string, fields: object) => {
    number++;
    return JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      cwd: project,
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
  return [
    user("Round the invoice totals to the quantum of the currency"),
    ...call(
      "1",
      "Edit",
      { file_path: join(project, "src/totals.ts"), old_string: `${day}`, new_string: `${day + 1}` },
      "done",
    ),
    ...call("2", "Bash", { command: "npm test" }, "3 passed, 0 failed"),
    assistant(
      [{ type: "text", text: "Never round before the sum: always add the invoice lines first." }],
      "end_turn",
    ),
    "",
  ].join("\n");
}

test(
  "past sessions are replayed, judged against a control, and nothing of the user's is touched",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const folder = join(scratch.root, "transcripts");
    mkdirSync(folder);
    for (let day = 0; day < 8; day++) {
      const text = transcript(`session-${day}`, day, scratch.project);
      if (day % 2 === 0) writeFileSync(join(folder, `session-${day}.jsonl`), text);
      else writeFileSync(join(folder, `session-${day}.jsonl.gz`), Bun.gzipSync(text));
    }
    const before = readdirSync(scratch.project);
    const report = await pawl.json<{
      sessions: number;
      measured: number;
      tokensPerSession: { mean: number; median: number };
      kinds: { event: string; kind: string; items: number; used: number; control: number | null }[];
      solutions: object;
      ranking: { queries: number; pawl: number; fts: number; newest: number };
      silent: number;
    }>(["replay", folder, "--rules"]);
    expect(report).toMatchObject({ sessions: 8, measured: 3, solutions: { offered: 0, known: 0, cured: 0 } });
    expect(report.tokensPerSession.mean).toBeGreaterThan(0);
    // All sessions are alike: whatever is injected at the start is used, and so is any random item.
    const start = report.kinds.filter(({ kind, control }) => kind === "command" && control !== null);
    for (const { used, control } of start) expect([used, control]).toEqual([1, 1]);
    // Every earlier session is related, so whoever comes first is right.
    expect(report.ranking).toEqual({ queries: 7, pawl: 1, fts: 1, newest: 1 });
    expect(report.silent).toBe(1);

    const text = await pawl.run(["replay", folder]);
    expect(text).toMatchObject({ exitCode: 0, stderr: "" });
    expect(text.stdout).toContain("8 sessions of 1 project; judged: 3, those with at least 5 earlier");
    expect(text.stdout).toMatch(/everything inferred +\d+/);
    expect(existsSync(join(pawl.home, "pawl.db"))).toBe(false);
    expect(readdirSync(scratch.project)).toEqual(before);

    const live = await pawl.run(["replay", "--live"]);
    expect(live.stdout).toContain("Nothing was injected yet");
    expect(live.stdout).toContain("No hold-out.");
  },
  LIMIT,
);

test(
  "what cannot be replayed is said",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const none = await pawl.run(["replay"]);
    expect(none.exitCode).toBe(2);
    expect(none.stderr).toContain("No transcripts found to replay.");
    const gone = await pawl.run(["replay", join(scratch.root, "gone")]);
    expect(gone.stderr).toContain("Not found:");
    const odd = await pawl.run(["replay", scratch.project, "--earlier", "many"]);
    expect(odd.stderr).toContain("--earlier must be a whole number, not many");
  },
  LIMIT,
);
