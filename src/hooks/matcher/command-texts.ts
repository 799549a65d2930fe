/**
 * The texts that a gate compares a shell command with: as it is written, as the shell reads it (without quotes, with
 * variables), and the scripts of the project that it runs.
 */
import { runFiles } from "../command-files.ts";
import {
  isFedUnknown,
  isLiteral,
  type MeantCommand,
  toMeaning,
  toPlainText,
} from "../paths/shell-meaning.ts";
import { isInside } from "../paths/spellings.ts";

interface CommandTexts {
  texts: string[];
  /** Some of what it runs cannot be known without running it. */
  isOpaque: boolean;
}

const MAX_DEPTH = 3;

export function commandTexts(
  command: string,
  input: Readonly<Record<string, unknown>>,
  { projectDir }: { projectDir?: string | undefined },
): CommandTexts {
  const cwd = typeof input.cwd === "string" && input.cwd !== "" ? input.cwd : (projectDir ?? "/");
  const found: CommandTexts = { texts: [command], isOpaque: false };
  addMeaning(command, cwd, 0, found);
  // From a folder below, `../deploy.sh` is a script of the project too.
  const project = projectDir !== undefined && isInside(cwd, projectDir) ? projectDir : cwd;
  for (const { text, cwd: folder, isUnread } of runFiles(command, project, cwd).ran) {
    found.isOpaque ||= isUnread;
    if (isUnread) continue;
    found.texts.push(text);
    addMeaning(text, folder, 1, found);
  }
  return found;
}

function addMeaning(text: string, cwd: string, depth: number, found: CommandTexts): void {
  const commands = toMeaning(text, { cwd });
  found.texts.push(commands.map(toPlainText).join(" ; "));
  for (const command of commands) {
    found.isOpaque ||= depth === 0 && isFedUnknown(command);
    const handed = handedByXargs(command);
    if (handed === "unknown") found.isOpaque ||= depth === 0;
    else if (handed !== undefined) found.texts.push(handed);
    if (depth === MAX_DEPTH) continue;
    const inner = [
      ...command.words.map(({ value }) => value).filter((value) => /\s/.test(value)),
      ...command.heredocs,
    ];
    for (const each of inner) addMeaning(each, command.cwd ?? cwd, depth + 1, found);
  }
}

/** `echo --force | xargs git push`: what it is given stands behind its own words. */
function handedByXargs(command: MeantCommand): string | "unknown" | undefined {
  const { words, pipedFrom } = command;
  if (words[0]?.value.split("/").at(-1) !== "xargs" || pipedFrom === undefined) return undefined;
  // A list of files is the usual case; only a shell makes code of it.
  if (!isLiteral(pipedFrom))
    return words.some(({ value }) => /(?:^|\/)(?:ba|da|z)?sh$/.test(value)) ? "unknown" : undefined;
  const given = pipedFrom.words.slice(1).map(({ value }) => value);
  return [toPlainText({ ...command, words: words.slice(1) }), ...given].join(" ");
}
