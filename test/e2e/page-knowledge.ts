/** The memories of the story: some by hand, one proposal, a solution, and the user's own hooks. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { knowledgeIn, memoriesIn } from "../../src/memory/sql/index.ts";
import { openStore } from "../../src/store/open.ts";
import type { Pawl } from "./pawl.ts";

export async function learnStory(pawl: Pawl, shop: string, sessionId: string): Promise<void> {
  const remember = async (uri: string, priority: number, text: string) => {
    const ran = await pawl.run(["remember", text, "--uri", uri, "--priority", String(priority)], {
      cwd: shop,
    });
    if (ran.exitCode !== 0) throw new Error(ran.stderr);
  };
  await remember("project://money/rounding", 1, "Totals are rounded to cents only when they are shown.");
  await remember("project://money/currency", 4, "All prices are in euros; the cart never mixes currencies.");
  await remember("project://testing/command", 2, "Tests run with: node --test");
  await remember("user://style/commits", 3, "Commit messages say why, in one line.");

  // This test is not about learning, so its results are inserted directly.
  const store = await openStore({ database: join(pawl.home, "pawl.db") });
  const at = Date.now();
  await memoriesIn(store).saveMemory({
    uri: "project://rules/invoice-totals",
    project: shop,
    content: "Always take totals from totals.ts, never add prices up again.",
    origin: "derived",
    author: "pawl",
    redaction: 1,
    at,
    provenance: { sessionId, evidence: "always take the totals from totals.ts" },
  });
  await memoriesIn(store).relate(
    shop,
    { from: "project://money/rounding", to: "project://money/currency", kind: "depends_on" },
    at,
  );
  const solution = await knowledgeIn(store).saveSolution({
    project: shop,
    fingerprint: "Bash node: expected <n>, got <n>",
    kind: "test",
    toolName: "Bash",
    errorSample: "Error: expected 0.3, got 0.30000000000000004",
    text: "Round with toFixed(2) where the total is shown, and compare rounded values in the check.",
    steps: [],
    source: "derived",
    redaction: 1,
    at,
  });
  for (const key of ["a", "b", "c"])
    await knowledgeIn(store).countSolution(solution.id, "success", { key, sessionId, at });
  await store.close();
  await writeHooks(pawl, shop);
}

async function writeHooks(pawl: Pawl, shop: string): Promise<void> {
  const user = {
    PostToolUse: [
      {
        matcher: 'tool == "Write"',
        description: "Note every new file",
        hooks: [{ type: "prompt", prompt: "A new file: $FILE" }],
      },
    ],
  };
  await writeFile(
    join(pawl.home, "config.json"),
    `${JSON.stringify({ port: pawl.port, hooks: user }, null, 2)}\n`,
  );
  const project = {
    PreToolUse: [
      {
        matcher: 'tool_input.command matches "*--force*"',
        description: "Nobody pushes by force",
        hooks: [{ type: "command", command: "echo 'Not by force.' >&2; exit 2", onError: "deny" }],
      },
    ],
  };
  await mkdir(join(shop, ".claude"), { recursive: true });
  await writeFile(join(shop, ".claude", "pawl.json"), `${JSON.stringify({ hooks: project }, null, 2)}\n`);
}
