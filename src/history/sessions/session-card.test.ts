import { expect, test } from "bun:test";
import { createSession, PROJECT, type TestSession } from "../../../test/recorded-session.ts";
import { openTempStore } from "../../../test/temp-store.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { sessionCard } from "./session-card.ts";

async function keep(store: Store, { session }: TestSession): Promise<void> {
  const { sessionId: id, prompts, observations, responses } = session;
  await recordsIn(store).record({
    session: { id, project: PROJECT, cwd: PROJECT, at: Date.UTC(2026, 2, 1) },
    prompts,
    observations,
    responses,
  });
}

test("a session at a glance, from its records", async () => {
  await using at = await openTempStore();
  const s = createSession("s");
  s.ask(`Round the totals${"!".repeat(600)}`);
  s.edit("src/a.ts", "a", "b\nc");
  s.edit("src/a.ts", "c", "d");
  s.edit("src/b.ts", "1\n2\n3\n4\n5", "6");
  s.call(
    "Edit",
    { file_path: `${PROJECT}/src/no.ts`, old_string: "a", new_string: "b" },
    false,
    "not found",
    [`${PROJECT}/src/no.ts`],
  );
  s.fail("npm run lint", "src/a.ts:1 error");
  s.run("npm run lint");
  s.fail("npm test", "  x is not a function\nmore");
  s.run("npm run lint");
  const commit = s.run('git commit -m "Round it"', "[main abc1234] Round it\n 1 file changed");
  s.ask("And now?");
  s.answer("Rounded.");
  await keep(at.store, s);
  const block = { uri: "project://a", type: "memory", reason: "r" };
  for (const tokens of [7, 5]) {
    await recordsIn(at.store).addInjection({
      sessionId: "s",
      at: Date.UTC(2026, 2, 1) + tokens,
      event: "UserPromptSubmit",
      text: "x",
      tokens,
      sources: [block],
      considered: [],
    } as never);
  }
  expect(await sessionCard(at.store, "s")).toMatchObject({
    lastPrompt: "And now?",
    changed: [
      { file: "src/a.ts", edits: 2, added: 3, removed: 2 },
      { file: "src/b.ts", edits: 1, added: 1, removed: 5 },
    ],
    ran: [
      { command: "npm run lint", times: 3, failed: 1 },
      { command: "npm test", times: 1, failed: 1 },
    ],
    failed: [
      { what: "npm test", error: "x is not a function", isFixed: false, fix: null },
      { what: "npm run lint", error: "src/a.ts:1 error", isFixed: true, fix: null },
    ],
    commits: [
      { hash: "abc1234", message: "Round it", at: commit.at, id: expect.stringMatching(/^observation-/) },
    ],
    ended: "Rounded.",
    injected: { count: 2, tokens: 12 },
  });
});

test("an empty session has nothing, an unknown one is none, and one prompt is not told twice", async () => {
  await using at = await openTempStore();
  expect(await sessionCard(at.store, "s")).toBeUndefined();
  const empty = createSession("s");
  empty.run("ls");
  await keep(at.store, empty);
  expect(await sessionCard(at.store, "s")).toEqual({
    ...{ lastPrompt: null, changed: [], ran: [], failed: [], commits: [], ended: null },
    injected: { count: 0, tokens: 0 },
  });
  const one = createSession("one");
  one.ask("Once");
  await keep(at.store, one);
  expect((await sessionCard(at.store, "one"))?.lastPrompt).toBeNull();
  const long = createSession("long");
  long.ask("First");
  long.ask("y".repeat(601));
  await keep(at.store, long);
  expect((await sessionCard(at.store, "long"))?.lastPrompt).toBe("y".repeat(600));
});

test("lists end at their limits: a hundred files, twenty commands, thirty failures and commits", async () => {
  await using at = await openTempStore();
  const s = createSession("s");
  for (let n = 0; n <= 100; n++) s.edit(`src/${n}.ts`, "a", "b");
  for (let n = 0; n <= 20; n++) s.run(`make ${n}`);
  for (let n = 0; n <= 30; n++)
    s.fail(
      `npm run ${n}`,
      `TypeError: ${"abcdefghijklmnopqrstuvwxyzABCDE"[n]}${"q".repeat(n + 3)} is not a function`,
    );
  for (let n = 0; n <= 30; n++) s.run(`git commit -m "c${n}"`, `[main abc${1000 + n}] c${n}\n`);
  await keep(at.store, s);
  const card = await sessionCard(at.store, "s");
  expect([card?.changed.length, card?.ran.length, card?.failed.length, card?.commits.length]).toEqual([
    100, 20, 30, 30,
  ]);
});
