/** Yes-or-no questions on a terminal. The answer is `y` or `n` in every language, as the question shows. */
import { createInterface } from "node:readline/promises";
import { columns } from "./output.ts";
import { words } from "./words.ts";
import { wrapIndented } from "./wrap.ts";

/** Undefined if nobody is there to answer. An empty answer means `otherwise`; anything but yes and no is asked again. */
export async function confirm(question: string, otherwise = false): Promise<boolean | undefined> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const asked = wrapIndented(`${question} ${otherwise ? "[Y/n]" : "[y/N]"} `, columns());
  try {
    for (;;) {
      const answer = (await terminal.question(`${asked} `)).trim();
      if (answer === "") return otherwise;
      if (/^y(es)?$/i.test(answer)) return true;
      if (/^no?$/i.test(answer)) return false;
      process.stdout.write(`${words.answerYesOrNo}\n`);
    }
  } finally {
    terminal.close();
  }
}
