/** Extracts the commands worth keeping from a shell text, each as one line. */
import { inputField } from "../../text/input-text.ts";
import { type ShellWord, toShellCommands } from "../../text/shell.ts";
import { isLook } from "../digest/noise.ts";

/** Longer lines are programs, not commands that people type again. */
const LONGEST = 2000;

/** The commands of a shell text without redirections, and without commands that only shorten another one's output. */
export function commandsIn(line: string): string[] {
  if (line.length > LONGEST) return [];
  const commands: string[] = [];
  /** The folder after each `cd`, by level: a subshell's ends with it. */
  const folders: string[] = [];
  for (const { assignments, words, before, depth, substituted } of toShellCommands(line)) {
    if (substituted || before === "|" || before === "|&") continue;
    folders.length = Math.min(folders.length, depth + 1);
    const [program, target] = words;
    if (program?.value === "cd" && words.length === 2 && target !== undefined) {
      folders[depth] = target.text;
      continue;
    }
    const command = [...assignments, ...words].map(toOneWord).join(" ");
    const folder = folders.findLast((each) => each !== undefined);
    if (command !== "") commands.push(folder === undefined ? command : `cd ${folder} && ${command}`);
  }
  return commands;
}

/** As written, on one line. */
function toOneWord({ text }: ShellWord): string {
  return text.replace(/\\\n/g, "").replace(/\s+/g, " ");
}

/** The command of a Bash call's input, as one line; undefined where there is none. */
export function commandOf(inputJson: string): string | undefined {
  const command = inputField(inputJson, "command");
  return command?.trim().replace(/\s*\n\s*/g, " ⏎ ");
}

export function isLookingAround(command: string): boolean {
  // The command of `cd x && FOO=1 npm test` is `npm test`.
  return isLook(command.replace(/^(cd\s+\S+\s*(&&|;)\s*)+/, "").replace(/^([A-Z_][A-Z0-9_]*=\S*\s+)+/, ""));
}
