/** The written answers: one Markdown file per project, and one for what is known to be wrong. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Case } from "./ask.ts";

const FOLDER = join(import.meta.dir, "expected");
export const KNOWN_WRONG = "known-wrong";

/** By section and title. */
export type Answers = Map<string, string>;

export const keyOf = ({ section, title }: Pick<Case, "section" | "title">): string => `${section}: ${title}`;

/** A heading, perhaps a note, and the answer in a fence: it may have headings of its own. */
const ANSWER = /^## (.+)\n\n(?:Wrong: .*\n\n)?```text\n([\s\S]*?)\n```$/gm;

const fileOf = (name: string): string => join(FOLDER, `${name}.md`);

export function readAnswers(name: string): Answers {
  const answers: Answers = new Map();
  if (!existsSync(fileOf(name))) return answers;
  // On Windows git may check it out with other line ends.
  const text = readFileSync(fileOf(name), "utf8").replaceAll("\r\n", "\n");
  for (const [, key = "", answer = ""] of text.matchAll(ANSWER)) answers.set(key, answer);
  return answers;
}

export function writeAnswers(name: string, about: string, answers: Answers, notes?: Answers): void {
  const parts = [...answers].map(([key, text]) => {
    const note = notes?.get(key);
    return `## ${key}\n\n${note === undefined ? "" : `${note}\n\n`}\`\`\`text\n${text}\n\`\`\`\n`;
  });
  writeFileSync(fileOf(name), [`# ${name}\n\n${about}\n`, ...parts].join("\n"));
}
