import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../test/cli-call.ts";
import { recordsIn } from "../store/records/queries.ts";

let cli: Awaited<ReturnType<typeof openCli>>;
beforeAll(async () => {
  cli = await openCli();
});
afterAll(() => cli[Symbol.dispose]());

const answer = (id: string, model: string) =>
  JSON.stringify({
    type: "assistant",
    timestamp: "2026-03-01T10:00:00Z",
    sessionId: "s1",
    cwd: "/elsewhere",
    gitBranch: "main",
    requestId: id,
    message: { id, model, usage: { input_tokens: 1_000_000, output_tokens: 20_000 } },
  });

function write(lines: readonly string[]): void {
  const dir = join(cli.root, "home", ".claude", "projects", "shop");
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "s1.jsonl"), `${lines.join("\n")}\n`);
}

test("without records it says so, and creates no database", async () => {
  expect(await cli.run("cost")).toMatchObject({
    exitCode: 0,
    stdout: "No token counts found in the records of your clients.\n",
  });
});

test("tokens, money, unknown models and broken lines, and what Pawl injected", async () => {
  write([answer("a", "claude-opus-4-5"), answer("b", "llama"), '{"type":"assistant","usage": broken']);
  await cli.withStore(async (store) => {
    const at = Date.parse("2026-03-01T09:00:00Z");
    await recordsIn(store).record({
      session: { id: "s1", project: cli.project, cwd: cli.project, at },
      prompts: [{ key: "p", sessionId: "s1", at, redaction: 1, text: "Round the totals of every line" }],
    });
    await recordsIn(store).addInjection({
      sessionId: "s1",
      event: "SessionStart",
      at,
      text: "x",
      tokens: 30,
      sources: [],
    });
  });
  const { stdout } = await cli.run("cost", "--by", "session");
  expect(stdout).toMatchInlineSnapshot(`
    "Session                            Input  Output  Cache read  Cache write  From Pawl   Cost
    s1 Round the totals of every line     2M     40K           0            0         30  $5.50
    Total                                 2M     40K           0            0         30  $5.50

    1 model without a price, counted in tokens only: llama. Add prices to config.json: prices.
    1 line of the records could not be read.
    API list prices of 2026-11-06. Subscriptions cost less. From Pawl: tokens that Pawl added to the input.
    "
  `);
  const printed = JSON.parse((await cli.run("cost", "--by", "model", "--json")).stdout);
  expect(printed).toMatchObject({
    rows: [
      {
        key: "claude-opus-4-5",
        input: 1_000_000,
        output: 20_000,
        cacheRead: 0,
        cacheWrite: 0,
        injected: 30,
        money: 5.5,
      },
      { key: "llama", input: 1_000_000, money: null },
    ],
    total: { input: 2_000_000, injected: 30, money: 5.5 },
    unpriced: ["llama"],
    broken: 1,
  });
  // A session belongs to one project, whatever folder it worked in.
  const { rows } = JSON.parse((await cli.run("cost", "--by", "project", "--json")).stdout);
  expect(rows.map(({ key }: { key: string }) => key)).toEqual([cli.project]);
});

test("a date after the last answer, one in the future, and a wrong key each have a sentence", async () => {
  expect((await cli.run("cost", "--since", "1h")).stdout).toContain("No token counts");
  expect(await cli.run("cost", "--since", "2999-01-01")).toMatchObject({
    exitCode: 2,
    error: "--since 2999-01-01 is in the future. Give a date in the past.",
  });
  expect((await cli.run("cost", "--by", "week")).error).toContain("--by must be one of day, project");
});
