import { describe, expect, test } from "bun:test";
import { coverage } from "./bearing.ts";
import { PROMPT_LIMITS, recallMemories } from "./prompt.ts";
import { toQuery } from "./query.ts";
import { excerpt } from "./render.ts";
import type { MemoryFact } from "./types.ts";

const holds = (condition: string, prompt: string) => {
  const { words, paths } = toQuery(prompt);
  return coverage(condition, new Set(words), paths) === 1;
};

describe("a condition holds when all of its content words are in the prompt", () => {
  test.each([
    ["k8s", "update the k8s manifests"],
    ["when writing commit messages", "write a commit message for the staged changes"],
    ["when touching the parser or the lexer", "the lexer drops a token"],
    ["for files under firmware/power/", "firmware/power/sleep.c wakes too early"],
    ["when touching the login/session code", "the session ends too early"],
  ])("%s: %s", (condition, prompt) => expect(holds(condition, prompt)).toBe(true));
  test.each([
    ["when changing the billing export", "export the list of users"],
    ["when the map does not load", "the list loads twice"],
    ["for files under firmware/power/", "more power for the animation"],
    ["when changing code", "say hello to the colleague"],
  ])("not %s: %s", (condition, prompt) => expect(holds(condition, prompt)).toBe(false));
});

const NOTHING = { sessions: new Set<string>(), uris: new Set<string>(), texts: new Set<string>() };
const memory = (text: string, disclosure?: string): MemoryFact => ({
  ...{ uri: `a://${text}`, text, at: 0 },
  ...(disclosure === undefined ? {} : { disclosure }),
});
const given = (prompt: string, ...memories: MemoryFact[]) =>
  recallMemories({ query: toQuery(prompt), memories, now: 0, injected: NOTHING }).facts.map(({ uri }) =>
    uri.slice("a://".length),
  );

test("one rare word that only one memory has as its subject is enough; a general or shared word is not", () => {
  const mileage = "Mileage is rounded up in all claims.";
  const memories = [mileage, "Claims keep their number for ever.", "Tests run without a network."].map(
    (text) => memory(text),
  );
  expect(given("why is the mileage wrong", ...memories)).toEqual([mileage]);
  expect(given("list the claims", ...memories)).toEqual([]);
  expect(given("write a test", ...memories)).toEqual([]);
  // Here it is what to do, not what it is about.
  expect(given("test the new form", ...memories)).toEqual([]);
});

test("a memory bears on a prompt by two telling words, and one with a condition by a word of it", () => {
  const worker = memory("The queue worker retries five times, so handlers are idempotent.");
  const about = (one: MemoryFact, prompt: string) => given(prompt, one).length > 0;
  expect(about(worker, "make the handlers of the queue idempotent")).toBe(true);
  expect(about(worker, "explain the two retry helpers in lib/http")).toBe(false);
  expect(about(worker, "summarise the last five pull requests")).toBe(false);
  // An everyday word counts where the memory is about it.
  expect(about(memory("Commit subjects start with the area."), "commit this with a good subject")).toBe(true);
  expect(about(memory("Errors for users have a code."), "list the users without a code")).toBe(false);
  const locks = memory(
    "Set a lock timeout, the shipments table is written to all day.",
    "when adding a database migration",
  );
  expect(about(locks, "write the migration for shipments")).toBe(true);
  expect(about(locks, "explain the shipments table")).toBe(false);
  expect(about(memory("환불은 상담원만 처리한다."), "환불 상담원 처리")).toBe(true);
});

test("a condition that holds is enough for a threshold of the user's own", () => {
  const one = memory("Set a lock timeout.", "migration");
  const limits = { ...PROMPT_LIMITS, threshold: 50 };
  const recall = (prompt: string) =>
    recallMemories({ query: toQuery(prompt), memories: [one], now: 0, injected: NOTHING, limits }).facts;
  expect(recall("write the migration")).toHaveLength(1);
  expect(recall("set a timeout for the lock")).toEqual([]);
});

test("a long memory is cut at the end of a sentence, and said to be cut", () => {
  const text = `${"One sentence of the memory. ".repeat(6)}The last one is long and would be cut inside.`;
  expect(excerpt("Short.", 100)).toBe("“Short.”");
  const cut = excerpt(text, 180);
  expect(cut).toContain("of the memory.” (cut");
  expect(cut).not.toContain("The last one");
});
