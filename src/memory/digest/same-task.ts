/** Two commands are the same task if they are equal, or differ only in options without effect. */
import { commandKind, scriptName, withoutWrapper } from "./command-kind.ts";

/** Options that only change the output. */
const SHOW =
  /\s+(?:-v+|--verbose|--no-color|--color(?:=\S+)?|-race|-count=\d+|--silent|-s|-q|--quiet|--no-pager|-timeout[= ]\S+|--timeout[= ]\S+|--reporter[= ]\S+|--detach|(?<= up )-d|(?<= up) -d)(?=\s|$)/g;
/** Options that name the folder to run in. */
const FOLDER = /\s(?:--prefix|--cwd|--dir|-C|--directory|--project-directory)[= ](\S+)/;

/** The command in comparable form: without wrapper, folder and options without effect. */
export function plainCommand(command: string): string {
  return withoutWrapper(command)
    .replace(SHOW, "")
    .replace(FOLDER, "")
    .replace(/^npm run test(?=\s|$)/, "npm test")
    .replace(/^\S*\/bin\/(python|python3|pip|pytest|node|ruby)(?=\s|$)/, "$1")
    .replace(/^python(?=\s|$)/, "python3")
    .replace(/\s+/g, " ")
    .trim();
}

export function folderOption(command: string): string | undefined {
  return FOLDER.exec(command)?.[1];
}

/** The virtual environment of a program: `.venv/bin/python`. */
export function environmentOf(command: string): string | undefined {
  return /^(\S*?(?:venv|env|v)\/(?:bin|Scripts)\/[\w.-]+)(?=\s|$)/.exec(command)?.[1];
}

/** True if a success of `later` implies that a failure of `earlier` is resolved. */
export function isSameTask(earlier: string, later: string): boolean {
  const a = plainCommand(earlier);
  const b = plainCommand(later);
  if (a === b) return a !== "";
  if (/ --(?:version|help)\b/.test(b)) return false;
  const kind = commandKind(a);
  if (kind === undefined || kind !== commandKind(b)) return false;
  const program = programOf(a);
  if (program !== programOf(b)) return false;
  // The fix of a check is not the check itself.
  if (isFixing(b) !== isFixing(a)) return false;
  const subjectsA = subjectsOf(a, program);
  const subjectsB = subjectsOf(b, program);
  // The whole suite, or a run that covers the failed one.
  if (subjectsB.length === 0 || subjectsB.some((subject) => /^\.\/\.\.\.$|^\.$/.test(subject))) return true;
  return subjectsA.length > 0 && subjectsA.every((subject) => subjectsB.includes(subject));
}

const FIXING =
  /(?:^|[\s:])(?:--fix\b|--write\b|-w\b|fix\b|fmt\b|format\b(?!.*--check)|--apply\b|--unsafe\b|-A\b|-a\b)|:fix\b|^(?:gofmt|goimports|gofumpt) -w|^black (?!.*--check)|^isort (?!.*--check)|^cargo fmt(?!.*--check)/;

/** Repairs what a linter or formatter finds. */
export function isFixing(command: string): boolean {
  return commandKind(command) === "lint" && FIXING.test(command);
}

/** `eslint .` and `eslint --fix .`, `bun run lint` and `bun run lint:fix`: the fix of that very check. */
export function isFixOf(check: string, fix: string): boolean {
  const a = plainCommand(check);
  const b = plainCommand(fix);
  if (!isFixing(b) || isFixing(a) || commandKind(a) !== "lint") return false;
  const [program = ""] = a.split(" ");
  if (program !== b.split(" ")[0]) return false;
  const [script, other] = [scriptName(a.split(" ")), scriptName(b.split(" "))];
  return script === undefined || other?.startsWith(script) === true;
}

/** `go test`, `npm run lint`: the words before the first option or path, three at most. */
function programOf(command: string): string {
  const words = command.split(" ");
  const end = words.findIndex((word, index) => index > 0 && /^[-./"'$]|[/.*]/.test(word));
  return words.slice(0, end === -1 ? 3 : Math.min(end, 3)).join(" ");
}

/** The arguments after the program, without options. The value of a filter counts. */
function subjectsOf(command: string, program: string): string[] {
  const words = command.slice(program.length).split(" ");
  return words.filter(
    (word) => word !== "" && (!word.startsWith("-") || word.includes("=")) && word !== "--",
  );
}
