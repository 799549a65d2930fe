import { describe, expect, test } from "bun:test";
import { bindingMemories, conditionHolds, isAbout } from "./binding.ts";
import { toQuery } from "./query.ts";
import { excerpt } from "./render.ts";

const holds = (condition: string, prompt: string) =>
  conditionHolds(condition, new Set(toQuery(prompt).words));

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

test("of few memories one word that only one has as its subject is enough; a general or shared word is not", () => {
  const memory = (uri: string, text: string) => ({ uri, text, at: 0 });
  const memories = [
    memory("a://fees", "Fees are rounded half to even in all orders."),
    memory("a://orders", "Orders keep their number for ever."),
    memory("a://test", "Tests run without a network."),
  ];
  const bound = (prompt: string, isWhole = true) => [
    ...bindingMemories(toQuery(prompt), memories, isWhole).keys(),
  ];
  expect(bound("why are the fees wrong")).toEqual(["a://fees"]);
  expect(bound("why are the fees wrong", false)).toEqual([]);
  expect(bound("list the orders")).toEqual([]);
  expect(bound("write a test")).toEqual([]);
  // Here it is what to do, not what it is about.
  expect(bound("test the new form")).toEqual([]);
});

test("a memory bears on a prompt by two telling words, and one with a condition by a word of it", () => {
  const about = (text: string, prompt: string, disclosure?: string) =>
    isAbout(toQuery(prompt).words, { uri: "a://b", text, at: 0, ...(disclosure && { disclosure }) }, false);
  const worker = "The queue worker retries five times, so handlers are idempotent.";
  expect(about(worker, "make the handlers of the queue idempotent")).toBe(true);
  expect(about(worker, "explain the two retry helpers in lib/http")).toBe(false);
  expect(about(worker, "summarise the last five pull requests")).toBe(false);
  // An everyday word counts where the memory is about it.
  expect(about("Commit subjects start with the area.", "commit this with a good subject")).toBe(true);
  expect(about("Errors for users have a code.", "list the users without a code")).toBe(false);
  const locks = "Set a lock timeout, the shipments table is written to all day.";
  expect(about(locks, "write the migration for shipments", "when adding a database migration")).toBe(true);
  expect(about(locks, "explain the shipments table", "when adding a database migration")).toBe(false);
  expect(about("환불은 상담원만 처리한다.", "환불 상담원 처리")).toBe(true);
});

test("a long memory is cut at the end of a sentence, and said to be cut", () => {
  const text = `${"One sentence of the memory. ".repeat(6)}The last one is long and would be cut inside.`;
  expect(excerpt("Short.", 100)).toBe("“Short.”");
  const cut = excerpt(text, 180);
  expect(cut).toContain("of the memory.” (cut");
  expect(cut).not.toContain("The last one");
});
