/** What somebody wrote down about an error, at the failure. */

import { expect, test } from "bun:test";
import { observation } from "../../test/contract/fixtures.ts";
import { occasion } from "../../test/hook-call.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { BY_HAND } from "../memory/records/knowledge.ts";
import { knowledgeIn } from "../memory/sql/index.ts";
import { solutionFor } from "./failure.ts";

async function solved(errorSample: string, response: string): Promise<string | undefined> {
  await using app = await openTestApp();
  const { ctx } = await occasion(app, "PostToolUseFailure", {
    tool_name: "Bash",
    tool_input: { command: "npm test" },
    error: response,
  });
  await knowledgeIn(app.store).saveSolution({
    ...{ project: ctx.project, fingerprint: "f", kind: BY_HAND, toolName: "Bash", errorSample },
    ...{ text: "Restart the proxy.", steps: [], redaction: 1, at: Date.UTC(2026, 2, 1, 12) },
    source: "user" as const,
  });
  // The app is closed when this returns.
  return await solutionFor("PostToolUseFailure", observation("s", ctx.at, { ok: false, response }), ctx);
}

test("a solution by hand comes where its error's first line stands in the output", async () => {
  const text = await solved("proxy lost\nmore of it", "Exit code 1\nError: proxy lost at noon");
  expect(text).toContain("About this failure:");
  expect(text).toContain(
    "“proxy lost more of it” is known: “Restart the proxy.” (written down by the user, 2026-03-01)",
  );
  expect(await solved("proxy lost", "Exit code 1\nError: another thing")).toBeUndefined();
});

test("a piece of text of fewer than eight characters stands everywhere, and brings nothing", async () => {
  expect(await solved("lost itx", "Exit code 1\nError: lost itx")).toContain("Restart the proxy.");
  expect(await solved("lost it", "Exit code 1\nError: lost it")).toBeUndefined();
});
