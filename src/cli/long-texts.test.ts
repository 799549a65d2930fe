/** Long texts in lists are cut, each at its own length, so that a list stays one; and looking ends well. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { openCli } from "../../test/cli-call.ts";
import { prompt } from "../../test/contract/fixtures.ts";
import { memory } from "../../test/temp-store.ts";
import { knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { CommandName } from "./command.ts";

let cli: Awaited<ReturnType<typeof openCli>>;
const LONG = 2000;
beforeEach(async () => {
  cli = await openCli();
  const project = cli.project;
  await cli.withStore(async (store) => {
    await recordsIn(store).record({
      session: { id: "5e55-1", project, cwd: project, at: 1000, branch: "b".repeat(LONG) },
      prompts: [prompt("5e55-1", 1000, "p".repeat(LONG)), prompt("5e55-1", 1010, "q".repeat(LONG))],
    });
    await memoriesIn(store).saveMemory(memory("project://a", "m".repeat(LONG), { project }));
    await knowledgeIn(store).saveSolution({
      project,
      fingerprint: "e",
      kind: "error",
      toolName: "Bash",
      errorSample: "e".repeat(LONG),
      text: "s".repeat(LONG),
      steps: [],
      source: "user",
      redaction: 1,
      at: 2,
    });
    const decided = { project, sessionId: "5e55-1", toolName: "Bash", decision: "deny" } as const;
    await knowledgeIn(store).addPermission({ ...decided, subject: "c".repeat(LONG), key: "k", at: 3 });
  });
});
afterEach(() => cli[Symbol.dispose]());

/** How much of each text is shown, the ellipsis not counted; every command ends with 0. */
async function shown(letters: string, name: CommandName, ...args: string[]) {
  const { exitCode, stdout, error } = await cli.run(name, ...args);
  expect([exitCode, error]).toEqual([0, ""]);
  return [...letters].map((letter) =>
    Math.max(0, ...(stdout.match(new RegExp(`${letter}{20,}`, "g")) ?? []).map((run) => run.length)),
  );
}

test("each list cuts at its own length", async () => {
  expect({
    memories: await shown("m", "memory", "list"),
    solutions: await shown("es", "solution", "list"),
    permissions: await shown("c", "permission", "list"),
    sessions: await shown("pb", "sessions"),
    session: await shown("pq", "session", "5e55-1"),
  }).toEqual({
    memories: [159],
    solutions: [109, 199],
    permissions: [154],
    sessions: [119, 59],
    session: [299, 299],
  });
});

test("looking where there is little ends well too", async () => {
  await shown("", "context", "--session", "5e55");
  await shown("", "context", "--prompt", "why");
  await shown("", "search", "nothing");
  await shown("", "memory", "show", "project://a");
  await shown("", "memory", "history", "project://a");
});
