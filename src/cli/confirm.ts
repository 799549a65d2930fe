/** Yes-or-no questions on a terminal. The answer is `y` or `n` in every language, as the question shows. */
import { createInterface } from "node:readline/promises";

/** Undefined if nobody is there to answer. An empty answer means `otherwise`. */
export async function confirm(question: string, otherwise = false): Promise<boolean | undefined> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(`${question} ${otherwise ? "[Y/n]" : "[y/N]"} `);
    if (answer.trim() === "") return otherwise;
    return /^\s*y(es)?\s*$/i.test(answer);
  } finally {
    terminal.close();
  }
}
