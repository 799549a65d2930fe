/**
 * The texts that a gate compares a shell command with: as it is written, as the shell reads it (without quotes, with
 * variables), and the scripts of the project that it runs.
 */
import { runFiles } from "../command-files.ts";
import {
  isFedUnknown,
  isLiteral,
  isShell,
  type MeantCommand,
  programOf,
  toNested,
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
  const own = toNested(command, cwd, MAX_DEPTH);
  addMeaning(own, found);
  found.isOpaque ||= own[0]?.some((each) => isFedUnknown(each) || handedByXargs(each) === "unknown") === true;
  // From a folder below, `../deploy.sh` is a script of the project too.
  const project = projectDir !== undefined && isInside(cwd, projectDir) ? projectDir : cwd;
  for (const { text, cwd: folder, isUnread } of runFiles(command, project, cwd).ran) {
    found.isOpaque ||= isUnread;
    if (isUnread) continue;
    found.texts.push(text);
    addMeaning(toNested(text, folder, MAX_DEPTH - 1), found);
  }
  return found;
}

function addMeaning(texts: readonly MeantCommand[][], found: CommandTexts): void {
  for (const commands of texts) {
    found.texts.push(commands.map(toPlainText).join(" ; "));
    for (const command of commands) {
      const handed = handedByXargs(command);
      if (handed !== undefined && handed !== "unknown") found.texts.push(handed);
    }
  }
}

/** `echo --force | xargs git push`: what it is given stands behind its own words. */
function handedByXargs(command: MeantCommand): string | "unknown" | undefined {
  const { words, pipedFrom } = command;
  if (programOf(words[0]) !== "xargs" || pipedFrom === undefined) return undefined;
  // A list of files is the usual case; only a shell makes code of it.
  if (!isLiteral(pipedFrom)) return words.some((word) => isShell(programOf(word))) ? "unknown" : undefined;
  const given = pipedFrom.words.slice(1).map(({ value }) => value);
  return [toPlainText({ ...command, words: words.slice(1) }), ...given].join(" ");
}
