/** When two commands are the same undertaking: typed alike, or alike but for options that change nothing. */
import { type ShellCommand, type ShellWord, toShellCommands } from "../../text/shell.ts";
import { commandKind, toOneWord } from "./command-text.ts";

/** Options that only change what is shown. */
const SHOW =
  /\s+(?:-v+|--verbose|--no-color|--color(?:=\S+)?|-race|-count=\d+|--silent|-q|--quiet|--no-pager|-timeout[= ]\S+|--timeout[= ]\S+|--reporter[= ]\S+)(?=\s|$)/g;

/** The command as it is compared and told: no folder change, no environment, no options that change nothing. */
export function plainCommand(command: string): string {
  const all = toShellCommands(command).filter(({ substituted }) => !substituted);
  const isMoved = all[0]?.words[0]?.value === "cd" && all[1]?.before === "&&";
  return (isMoved ? all.slice(1) : all)
    .map((each, i) => `${i === 0 ? "" : each.before} ${withoutEnvironment(each).map(toOneWord).join(" ")}`)
    .join(" ")
    .replace(SHOW, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** `env A=1 go test` is `go test`. */
function withoutEnvironment({ words }: ShellCommand): ShellWord[] {
  if (words[0]?.value !== "env") return words;
  const first = words.findIndex(({ value }, i) => i > 0 && !/^[A-Za-z_]\w*=/.test(value));
  return first > 1 ? words.slice(first) : words;
}

/** Whether success of `later` says something about a failure of `earlier`. */
export function isSameTask(earlier: string, later: string): boolean {
  const a = plainCommand(earlier);
  const b = plainCommand(later);
  if (a === b) return a !== "";
  const kind = commandKind(a);
  if (kind === undefined || kind === "other" || kind === "run" || kind !== commandKind(b)) return false;
  const program = programOf(a);
  if (program !== programOf(b)) return false;
  const subjectsA = subjectsOf(a, program);
  const subjectsB = subjectsOf(b, program);
  // The whole suite, or one that covers what failed.
  if (subjectsB.length === 0 || subjectsB.some((subject) => /^\.\/\.\.\.$|^\.$/.test(subject))) return true;
  return subjectsA.length > 0 && subjectsA.every((subject) => subjectsB.includes(subject));
}

/** The same program called a little differently. */
export function isSimilarCommand(wrong: string, right: string): boolean {
  const a = plainCommand(wrong);
  const b = plainCommand(right);
  if (a === b || a === "" || b === "") return false;
  const wordsA = new Set(a.split(" "));
  const wordsB = new Set(b.split(" "));
  if (a.split(" ")[0] !== b.split(" ")[0]) return false;
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length;
  return shared / (wordsA.size + wordsB.size - shared) >= 0.4;
}

/** `go test`, `npm run lint`: the words before the first option or path, three at most. */
export function programOf(command: string): string {
  const words = command.split(" ");
  const end = words.findIndex((word, index) => index > 0 && /^[-./"'$]|[/.*]/.test(word));
  return words.slice(0, end === -1 ? 3 : Math.min(end, 3)).join(" ");
}

/** What it is run on: everything behind the program that is no option; a filter's value counts. */
function subjectsOf(command: string, program: string): string[] {
  const words = command.slice(program.length).split(" ");
  return words.filter(
    (word) => word !== "" && (!word.startsWith("-") || word.includes("=")) && word !== "--",
  );
}
