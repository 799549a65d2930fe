/** The client's memories at the moment they help: the whole text that is injected, and the ledger's line. */

import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestApp } from "../../daemon/test-app.ts";
import { slugOf } from "../../memory/client/folders.ts";
import { recordsIn } from "../../store/records/queries.ts";

async function open() {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-client-recall-")));
  const app = await openTestApp({ dir });
  const project = join(dir, "project");
  const memory = join(dir, "claude", "projects", slugOf(project), "memory");
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(memory, { recursive: true });
  writeFileSync(join(project, ".git", "HEAD"), "ref: refs/heads/main\n");
  let calls = 0;
  const send = async (event: string, sessionId: string, more: object): Promise<string> => {
    const base = { hook_event_name: event, session_id: sessionId, cwd: project, tool_use_id: `t${calls++}` };
    const response = await app.post("/hook", { ...base, ...more });
    const { hookSpecificOutput } = (await response.json()) as {
      hookSpecificOutput?: { additionalContext?: string };
    };
    return hookSpecificOutput?.additionalContext ?? "";
  };
  return {
    app,
    project,
    send,
    note(name: string, text: string) {
      writeFileSync(join(memory, name), text);
      const input = { file_path: join(memory, name), content: text };
      return send("PostToolUse", "writer", { tool_name: "Write", tool_input: input, tool_response: {} });
    },
    touch: (sessionId: string, name: string, tool = "Read") =>
      send("PreToolUse", sessionId, { tool_name: tool, tool_input: { file_path: join(project, name) } }),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
const noteOf = (name: string, description: string, body: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;

test("a file that a memory names brings it, once per session; two at most, and no other file does", async () => {
  await using at = await open();
  mkdirSync(join(at.project, "src"));
  for (const name of ["tax.ts", "cart.ts"]) writeFileSync(join(at.project, "src", name), "x");
  await at.note("tax.md", noteOf("tax", "About rounding", "In `src/tax.ts` totals are rounded to cents."));
  await at.note("tax-two.md", noteOf("tax-two", "About rates", "`src/tax.ts` reads the yearly rates."));
  await at.note("tax-three.md", noteOf("tax-three", "About dates", "`src/tax.ts` knows the days."));
  const text = await at.touch("s1", "src/tax.ts");
  expect(text).toContain("From the client's memory, on this file:");
  expect(text.match(/src\/tax\.ts/g)?.length).toBe(2);
  // The third comes with the next call, and then there is none.
  expect((await at.touch("s1", "src/tax.ts")).match(/src\/tax\.ts/g)?.length ?? 0).toBeLessThanOrEqual(1);
  expect(await at.touch("s2", "src/cart.ts")).toBe("");
  expect(await at.touch("s3", "src/tax.ts", "Glob")).toBe("");
  const [line] = await recordsIn(at.app.store).injections({ sessionId: "s1", limit: 5 });
  expect(line?.event).toBe("PreToolUse");
  expect(line?.sources.map(({ type, reason }) => [type, reason])).toEqual(
    Array(line?.sources.length).fill(["memory", "the client's own memory; it names this file"]),
  );
});

test("a memory that names what is gone says so, to the model and in the ledger", async () => {
  await using at = await open();
  mkdirSync(join(at.project, "src"));
  await at.note(
    "port.md",
    noteOf(
      "port",
      "The dev server needs port 5433",
      "Set the port of the dev server in `src/gone.ts`: 5433.",
    ),
  );
  const text = await at.send("UserPromptSubmit", "s1", { prompt: "Which port does the dev server need?" });
  expect(text).toContain("From the client's memory, on what was asked:");
  expect(text).toContain("out of date? “src/gone.ts”: the file no longer exists");
  const [line] = await recordsIn(at.app.store).injections({ sessionId: "s1", limit: 5 });
  expect(line?.sources[0]?.reason).toMatch(
    /^the client's own memory; its words are in the prompt \(coverage [\d.]+\); out of date: src\/gone\.ts$/,
  );
});
