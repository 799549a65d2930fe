import { expect, test } from "bun:test";
import { pastTurnsIn } from "../learn/past-turns.ts";
import { createSession } from "../learn/test-session.ts";
import { recallForPrompt } from "./prompt.ts";
import { toQuery } from "./query.ts";
import type { AlreadyInjected, MemoryFact, Similar } from "./types.ts";

const NOW = Date.UTC(2026, 0, 20);
const HOUR = 3_600_000;
const nothingInjected: AlreadyInjected = { sessions: new Set(), uris: new Set(), texts: new Set() };

const AT = Date.UTC(2026, 0, 2);
function pastTurns() {
  const made = createSession("login", AT);
  made.ask("the login page forgets the redirect target");
  made.edit("src/login-redirect.ts", "a", "b");
  made.answer("The redirect target survives the login.");
  const later = createSession("export", AT + HOUR);
  later.ask("csv export drops the last column");
  later.answer("Every column is there.");
  return [...pastTurnsIn(made.session), ...pastTurnsIn(later.session)];
}
const memory: MemoryFact = { uri: "project://money", text: "Amounts are integer cents", at: 1 };

function recall(prompt: string, similar: Similar[], injected: Partial<AlreadyInjected> = {}) {
  const input = { query: toQuery(prompt), pastTurns: pastTurns(), memories: [memory], now: NOW };
  return recallForPrompt({ ...input, similar, injected: { ...nothingInjected, ...injected } });
}
const near = (uri: string, strength: number): Similar => ({ uri, strength, at: NOW });
const sources = ({ block }: ReturnType<typeof recallForPrompt>) => block?.sources.map(({ uri }) => uri) ?? [];

/** Shares no word with any of them. */
const STRANGE = "authentication bounces users elsewhere";

test("a session or memory that shares no word is told when it is near enough, with that as the reason", () => {
  const found = recall(STRANGE, [near("session://login", 0.8), near("project://money", 0.9)]);
  expect(sources(found).sort()).toEqual(["project://money", "session://login"]);
  expect(found.block?.sources[0]?.reason).toContain("near in meaning, 0.90");
  const why = found.considered.find(({ uri }) => uri === "session://login")?.why;
  expect(why).toContainEqual({ part: "similar", value: 0.8 });
});

test.each([0.1, 0.4, 0.6, 0.74])(
  "with a likeness of %p and no word in common, nothing is told",
  (strength) => {
    const found = recall(STRANGE, [near("session://login", strength), near("project://money", strength)]);
    expect(sources(found)).toEqual([]);
    expect(found.considered.map(({ outcome }) => outcome)).toContain("below the threshold");
  },
);

test("what words alone do not say, and nearness alone does not, both may say together", () => {
  const half = "the redirect after authentication is gone";
  expect(sources(recall(half, []))).toEqual([]);
  expect(sources(recall(STRANGE, [near("session://login", 0.7)]))).toEqual([]);
  expect(sources(recall(half, [near("session://login", 0.7)]))).toEqual(["session://login"]);
});

test("of a session the moment is told that is near, not the one that changed most", () => {
  const made = createSession("two", AT);
  made.ask("the session cookie is lost");
  made.answer("It is kept now.");
  made.ask("paint the buttons blue");
  made.edit("src/buttons.css", "a", "b");
  made.answer("They are blue.");
  const all = pastTurnsIn(made.session);
  const similar = [{ uri: "session://two", strength: 0.9, at: (all[1]?.at ?? 0) - 1 }];
  const input = { query: toQuery(STRANGE), pastTurns: all, now: NOW, injected: nothingInjected };
  expect(recallForPrompt({ ...input, similar }).block?.text).toContain("the session cookie is lost");
});

test("nearness tells nothing twice and nobody his own words, and never keeps back what words say", () => {
  const uri = "session://login";
  expect(sources(recall(STRANGE, [near(uri, 1)], { uris: new Set([uri]) }))).toEqual([]);
  expect(sources(recall(STRANGE, [near(uri, 1)], { sessions: new Set(["login"]) }))).toEqual([]);
  const said = "the login page forgets the redirect target again";
  expect(sources(recall(said, []))).toEqual([uri]);
  expect(sources(recall(said, [near("session://export", 0.5)]))).toEqual([uri]);
});
