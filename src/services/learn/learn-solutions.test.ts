import { describe, expect, test } from "bun:test";
import { observation, seen } from "../../../test/contract/fixtures.ts";
import { openTempStore, PROJECT } from "../../../test/temp-store.ts";
import type { Observation } from "../../memory/records/records.ts";
import type { Store } from "../../store/store.ts";
import { learnFrom } from "./learn.ts";

const ERROR = "src/app.ts:7:3 - error TS2304: Cannot find name 'createServer'.";
const OPTIONS = { at: 1_000_000, redaction: 1 };
const check = (sessionId: string, at: number, ok: boolean, more: Partial<Observation> = {}) =>
  observation(sessionId, at, {
    ok,
    input: JSON.stringify({ command: "tsc --noEmit" }),
    response: ok ? "" : `Exit code 2\n${ERROR}`,
    ...more,
  });
const edit = (sessionId: string, at: number) =>
  observation(sessionId, at, {
    toolName: "Edit",
    input: JSON.stringify({
      file_path: `${PROJECT}/src/app.ts`,
      old_string: "listen(80)",
      new_string: 'import { createServer } from "node:http";\nlisten(80)',
    }),
    response: "done",
    files: [`${PROJECT}/src/app.ts`],
  });

async function record(store: Store, id: string, observations: Observation[]): Promise<void> {
  await store.record({ session: seen(id, 1), observations });
}

/** A store in which the failure was solved once, and another session that was told how. */
async function told(calls: (id: string) => Observation[]) {
  const temp = await openTempStore();
  const { store } = temp;
  await record(store, "past", [check("past", 10, false), edit("past", 20), check("past", 30, true)]);
  await learnFrom(store, "past", OPTIONS);
  const [solution] = await store.solutions({ limit: 9 });
  await store.addInjection({
    sessionId: "now",
    event: "PostToolUseFailure",
    at: 1000,
    text: "told",
    tokens: 1,
    sources: [{ uri: `solution://${solution?.id}`, type: "solution", reason: "the same error", tokens: 1 }],
  });
  await record(store, "now", calls("now"));
  await learnFrom(store, "now", OPTIONS);
  return { ...temp, solution: async () => (await store.solutions({ limit: 9 }))[0] };
}

test("a failure, an edit and a run that goes well are a solution; the same one again counts again", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  for (const id of ["one", "two"]) {
    await record(store, id, [check(id, 10, false), edit(id, 20), check(id, 30, true)]);
    expect((await learnFrom(store, id, { ...OPTIONS, hashOf: () => "hash" })).solutions).toBe(1);
  }
  const solutions = await store.solutions({ limit: 9 });
  expect(solutions).toMatchObject([
    { successes: 2, failures: 0, provenance: { sessionId: "one", file: "src/app.ts", fileHash: "hash" } },
  ]);
  expect(solutions[0]?.text).toContain("node:http");
});

describe("what came of a solution that was told", () => {
  test("the next run of the command goes well: it worked", async () => {
    await using temp = await told((id) => [check(id, 1000, false), check(id, 1100, true)]);
    expect(await temp.solution()).toMatchObject({ successes: 2, failures: 0 });
  });

  test("the next run fails the same way: it did not", async () => {
    await using temp = await told((id) => [check(id, 1000, false), check(id, 1100, false)]);
    expect(await temp.solution()).toMatchObject({ successes: 1, failures: 1 });
  });

  test("without another run nothing is known", async () => {
    await using temp = await told((id) => [check(id, 1000, false)]);
    expect(await temp.solution()).toMatchObject({ successes: 1, failures: 0 });
  });

  test("a run before the failure says nothing about it", async () => {
    await using temp = await told((id) => [check(id, 900, true), check(id, 1000, false)]);
    expect(await temp.solution()).toMatchObject({ successes: 1, failures: 0 });
  });

  test("a run of a subagent says nothing about what the conversation was told", async () => {
    const agent = { agentId: "a1", agentType: "Explore" };
    await using temp = await told((id) => [check(id, 1000, false), check(id, 1100, true, agent)]);
    expect(await temp.solution()).toMatchObject({ successes: 1, failures: 0 });
  });

  test("learned twice, it is counted once", async () => {
    await using temp = await told((id) => [check(id, 1000, false), check(id, 1100, false)]);
    await learnFrom(temp.store, "now", OPTIONS);
    expect(await temp.solution()).toMatchObject({ successes: 1, failures: 1 });
  });
});

test("a session without a project, or that nobody knows, teaches nothing", async () => {
  await using temp = await openTempStore();
  const calls = [check("s", 10, false), edit("s", 20), check("s", 30, true)];
  await temp.store.record({ session: seen("s", 1, { project: "", cwd: "" }), observations: calls });
  const nothing = { solutions: 0, files: 0, rules: [], decisions: [] };
  expect(await learnFrom(temp.store, "s", OPTIONS)).toEqual(nothing);
  expect(await learnFrom(temp.store, "nobody", OPTIONS)).toEqual(nothing);
});
