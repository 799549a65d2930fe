/** `npm run golden:update`: writes down what is answered now. Read the diff before it is committed. */
import { casesOf, SILENT } from "./ask.ts";
import { corpus } from "./corpus.ts";
import { type Answers, KNOWN_WRONG, keyOf, readAnswers, writeAnswers } from "./expected.ts";
import { playAll } from "./play.ts";

const ABOUT =
  "What version 0.1 answers and should. Written by `npm run golden:update`; change it on purpose.";
const ABOUT_WRONG = "What version 0.1 answers and should not. Printed when it changes, never asserted.";

process.env.TZ = "UTC";
{
  await using played = await playAll(corpus.map(({ project }) => project));
  const wrong: Answers = new Map();
  const why: Answers = new Map();
  for (const questions of corpus) {
    const { name } = questions.project;
    const before = readAnswers(name);
    const answers: Answers = new Map();
    for (const one of casesOf(questions)) {
      const answer = await one.answer(played);
      const key = keyOf(one);
      if (one.wrong !== undefined) {
        wrong.set(`${name} · ${key}`, answer);
        why.set(`${name} · ${key}`, `Wrong: ${one.wrong}`);
        continue;
      }
      if (one.section !== "silent") answers.set(key, answer);
      // Not written down: a question that stands in the wrong list must be moved, or marked as wrong.
      if (one.section === "silent" && answer !== SILENT)
        console.error(`not silent: ${name} · ${key}\n${answer}`);
      if (one.section === "prompts" && answer === SILENT) console.error(`no answer: ${name} · ${key}`);
      if (before.has(key) && before.get(key) !== answer) console.log(`changed: ${name} · ${key}`);
    }
    writeAnswers(name, ABOUT, answers);
  }
  writeAnswers(KNOWN_WRONG, ABOUT_WRONG, wrong, why);
}
