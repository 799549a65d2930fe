/** The purpose of a simple command, by closed patterns. A command that matches none gets no label. */

type CheckKind = "test" | "lint" | "build";
/** `other` is a command that does something, but none of the four that every project has. */
export type CommandKind = CheckKind | "run" | "other";

const RUNNER =
  "(?:npm|pnpm|yarn|bun|deno task|mise|just|task|make|rake|composer|poe|hatch|nx|turbo)(?: (?:run|run-script|--prefix \\S+|-C \\S+|--cwd \\S+|-\\S+))*";
const script = (names: string): string => `${RUNNER} (?:\\S+:)?(?:${names})(?=\\s|$|:)`;

const KINDS: readonly (readonly [CheckKind, RegExp])[] = [
  [
    "test",
    new RegExp(
      `^(?:go test|cargo (?:test|nextest)|(?:python3? -m )?(?:pytest|unittest)|py\\.test|jest|vitest|mocha|ava|tap|bun test|deno test|node --test|rspec|phpunit|dotnet test|ctest|mix test|swift test|tox|nox|playwright test|cypress run|bats|gotestsum|(?:mvn|\\./mvnw|gradle|\\./gradlew)\\b.* (?:test|verify|check)\\b|npm t\\b|${script("tests?|spec|e2e|unit")})(?!\\w)`,
    ),
  ],
  [
    "lint",
    new RegExp(
      `^(?:eslint|biome|prettier|ruff|flake8|black|isort|mypy|pyright|pylint|golangci-lint|staticcheck|go (?:vet|fmt)|gofmt|gofumpt|goimports|cargo (?:clippy|fmt)|rubocop|shellcheck|shfmt|stylelint|ktlint|pre-commit run|lefthook run|tsc (?:\\S+ )*--noEmit|${script("lint|format|fmt|typecheck|type-check|check|vet")})(?!\\w)`,
    ),
  ],
  [
    "build",
    new RegExp(
      `^(?:go build|cargo (?:build|check)|tsc|vite build|webpack|rollup|esbuild|next build|dotnet (?:build|publish)|cmake|ninja|docker(?:-compose| compose)? build|swift build|bazel build|(?:mvn|\\./mvnw|gradle|\\./gradlew)\\b|${script("build|compile|bundle")}|make$)(?!\\w)`,
    ),
  ],
];

/** Words in front of a command that do not change its purpose. */
const WRAPPER =
  /^(?:time|npx(?: --?\S+)*|bunx|pnpm (?:dlx|exec)|yarn dlx|uvx|(?:uv|poetry|pipenv|rye) run|timeout(?: -\S+)* \S+|env|command|nice|xvfb-run(?: -\S+)*)\s+/;

export function withoutWrapper(command: string): string {
  let rest = command.trim();
  for (let shorter = rest.replace(WRAPPER, ""); shorter !== rest; shorter = rest.replace(WRAPPER, "")) {
    rest = shorter;
  }
  return rest;
}

export function commandKind(command: string): CheckKind | undefined {
  const rest = withoutWrapper(command);
  return KINDS.find(([, pattern]) => pattern.test(rest))?.[0];
}

const RUN =
  /^(?:go run|cargo run|node \S+\.[cm]?[jt]s|bun (?:run )?\S+\.[cm]?[jt]sx?|deno run|python3? \S+\.py|python3? -m \S+|ruby \S+\.rb|php artisan|(?:ba|z)?sh \S+\.sh|\.\/\S+|docker(?:-compose| compose)? up|flask run|uvicorn|rails (?:s|server|db:\S+)|(?:npm|pnpm|yarn|bun|mise|hatch|poe|composer|turbo) run \S+|deno task \S+|(?:npm|yarn|pnpm) (?:start|dev)|(?:make|just|rake) [a-z]\S*|npm (?:ci|install)$|(?:pnpm|yarn|bun) install$)/;

/** What a command is for; undefined for one that everybody knows, or that is none. */
export function purposeOf(command: string): CommandKind | undefined {
  const plain = withoutWrapper(command.replace(/^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, ""));
  const check = commandKind(plain);
  if (check !== undefined) return check;
  if (RUN.test(plain)) return "run";
  return isEveryday(plain) || !/^[\w./~-]+(?: |$)/.test(plain) ? undefined : "other";
}

/** One test or one file of many: this is not how the whole project is tested. */
const PART =
  /\s(?:-run|-t|-k|-g|--grep|--filter|--testNamePattern|--test-name-pattern|-only)[= ]|::|\.(?:test|spec)\.\w+|_test\.\w+|\btest_\w+\.py|\s\S*\*/;

/** The displayed label of a project's command. */
export function shownKind(command: string): CheckKind | undefined {
  const kind = commandKind(command);
  return kind !== undefined && PART.test(command) ? undefined : kind;
}

/** Scripts print their name before they start, which tells which of several failed. */
export function scriptName(words: readonly string[]): string | undefined {
  const [program = "", ...rest] = words;
  if (!/^(?:npm|pnpm|yarn|bun|mise|just|task|make|deno)$/.test(program)) return undefined;
  const args = rest.filter(
    (word) => !word.startsWith("-") && word !== "run" && word !== "task" && word !== "run-script",
  );
  return args[0];
}

/** Read-only commands and commands common to all projects, which are not worth recording. */
const EVERYDAY =
  /^(?:ls|ll|cat|bat|head|tail|less|more|grep|egrep|fgrep|rg|ag|fd|find|tree|sed|awk|cut|sort|uniq|wc|tr|xxd|od|file|stat|du|df|diff|cmp|which|type|whereis|pwd|cd|echo|printf|true|false|test|\[|\[\[|sleep|wait|date|env|export|unset|set|source|\.|:|history|whoami|id|ps|kill|pkill|pgrep|lsof|mkdir|rmdir|rm|cp|mv|ln|touch|chmod|jq|yq|xargs|tee|command|exit|return|read|local|basename|dirname|realpath|readlink|curl|wget|open|man|git)(?:\s|$)/;

export function isEveryday(command: string): boolean {
  const plain = withoutWrapper(command);
  // `rtk git status`: a wrapper that only this machine knows.
  return EVERYDAY.test(plain) || /^\S+ git(?:\s|$)/.test(plain);
}
