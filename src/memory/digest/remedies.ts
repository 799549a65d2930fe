/**
 * Decides whether a failure itself points at a fix: it names the file, package, variable or command, or it is of the kind
 * that such a command fixes. Anything else in between is coincidence and gets no credit.
 */
import { isSameFile } from "./cause.ts";
import { isFixing, isFixOf, plainCommand } from "./same-task.ts";
import type { Cure, DigestFailure } from "./types.ts";

type Complaint = Pick<DigestFailure, "error" | "names" | "command" | "isUsage">;

const MISSING =
  /no such file|enoent|does not exist|doesn't exist|not found|(?:cannot|can't) find(?! name| symbol| type| namespace)|could not (?:find|read|open)|couldn't find|FileNotFoundError|missing|no package\.json|not a git repository|go\.mod file not found|nonexistent|no (?:config |\S+ )?(?:file|script|project|makefile|targets)\b.*found/i;
const MODULE =
  /cannot find (?:module|package)|no module named|ModuleNotFoundError|ImportError|module not found|could not resolve|no required module|go\.sum|cannot load|unresolved import|can't find crate|is not in (?:std|GOROOT)|command not found|: not found|LoadError|is not installed|not installed|lock ?file|not in sync|out of sync|npm ci|could not find gem|vendor\/autoload/i;
const SERVICE =
  /ECONNREFUSED|connection refused|cannot connect|could not connect|can't connect|daemon|is the server running|not running|no such host|failed to connect/i;
const DATABASE =
  /no such table|relation .* does not exist|not up to date|migrat|UndefinedTable|no such column|unknown column|table .* doesn't exist|database .* does not exist/i;
const PERMISSION = /permission denied|EACCES|not permitted|not executable/i;
const VERSION =
  /unsupported|requires? (?:node|python|go|ruby|java|php|at least|version)|too old|engine|\bversion\b|newer/i;
const RUNTIME = /\b(?:node|nodejs|python|ruby|java|go)\b|unexpected token|bad option/i;
const IDENTITY = /who you are|user\.(?:email|name)|identity|empty ident/i;
const UNCOMMITTED =
  /would be overwritten|local changes|unstaged changes|uncommitted|working tree|files were modified by this hook/i;
const PORT = /EADDRINUSE|already in use|port .* (?:in use|taken)|already allocated/i;
const LOGIN =
  /unauthori[sz]ed|\b401\b|\b403\b|not logged in|authenticat|credentials|log ?in|(?:token|session) (?:has |is )?(?:expired|invalid)/i;
const FORMAT = /\bformat|gofmt|gofumpt|goimports|prettier|whitespace|indent|not sorted|code style/i;
const GENERATED = /(?:^|\/|\.)(?:dist|build|generated|gen|out|target|\.next|client|lib|pb|types)(?:\/|\.|$)/;

export function isMissing(failure: Complaint): boolean {
  return MISSING.test(failure.error);
}

/** Errors that a retry alone resolves. */
export const COMES_AND_GOES =
  /\btimed? ?out\b(?!=)|ETIMEDOUT|ECONNRESET|EAI_AGAIN|\bnetwork (?:error|is|connect|request)|socket hang up|\b50[234]\b|rate limit|temporar|try again (?:later|in)|lock timeout|killed signal|data race/i;

const INSTALLER =
  /^(?:npm|pnpm|yarn|bun|pip3?|python3? -m pip|uv|uv pip|poetry|go|cargo|gem|bundle|composer|brew|apt|apt-get|mix|dotnet|dotnet tool|conda|pipx|rustup)(?: -\S+)* (install|i|add|ci|restore|sync|get|download|tidy|update|upgrade|mod (?:tidy|download)|deps\.get|component add)\b(.*)$/;

export function isInstall(command: string): boolean {
  return INSTALLER.test(plainCommand(command));
}

/** Each verb's purpose, with the errors that ask for it. */
const PURPOSES: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:start|up|serve|launch|up -d)\b|^(?:colima|minikube|pg_ctl|redis-server|supabase) /, SERVICE],
  [
    /migrat|\bupgrade head\b|\bdb:(?:push|migrate|setup|create)|^(?:alembic|createdb|knex|flyway) |prisma db/,
    DATABASE,
  ],
  [/^git config\b/, IDENTITY],
  [/^git (?:stash|commit|add)\b/, UNCOMMITTED],
  [/\blogin\b|\bauth\b/, LOGIN],
  [/^(?:nvm|fnm|volta|pyenv|rbenv|asdf|mise|rustup) (?:use|install|local|shell)/, VERSION],
];

