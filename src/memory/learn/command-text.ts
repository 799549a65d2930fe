/** What a shell command is about: what it is for, which part of it is worth knowing again, did it go well. */
import { inputField } from "../../text/input-text.ts";
import { type ShellWord, toShellCommands } from "../../text/shell.ts";

/** `other` is a command that does something, but none of the four that every project has. */
export type CommandKind = "test" | "build" | "lint" | "run" | "other";

/** Commands that look around or belong to every project: nobody needs to be told of them. */
const EVERYDAY =
  /^(?:(?:ls|ll|cat|bat|head|tail|less|more|grep|egrep|rg|ag|fd|find|tree|sed|awk|cut|sort|uniq|wc|tr|xxd|od|file|stat|du|df|diff|cmp|which|type|whereis|pwd|cd|echo|printf|true|false|test|\[|sleep|wait|date|env|export|set|source|\.|history|whoami|id|ps|kill|pkill|pgrep|lsof|mkdir|rmdir|rm|cp|mv|ln|touch|chmod|jq|yq|xargs|for|while|if|do|done|then|else|fi|case|esac|git (?:-C \S+ )?(?:status|diff|log|show|add|commit|branch|checkout|switch|stash|rev-parse|blame|ls-files|fetch|config|remote|grep|reflog|restore))(?!\S)|\w+=|[({!&$"'])/;

const RUNNER =
  "(?:npm|pnpm|yarn|bun|deno task|mise|just|task|make|rake|composer|poe|hatch|nx|turbo)(?: run(?:-script)?)?(?: -\\S+)*";
const script = (names: string): string => `${RUNNER} (?:\\S+:)?(?:${names})\\b`;

/** Tried in this order, on the start of a command without its environment and wrappers. */
const KINDS: readonly (readonly [CommandKind, RegExp])[] = [
  [
    "test",
    new RegExp(
      `^(?:go test|cargo (?:test|nextest)|(?:python3? -m )?(?:pytest|unittest)|py\\.test|jest|vitest|mocha|ava|tap|bun test|deno test|rspec|phpunit|dotnet test|ctest|mix test|swift test|tox|nox|playwright test|cypress run|bats|gotestsum|(?:mvn|\\./mvnw|gradle|\\./gradlew)\\b.* (?:test|verify|check)\\b|${script("tests?|spec|e2e|check-tests")})(?!\\w)`,
    ),
  ],
  [
    "lint",
    new RegExp(
      `^(?:eslint|biome|prettier|ruff|flake8|black|isort|mypy|pyright|pylint|golangci-lint|staticcheck|go (?:vet|fmt)|gofmt|gofumpt|goimports|cargo (?:clippy|fmt)|rubocop|shellcheck|shfmt|stylelint|ktlint|pre-commit run|lefthook run|tsc --noEmit|${script("lint|format|fmt|typecheck|type-check|check|vet")})(?!\\w)`,
    ),
  ],
  [
    "build",
    new RegExp(
      `^(?:go (?:build|install|generate)|cargo (?:build|check)|tsc|vite build|webpack|rollup|esbuild|next build|dotnet (?:build|publish)|cmake|ninja|docker(?:-compose| compose)? build|swift build|bazel build|(?:mvn|\\./mvnw|gradle|\\./gradlew)\\b|${script("build|compile|bundle|dist|all|generate|codegen")}|make$)(?!\\w)`,
    ),
  ],
  [
    "run",
    /^(?:go run|cargo run|node \S+\.[cm]?[jt]s|bun (?:run )?\S+\.[cm]?[jt]sx?|deno run|python3? \S+\.py|python3? -m \S+|ruby \S+\.rb|php artisan|(?:ba|z)?sh \S+\.sh|\.\/\S+|docker(?:-compose| compose)? up|flask run|uvicorn|rails (?:s|server|db:\S+)|(?:npm|pnpm|yarn|bun|mise|hatch|poe|composer|turbo) run \S+|deno task \S+|(?:npm|yarn|pnpm) (?:start|dev)|(?:make|just|rake) [a-z]\S*|npm (?:ci|install)$|(?:pnpm|yarn|bun) install$)/,
  ],
];

/** What may stand in front of a command without changing what it is for. */
const WRAPPER =
  /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)|time|sudo|npx(?: --?\S+)*|bunx|pnpm (?:dlx|exec)|yarn dlx|uvx|(?:uv|poetry|pipenv|rye) run|timeout(?: -\S+)* \S+|env|command|nice|xvfb-run(?: -\S+)*)\s+/;

export function commandKind(command: string): CommandKind | undefined {
  let rest = command.trim();
  for (let shorter = rest.replace(WRAPPER, ""); shorter !== rest; shorter = rest.replace(WRAPPER, "")) {
    rest = shorter;
  }
  const kind = KINDS.find(([, pattern]) => pattern.test(rest))?.[0];
  return kind ?? (EVERYDAY.test(rest) || !/^[\w./~-]+(?: |$)/.test(rest) ? undefined : "other");
}

/** Longer lines are programs of their own, not commands that somebody types again. */
const LONGEST = 2000;

/** The commands of a shell text, each without its redirections; not those that only shorten another one's output. */
export function commandsIn(line: string): string[] {
  if (line.length > LONGEST) return [];
  const commands: string[] = [];
  /** Where a `cd` led, by level: a subshell's ends with it. */
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

/** As it is written, on one line. */
export function toOneWord({ text }: ShellWord): string {
  return text.replace(/\\\n/g, "").replace(/\s+/g, " ");
}

/** Checks whose output tells more than their exit code, which a pipe into `tail` hides. */
const FAILED =
  /^\s*(?:FAIL\b|--- FAIL|FAILED\b|✗ |✖ |error\[E\d+\]|error TS\d+|npm ERR!|make: \*\*\* )|\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|^Traceback \(most recent call last\)|^panic: |: error TS\d+|^Exit code [1-9]/m;

export function looksFailed(kind: CommandKind, output: string): boolean {
  return kind !== "run" && kind !== "other" && FAILED.test(output);
}

/** Looking around: says nothing of what was done. */
const LOOKING =
  /^(ls|cat|head|tail|cd|pwd|echo|printf|which|type|file|wc|stat|tree|find|grep|rg|sed -n|awk|less|ps|env|date|sleep|true|mkdir|git (status|log|diff|show|branch|remote|rev-parse))\b/;

/** The command of a Bash call's input, as one line; undefined where there is none. */
export function commandOf(inputJson: string): string | undefined {
  const command = inputField(inputJson, "command");
  return command === undefined ? undefined : toOneLine(command);
}

export function isLookingAround(command: string): boolean {
  return LOOKING.test(withoutPrefix(command));
}

/** `cd x && FOO=1 npm test` is about `npm test`. */
function withoutPrefix(command: string): string {
  return command.replace(/^(cd\s+\S+\s*(&&|;)\s*)+/, "").replace(/^([A-Z_][A-Z0-9_]*=\S*\s+)+/, "");
}

function toOneLine(command: string): string {
  return command.trim().replace(/\s*\n\s*/g, " ⏎ ");
}
