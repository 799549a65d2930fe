/**
 * What recall injects, what search finds first and where both stay silent, for sessions that were written for this.
 * A change on purpose: `npm run golden:update`, then read the diff of `expected/`.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { casesOf, SILENT } from "./ask.ts";
import { corpus } from "./corpus.ts";
import { KNOWN_WRONG, keyOf, readAnswers } from "./expected.ts";
import { type Played, playAll } from "./play.ts";

let played: Played;
const zone = process.env.TZ;

beforeAll(async () => {
  // The start of a session tells the time in the user's zone.
  process.env.TZ = "UTC";
  played = await playAll(corpus.map(({ project }) => project));
}, 180_000);

afterAll(async () => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  await played[Symbol.asyncDispose]();
});

for (const questions of corpus) {
  const { name } = questions.project;
  const written = readAnswers(name);
  const cases = casesOf(questions);
  const right = cases.filter(({ wrong }) => wrong === undefined);

  describe(name, () => {
    for (const one of right) {
      const expected = one.section === "silent" ? SILENT : written.get(keyOf(one));
      test(keyOf(one), async () => {
        expect(expected, "has no written answer; run `npm run golden:update`").toBeDefined();
        expect(await one.answer(played)).toBe(expected ?? "");
      });
    }

    test("every question is asked once, and every written answer has its question", () => {
      expect(new Set(cases.map(keyOf)).size).toBe(cases.length);
      const asked = right.filter(({ section }) => section !== "silent").map(keyOf);
      expect([...written.keys()].sort()).toEqual([...asked].sort());
      const prompts = right.filter(({ section }) => section === "prompts").map(keyOf);
      expect(prompts.filter((key) => written.get(key) === SILENT)).toEqual([]);
    });
  });
}

test("what is known to be wrong is shown where it has changed, and judged by nobody", async () => {
  const written = readAnswers(KNOWN_WRONG);
  for (const questions of corpus) {
    for (const one of casesOf(questions).filter(({ wrong }) => wrong !== undefined)) {
      const key = `${questions.project.name} · ${keyOf(one)}`;
      const answer = await one.answer(played);
      if (answer !== written.get(key))
        console.log(`changed: ${key}\nwas wrong: ${one.wrong}\nnow:\n${answer}`);
    }
  }
});
