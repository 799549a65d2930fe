import { expect, test } from "bun:test";
import { createSession } from "../../../test/recorded-session.ts";
import { openTempStore, PROJECT } from "../../../test/temp-store.ts";
import type { Store } from "../../store/store.ts";
import { forgettingIn } from "../../team/sql/forget.ts";
import { MEMORY_STATUSES } from "../records/memory.ts";
import { memoriesIn } from "../sql/index.ts";
import { learnRules } from "./learn-rules.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 5);
const options = { at: START + 9 * DAY, redaction: 1 };

function say(day: number, ...prompts: string[]) {
  const made = createSession(`day${day}`, START + day * DAY);
  for (const prompt of prompts) made.ask(prompt);
  return made.session;
}
const learn = (store: Store, day: number, ...prompts: string[]) =>
  learnRules(store, say(day, ...prompts), PROJECT, options);
const all = (store: Store) =>
  memoriesIn(store).memories({ project: PROJECT, status: MEMORY_STATUSES, limit: 99 });
const states = async (store: Store) =>
  Object.fromEntries((await all(store)).map(({ content, status }) => [content, status]));
const drop = (store: Store, uri: string) =>
  memoriesIn(store).changeMemory(
    { uri, project: PROJECT },
    { status: "deleted" },
    { author: "terminal", at: 10 },
  );

test("S1.18 one clear sentence is a rule at once: active, priority 2, with its sentence, its date and who took it up", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  expect(await learn(store, 0, "Never push to main.")).toEqual(["project://rules/never-push-to-main"]);
  expect(await all(store)).toMatchObject([
    {
      content: "Never push to main.",
      status: "active",
      priority: 2,
      origin: "derived",
      provenance: { sessionId: "day0", evidence: "Never push to main.", at: START + 1000 },
    },
  ]);
  const [version] = await memoriesIn(store).memoryVersions({
    uri: "project://rules/never-push-to-main",
    project: PROJECT,
  });
  expect(version).toMatchObject({ author: "pawl", reason: expect.stringContaining("Taken up by Pawl") });
});

test("S1.18 read again, or said again, it stays one rule", async () => {
  await using temp = await openTempStore();
  await learn(temp.store, 0, "Never push to main.");
  await learn(temp.store, 0, "Never push to main.");
  await learn(temp.store, 1, "please never push to main!");
  expect(await all(temp.store)).toMatchObject([{ version: 1 }]);
});

test("S1.18 an unclear one is a proposal; said in another session, or clearly, it counts", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  await learn(store, 0, "Don't add comments that repeat the code.");
  expect(await all(store)).toMatchObject([{ status: "proposed", priority: 4 }]);
  await learn(store, 0, "Don't add comments that repeat the code.");
  expect(await all(store)).toMatchObject([{ status: "proposed" }]);
  // A task that comes again is typed in the same words.
  await learn(store, 1, "Don't add comments that repeat the code.");
  expect(await all(store)).toMatchObject([{ status: "proposed" }]);
  await learn(store, 2, "Please don't add comments that repeat the code");
  expect(await all(store)).toMatchObject([{ status: "active", priority: 2, version: 2 }]);
});

test("S1.18 a rule that the user dropped never comes back: not by reading, not by saying, not in new words that he gave it", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  const [uri = ""] = await learn(store, 0, "Never push to main.");
  await drop(store, uri);
  expect(await learn(store, 0, "Never push to main.")).toEqual([]);
  expect(await learn(store, 3, "Never push to main.")).toEqual([]);
  expect(await states(store)).toEqual({ "Never push to main.": "deleted" });

  const [other = ""] = await learn(store, 4, "Always squash commits before merging.");
  const edited = { content: "One commit for each merge request." };
  await memoriesIn(store).changeMemory({ uri: other, project: PROJECT }, edited, { author: "page", at: 11 });
  await learn(store, 4, "Always squash commits before merging.");
  expect(Object.keys(await states(store))).toHaveLength(2);
});

test("S1.18 a rule that was forgotten for good does not come back when its session is read again", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  const [uri = ""] = await learn(store, 0, "Never push to main.");
  await forgettingIn(store).forget({ uri, project: PROJECT }, START + 10 * DAY);
  expect(await learn(store, 0, "Never push to main.")).toEqual([]);
  expect(await all(store)).toEqual([]);
  // Said anew, it is the user's new word.
  expect(await learn(store, 5, "Never push to main.")).toEqual([uri]);
});

test("S1.18 a correction replaces the rule that it corrects, and says which", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  const [old = ""] = await learn(store, 0, "Always use npm.");
  const [uri = ""] = await learn(store, 1, "No, use pnpm, not npm.");
  expect(await states(store)).toEqual({
    "Always use npm.": "deprecated",
    "No, use pnpm, not npm.": "active",
  });
  expect(await memoriesIn(store).relations({ uri, project: PROJECT })).toEqual([
    { from: uri, to: old, kind: "evolves_from" },
  ]);
  const [version] = await memoriesIn(store).memoryVersions({ uri: old, project: PROJECT });
  expect(version?.reason).toContain("corrected it: “No, use pnpm");
  // The old session is read again: what was corrected after it stays corrected.
  await learn(store, 0, "Always use npm.");
  expect((await states(store))["Always use npm."]).toBe("deprecated");
});

test("an older session that is read later corrects nothing that was said after it", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  await learn(store, 5, "Always use npm.");
  await learn(store, 1, "No, use pnpm, not npm.");
  expect((await states(store))["Always use npm."]).toBe("active");
});

test("the user's own memory is not put away by what Pawl heard: the contradiction is noted", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  const byHand = { origin: "user", redaction: 1, author: "terminal", at: START - DAY } as const;
  await memoriesIn(store).saveMemory({
    uri: "project://notes/npm",
    project: PROJECT,
    content: "Always use npm.",
    ...byHand,
  });
  const [uri = ""] = await learn(store, 1, "No, use pnpm, not npm.");
  expect((await memoriesIn(store).memory({ uri: "project://notes/npm", project: PROJECT }))?.status).toBe(
    "active",
  );
  expect(await memoriesIn(store).relations({ uri, project: PROJECT })).toMatchObject([
    { kind: "contradicts" },
  ]);
});

test("what the user wrote down already is not taken up a second time", async () => {
  await using temp = await openTempStore();
  const byHand = { origin: "user", redaction: 1, author: "terminal", at: 1 } as const;
  const content = "Never push to main";
  await memoriesIn(temp.store).saveMemory({
    uri: "project://notes/main",
    project: PROJECT,
    content,
    ...byHand,
  });
  expect(await learn(temp.store, 0, "Never push to main.")).toEqual(["project://notes/main"]);
  expect(await all(temp.store)).toHaveLength(1);
});