/** True if the error asks for this command. */
export function asksFor(failure: Complaint, command: string): boolean {
  const plain = plainCommand(command.replace(/^cd \S+ && /, ""));
  if (failure.names.some((name) => name.includes(" ") && isNamedCommand(plain, name))) return true;
  const install = INSTALLER.exec(plain);
  if (install !== null) return asksForInstall(failure, install[2] ?? "");
  if (/^chmod /.test(plain)) return PERMISSION.test(failure.error) && namesWordOf(failure, plain);
  if (/^(?:cp|mv|ln)\b.*\.env(?:\.\w+)?$/.test(plain) && failure.names.some(isVariable)) return true;
  if (/^(?:mkdir|touch|cp|mv|ln)\b/.test(plain)) return isMissing(failure) && namesWordOf(failure, plain);
  // A formatter fixes format errors; a linter's own fix fixes that linter's errors.
  if (isFixing(plain)) return FORMAT.test(failure.error) || isFixOf(failure.command ?? "", plain);
  if (/\b(?:generate|codegen|gen|build|compile|protoc)\b/.test(plain)) {
    return (
      (isMissing(failure) || MODULE.test(failure.error)) && failure.names.some((name) => GENERATED.test(name))
    );
  }
  return PURPOSES.some(([verb, complaint]) => verb.test(plain) && complaint.test(failure.error));
}

