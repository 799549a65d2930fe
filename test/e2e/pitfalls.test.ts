/** What fails here again and again, in the real client: it is said once at the start, with what worked, until it stops. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { callTool, say, startModel } from "./harness/model.ts";
import { createPawl } from "./pawl.ts";

const LIMIT = 300_000;

/** One session in which the model runs these commands; returns its first request. */
async function session(scratch: Scratch, prompt: string, commands: readonly string[]): Promise<string> {
  const calls = commands.map((command) => callTool("Bash", { command, description: "Run it" }));
  await using model = startModel([...calls, say("Done.")]);
  const { home, project: cwd } = scratch;
  const run = await runClaude({ home, cwd, model, prompt, allowedTools: ["Bash"] });
  expect(run.exitCode).toBe(0);
  return model.mainRequests()[0]?.text ?? "";
}

const count = (text: string, part: string) => text.split(part).length - 1;

test(
  "a command that failed in three sessions is in the next first request with what worked, once, and leaves when it stops",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const scripts = { check: "node -e 0" };
    writeFileSync(join(scratch.project, "package.json"), JSON.stringify({ name: "shop", scripts }));
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    const wrong = ["npm run checks", "npm run check"];
    const pitfall = /`npm run checks` fails here \([^)]*\): `npm run check` works\./;

    const asked = ["Sort the basket by price", "Show the totals", "Round the taxes"];
    for (const prompt of asked) expect(await session(scratch, prompt, wrong)).not.toMatch(pitfall);
    const told = await session(scratch, "Print an invoice", ["npm run check"]);
    expect(told).toMatch(pitfall);
    expect(count(told, "`npm run checks` fails here")).toBe(1);

    // It counts the last ten sessions: after eight good ones, two of the three failures are left.
    for (let i = 0; i < 7; i++) await session(scratch, `Good work, part ${i}`, ["npm run check"]);
    expect(await session(scratch, "Another invoice", [])).not.toMatch(pitfall);
  },
  LIMIT,
);
