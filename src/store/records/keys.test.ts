import { expect, test } from "bun:test";
import { eventKey, observationKey, promptKey, responseKey } from "./keys.ts";

test("a tool call is named by session and the client's id, whatever else is told of it", () => {
  expect(observationKey("s", "toolu_1", "a")).toBe(observationKey("s", "toolu_1", "b"));
  expect(observationKey("s", "toolu_1", "a")).not.toBe(observationKey("t", "toolu_1", "a"));
});

test("a tool call without an id is named by what is told of it", () => {
  expect(observationKey("s", undefined, "a")).toBe(observationKey("s", undefined, "a"));
  expect(observationKey("s", undefined, "a")).not.toBe(observationKey("s", undefined, "b"));
});

test("prompts typed while a turn runs share its id and are still told apart", () => {
  expect(promptKey("s", "p", "first")).not.toBe(promptKey("s", "p", "while it ran"));
  expect(promptKey("s", "p", "first", "line-1")).toBe(promptKey("s", "p", "first"));
});

test("the same prompt twice in an old transcript is two prompts", () => {
  expect(promptKey("s", undefined, "go on", "line-1")).not.toBe(promptKey("s", undefined, "go on", "line-2"));
});

test("a prompt's key gives away less of its text than a password has", () => {
  const mark = promptKey("s", "p", "the password is hunter2").split("/").at(-1) ?? "";
  expect(mark).toMatch(/^[0-9a-z]+-[0-9a-f]{5}$/);
});

test("a turn has one answer, and a subagent's is another", () => {
  expect(responseKey("s", "p", undefined, "a")).toBe(responseKey("s", "p", undefined, "b"));
  expect(responseKey("s", "p", "agent", "a")).not.toBe(responseKey("s", "p", undefined, "a"));
});

test("an event's key stays short however long what tells it apart is", () => {
  expect(eventKey("s", "E", "x".repeat(5000)).length).toBeLessThan(100);
  expect(eventKey("s", "E", "x".repeat(5000))).not.toBe(eventKey("s", "E", "x".repeat(5001)));
});
