import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Usage } from "../../clients/usage.ts";
import { costOf, priceOf } from "./prices.ts";
import { collectUsage } from "./read.ts";
import { type CostKey, sumCost } from "./sum.ts";

const dir = mkdtempSync(join(tmpdir(), "pawl-cost-"));
afterAll(() => rmSync(dir, { recursive: true }));

function write(name: string, lines: readonly (object | string)[]): string {
  const path = join(dir, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(
    path,
    lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
  );
  return path;
}

const said = (id: string, output: number, more: object = {}) => ({
  type: "assistant",
  timestamp: "2026-03-01T10:00:00Z",
  sessionId: "one",
  cwd: "/p/shop",
  gitBranch: "main",
  requestId: `request-${id}`,
  message: {
    id,
    model: "claude-opus-4-5-20251101",
    usage: {
      input_tokens: 10,
      output_tokens: output,
      cache_read_input_tokens: 1000,
      cache_creation_input_tokens: 300,
      cache_creation: { ephemeral_5m_input_tokens: 200, ephemeral_1h_input_tokens: 100 },
    },
  },
  ...more,
});

test("an answer counts once, with its last count, also where a resumed session repeats its lines", async () => {
  write("claude/projects/a/one.jsonl", [said("m1", 1), { type: "user" }, said("m1", 70), '{"broken']);
  write("claude/projects/a/two.jsonl", [said("m1", 70), said("m2", 5, { sessionId: "two" })]);
  write("claude/projects/a/one/subagents/agent-x.jsonl", [said("m3", 9, { isSidechain: true })]);
  const { usages, broken, files } = await collectUsage([join(dir, "claude")]);
  expect(usages.map(({ sessionId, output }) => [sessionId, output]).sort()).toEqual([
    ["one", 70],
    ["one", 9],
    ["two", 5],
  ]);
  expect([files, broken]).toEqual([3, 0]);
  expect(usages[0]).toMatchObject({ input: 10, cacheRead: 1000, cacheWrite: 200, cacheWriteHour: 100 });
});

test("a client's own message and a line without counts are no answer; a broken line is counted", async () => {
  const synthetic = { ...said("m9", 5).message, model: "<synthetic>" };
  write("odd/a.jsonl", [
    said("m9", 5, { message: synthetic }),
    '{"type":"assistant","usage": broken',
    said("m8", 5, { timestamp: "never" }),
    { type: "assistant", message: { usage: {} } },
  ]);
  expect(await collectUsage([join(dir, "odd")])).toMatchObject({ usages: [], broken: 1 });
});

const counted = (total: number[], last: number[]) => ({
  timestamp: "2026-03-02T10:00:00Z",
  type: "event_msg",
  payload: { type: "token_count", info: { total_token_usage: sums(total), last_token_usage: sums(last) } },
});
const sums = ([input_tokens, cached_input_tokens, output_tokens]: number[]) => ({
  input_tokens,
  cached_input_tokens,
  output_tokens,
});
const THREAD = "019ed50c-2fb3-7002-a384-360bea6e7f04";
const FORK = "019ed50c-2fb3-7002-a384-360bea6e7f05";
const meta = (id: string) => ({
  timestamp: "2026-03-02T09:00:00Z",
  type: "session_meta",
  payload: { id, cwd: "/p/shop", git: { branch: "topic" } },
});
const turn = {
  timestamp: "2026-03-02T09:30:00Z",
  type: "turn_context",
  payload: { turn_id: "t1", model: "gpt-5.5" },
};

test("Codex counts sums: a repeated sum adds nothing, one that shrinks begins again, a fork's copy is no new answer", async () => {
  const copied = [turn, counted([100, 40, 7], [100, 40, 7]), counted([100, 40, 7], [100, 40, 7])];
  write(`codex/rollout-2026-03-02T09-00-00-${THREAD}.jsonl`, [
    meta(THREAD),
    ...copied,
    counted([160, 90, 9], [60, 50, 2]),
    counted([30, 10, 1], [30, 10, 1]),
    { timestamp: "x", type: "event_msg", payload: { type: "token_count", info: null } },
  ]);
  write(`codex/rollout-2026-03-02T11-00-00-${FORK}.jsonl`, [meta(FORK), ...copied]);
  const { usages } = await collectUsage([join(dir, "codex")]);
  const counts = ({ sessionId, input, cacheRead, output }: Usage) => [sessionId, input, cacheRead, output];
  expect(usages.map(counts)).toEqual([
    [THREAD, 60, 40, 7],
    [THREAD, 10, 50, 2],
    [THREAD, 20, 10, 1],
  ]);
  expect(usages[0]).toMatchObject({ model: "gpt-5.5", branch: "topic", folder: "/p/shop" });
});

const usage = (more: Partial<Usage>): Usage => ({
  key: "k",
  at: Date.parse("2026-03-01T12:00:00"),
  sessionId: "one",
  folder: "/p/shop/sub",
  branch: "main",
  model: "claude-opus-4-5-20251101",
  input: 1_000_000,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteHour: 0,
  ...more,
});
const sum = (by: CostKey, usages: Usage[], injected: Parameters<typeof sumCost>[1] = []) =>
  sumCost(usages, injected, { by, prices: {}, projectOf: () => "/p/shop" });

test("every kind of token has its own price", () => {
  const price = priceOf("claude-opus-4-5-20251101", {});
  expect(price).toMatchObject({ input: 5, output: 25 });
  if (price === undefined) return;
  expect(costOf(usage({ output: 1e6, cacheRead: 1e6, cacheWrite: 1e6, cacheWriteHour: 1e6 }), price)).toBe(
    46.75,
  );
});

test("a model is known by its name with or without date and provider; no other name is guessed at", () => {
  for (const name of [
    "claude-opus-4-5",
    "anthropic/claude-opus-4-5",
    "us.anthropic.claude-opus-4-5-20251101-v1:0",
  ])
    expect(priceOf(name, {})?.input).toBe(5);
  expect(priceOf("gpt-5.4-mini", {})?.input).toBe(0.75);
  for (const name of ["claude-opus-9", "gpt-5.99", "llama", "", "claude-opus-4-5-turbo"])
    expect(priceOf(name, {})).toBeUndefined();
});

test("the user's prices come first, and complete the table", () => {
  expect(priceOf("llama", { llama: { input: 1, output: 2 } })).toEqual({ input: 1, output: 2 });
  expect(priceOf("claude-opus-4-5-20251101", { "claude-opus-4-5": { input: 1, output: 1 } })?.input).toBe(1);
});

test("rows by day, project, session, model and branch have the same total", () => {
  const usages = [usage({}), usage({ sessionId: "two", branch: "topic", model: "claude-haiku-4-5" })];
  for (const by of ["day", "project", "session", "model", "branch"] as const) {
    const { rows, total } = sum(by, usages);
    expect(total).toMatchObject({ input: 2e6, money: 6 });
    expect(rows.reduce((all, row) => all + (row.money ?? 0), 0)).toBe(6);
  }
  expect(sum("branch", usages).rows.map(({ key }) => key)).toEqual(["main", "topic"]);
  expect(sum("project", usages).rows.map(({ key }) => key)).toEqual(["/p/shop"]);
});

test("a model without a price has tokens and no money, and is named", () => {
  const { rows, total, unpriced } = sum("model", [usage({}), usage({ model: "llama" })]);
  expect(rows.map(({ key, money }) => [key, money])).toEqual([
    ["claude-opus-4-5-20251101", 5],
    ["llama", null],
  ]);
  expect([total.input, total.money, unpriced]).toEqual([2e6, 5, ["llama"]]);
});

test("an injection counts for the answer that read it, and for none in a session without answers", () => {
  const at = Date.parse("2026-03-01T12:00:00");
  const usages = [usage({ at, branch: "main" }), usage({ at: at + 10, branch: "topic" })];
  const injected = [
    { at: at + 5, sessionId: "one", tokens: 30 },
    { at: at + 99, sessionId: "one", tokens: 2 },
    { at, sessionId: "elsewhere", tokens: 1000 },
  ];
  const { rows, total } = sum("branch", usages, injected);
  expect(rows.map(({ key, injected }) => [key, injected])).toEqual([
    ["main", 0],
    ["topic", 32],
  ]);
  expect(total.injected).toBe(32);
});