/** Commands that make, fetch, start or set something up. */
const PROVIDES =
  /(?:^(?:(?:ba)?sh |node |python3? )?\S*\/|^|[\s:.'"-])(?:install|add|ci|i|update|upgrade|tidy|sync|get|fetch|pull|download|restore|resolve|generate|gen|codegen|build|bundle(?! exec)|compile|configure|create\w*|init|setup|bootstrap|migrate|up|start|restart|login|auth|select|use|enable|load|link|import|venv|mkdir|touch|cp|ln|chmod|rm|clean|prune|env -w|fmt|config|set|seed|trust|key|hex|allow|dump-autoload)(?=$|[\s:'"-])/i;
/** Something is missing, not running, not allowed or too old. */
const LACKS =
  /not found|notfound|could ?n[o']t (?:find|be found|get|open|load|connect|resolve|determine|execute)|could not be|cannot (?:find|connect|open|load|be accessed|access|import)|can't (?:find|resolve|open|load|continue|connect)|unable to (?:find|locate|resolve|load|open)|does(?: not|n't) (?:exist|contain)|do(?: not|n't) exist|no such|no module|no required|is missing|missing|not available|not installed|failed to (?:resolve|find|load|import|run custom)|unresolved|unchecked dep|undefined: |no exported member|not (?:running|configured|initiali[sz]ed|set|up to date|executable|specified|selected)|refused|unauthori[sz]ed|denied|requires?\b|required|no (?:\w+ ){0,5}(?:found|specified|selected|configured)|pending|out of (?:date|sync)|not in sync|inconsistent|is different than|native extension|no space left|exec format error|expired|dubious|externally managed|no valid /i;
/** The failure is a mistake found by a test, or its cause is unclear. A step in between is then a coincidence. */
const FOUND_MISTAKE =
  /assert|\bexpect(?:ed|\()|panicked(?!.* could not find)|is not equal|not equal to|mismatch/i;
const GIT_SETS_UP = /^git (?:submodule|lfs|config|fetch|init|remote|stash|pull)\b/;

/** True if a single step can have fixed it: the step provides something, and the failure is about that. */
export function provides(
  { failure, output }: { failure: Complaint & { lines?: string[] }; output: string },
  command: string,
): boolean {
  const plain = plainCommand(command);
  if (!PROVIDES.test(plain) || (plain.startsWith("git ") && !GIT_SETS_UP.test(plain))) return false;
  const said = [complaintIn(output, failure.error), ...(failure.lines ?? [])].join("\n");
  if (COMES_AND_GOES.test(said)) return false;
  if (asksFor(failure, command)) return true;
  // A formatter fixes format errors, and nothing else.
  if (isFixing(plain) || FOUND_MISTAKE.test(`${failure.error} ${failure.lines?.join(" ")}`)) return false;
  const install = INSTALLER.exec(plain);
  const isOfSystem = /^(?:sudo )?(?:apt|apt-get|brew|apk|dnf|yum) /.test(plain);
  // A package not named in the failure is unrelated, unless the system uses another name for it.
  const isNamed = hasWordOf(output, plain, failure.command ?? "");
  if (install !== null && !isOfSystem && packagesIn(install[2] ?? "").length > 0) return isNamed;
  // `git config …` after a failed `git push`.
  const [program = ""] = (failure.command ?? "").split(" ");
  return LACKS.test(said) || isNamed || plain.startsWith(`${program} config `);
}

const LINES_OF_COMPLAINT = 6;

/** The whole line of the error and its continuation: CMake names the missing item in its third line. */
function complaintIn(output: string, error: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const at = lines.findIndex((line) => line.includes(error.slice(0, 40)));
  return at < 0 ? error : lines.slice(at, at + LINES_OF_COMPLAINT).join("\n");
}

const LEAST_WORD = 4;

/** True if the failure's output contains a word of the step that is not in the failed command or in every step. */
function hasWordOf(output: string, command: string, failed: string): boolean {
  const said = output.toLowerCase();
  const words = command.toLowerCase().match(/[\p{L}][\p{L}\d]*/gu) ?? [];
  return words.some(
    (word) =>
      word.length >= LEAST_WORD && !PROVIDES.test(word) && !failed.includes(word) && said.includes(word),
  );
}

function isNamedCommand(plain: string, named: string): boolean {
  const wanted = plainCommand(named);
  return plain === wanted || plain.startsWith(`${wanted} `);
}

/** With packages, one must be named in the failure; without, the command installs all of the project's dependencies. */
function asksForInstall(failure: Complaint, rest: string): boolean {
  const packages = packagesIn(rest);
  if (packages.length === 0) return MODULE.test(failure.error);
  return packages.some((word) => failure.names.some((name) => isSamePackage(word, name)));
}

function packagesIn(rest: string): string[] {
  return rest
    .replace(/ --(?:extra|group|only-group|with|without|only|filter|workspace|profile|index-url)[= ]\S+/g, "")
    .split(" ")
    .filter(
      (word) =>
        word !== "" && !word.startsWith("-") && !/^\.|requirements|\.txt$|^(?:tidy|download)$/.test(word),
    );
}

function isSamePackage(word: string, name: string): boolean {
  const clean = (text: string): string =>
    text
      .replace(/^["']|["']$/g, "")
      .replace(/(?<=.)@[\w.^~-]+$|[=<>~!]=.*$|\[.*\]$/, "")
      .toLowerCase()
      .replaceAll("_", "-");
  const [a, b] = [clean(word), clean(name)];
  return (
    a === b || a === `@types/${b}` || b.startsWith(`${a}/`) || b.startsWith(`${a}.`) || a.startsWith(`${b}-`)
  );
}

function namesWordOf(failure: Complaint, command: string): boolean {
  const words = command
    .split(" ")
    .slice(1)
    .filter((word) => !word.startsWith("-") && !/^[+\d]/.test(word));
  return words.some((word) => namesPath(failure, word.replace(/^\.\//, "").replace(/\/$/, "")));
}

/** The file or folder, or something in that folder. */
export function namesPath(failure: Complaint, path: string): boolean {
  const base = baseOf(path);
  return failure.names.some(
    (name) =>
      isSameFile(name, path) || name.startsWith(`${path}/`) || (base.length > 3 && baseOf(name) === base),
  );
}

const TEST_MARK = /(?:[._-](?:test|spec|tests))$|^test_/;
const stemOf = (path: string): string => baseOf(path).replace(/\.\w+$/, "");

/** The file itself, the source of a test that it names, or the file of that very name. */
export function namesSource(failure: Complaint, path: string): boolean {
  if (namesPath(failure, path)) return true;
  const stem = stemOf(path);
  return (
    stem.length >= 3 &&
    failure.names.some(
      (name) =>
        name === stem || (TEST_MARK.test(stemOf(name)) && stemOf(name).replace(TEST_MARK, "") === stem),
    )
  );
}

export const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export const isVariable = (name: string): boolean => /^[A-Z][A-Z0-9_]{2,}$/.test(name);

/** True if the failure names a variable that this text sets. */
function namesVariable(failure: Complaint, text: string): boolean {
  return failure.names.some((name) => isVariable(name) && text.includes(name));
}

/** True if the failure shows the changed line itself. */
export function showsCode(failure: Complaint, change: string): boolean {
  return failure.names.some((name) => isCode(name) && change.includes(name));
}

const isCode = (name: string): boolean => name.length >= 6 && /\W/.test(name);

/** True if the error asks for this environment: a variable by name, a module, a version, another port. */
export function asksForEnvironment(failure: Complaint, text: string): boolean {
  if (namesVariable(failure, text)) return true;
  if (/\bPORT=|_PORT=/.test(text)) return PORT.test(failure.error);
  if (/\bJAVA_HOME=/.test(text)) return /\bjava\b|\bjdk\b/i.test(failure.error);
  if (/(?:^|&& )(?:nvm|fnm|volta|pyenv|rbenv|asdf|mise) /m.test(text))
    return RUNTIME.test(failure.error) || VERSION.test(failure.error) || MODULE.test(failure.error);
  if (/activate|\/bin\/|conda/.test(text)) return MODULE.test(failure.error) || VERSION.test(failure.error);
  // The command reads a file of variables, so the error must be about a variable.
  if (/(?:^|\s)(?:\.|source) \S*env/.test(text)) return failure.names.some(isVariable);
  return false;
}

/** True if the failure itself points at its fix. Only then is one session enough evidence. */
export function isNamedBy(failure: DigestFailure, cure: Cure): boolean {
  switch (cure.kind) {
    case "command":
      return true;
    case "run":
      return (
        asksFor(failure, cure.command) || cure.command.split(" && ").some((part) => asksFor(failure, part))
      );
    case "environment":
      return asksForEnvironment(failure, cure.text);
    case "folder":
      return isMissing(failure) || failure.isUsage;
    case "file":
      return (
        namesSource(failure, cure.path) || namesVariable(failure, cure.text) || showsCode(failure, cure.text)
      );
  }
}
