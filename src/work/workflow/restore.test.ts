import { describe, expect, test } from "bun:test";
import { messagesFor } from "../../locale/index.ts";
import { LOCALES } from "../../locale/messages.ts";
import { purposeOf } from "../../memory/digest/command-kind.ts";
import { commandsIn } from "../../memory/learn/command-text.ts";
import { isStanding } from "../../memory/learn/rules.ts";
import { inProject } from "../../memory/records/summary.ts";
import { START_TOKENS } from "../../recall/blocks/defaults.ts";
import type { Observation, Prompt, Response } from "../../store/records/records.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { createSnapshot } from "../state-files.ts";
import { renderRestore } from "./restore.ts";
import { type WorkingSet, workingSet } from "./working-set.ts";

const en = messagesFor("en");
let clock = 0;

const entry = () => ({ key: `k${++clock}`, sessionId: "s", at: clock, redaction: 0 });
const prompt = (text: string): Prompt => ({ ...entry(), text });
const response = (text: string): Response => ({ ...entry(), text });
function call(toolName: string, input: object, more: Partial<Observation> = {}): Observation {
  return { ...entry(), toolName, ok: true, input: JSON.stringify(input), response: "", files: [], ...more };
}
const read = (path: string, more: Partial<Observation> = {}) =>
  call("Read", { file_path: path }, { files: [path], ...more });
const edit = (path: string, more: Partial<Observation> = {}) =>
  call("Edit", { file_path: path }, { files: [path], ...more });
const bash = (command: string, more: Partial<Observation> = {}) => call("Bash", { command }, more);
const fails = (command: string, error: string) =>
  bash(command, { ok: false, response: `Exit code 1\n${error}` });

const setOf = (observations: Observation[], prompts: Prompt[] = [], responses: Response[] = []) =>
  workingSet({ observations, prompts, responses }, "/home/me/app");

describe("files", () => {
  test("are those read and edited, most used first, by their path in the project", () => {
    const set = setOf([
      read("/home/me/app/src/a.ts"),
      read("/home/me/app/src/b.ts"),
      edit("/home/me/app/src/b.ts"),
      read("/etc/hosts"),
      read("/home/me/app/gone.ts", { ok: false }),
      call("Grep", { path: "/home/me/app" }, { files: ["/home/me/app/c.ts"] }),
    ]);
    expect(set.files.map(({ path, reads, edits }) => [path, reads, edits])).toEqual([
      ["src/b.ts", 1, 1],
      ["/etc/hosts", 1, 0],
      ["src/a.ts", 1, 0],
    ]);
  });

  test("what a subagent reads and edits is part of the work", () => {
    const agent = { agentId: "a1" };
    expect(setOf([read("x.ts", agent), edit("y.ts", agent)]).files.map((file) => file.path)).toEqual([
      "y.ts",
      "x.ts",
    ]);
  });

  test("S0.9 both path separators are understood", () => {
    expect(inProject("C:\\work\\app\\src\\a.ts", "C:\\work\\app\\")).toBe("src/a.ts");
    expect(inProject("/home/me/apple/a.ts", "/home/me/app")).toBe("/home/me/apple/a.ts");
  });
});

describe("commands", () => {
  test.each([
    ["npm test", "test"],
    ["CI=1 npx vitest run src", "test"],
    ["bun run test:unit", "test"],
    ["go test ./... -run X", "test"],
    ["uv run pytest -q", "test"],
    ["pnpm run build", "build"],
    ["cargo build --release", "build"],
    ["tsc --noEmit", "lint"],
    ["make lint", "lint"],
    ["npm run dev", "run"],
    ["python manage.py migrate", "run"],
    ["gh pr create", "other"],
    ["ls -la", undefined],
    ["git status", undefined],
    ["grep -rn test .", undefined],
    ["echo npm test", undefined],
  ] as const)("%s is %p", (command, kind) => {
    expect(purposeOf(command)).toBe(kind);
  });

  test("a shell line is taken apart outside quotes, without what only shortens its output", () => {
    expect(commandsIn('cd app && npm run lint; npm test -- -t "a && b" 2>&1 | tail -20')).toEqual([
      "cd app && npm run lint",
      'cd app && npm test -- -t "a && b"',
    ]);
    expect(commandsIn("npm \\\n  test > out.txt")).toEqual(["npm test"]);
    expect(commandsIn("echo 'it\\' && npm test")).toEqual(["echo 'it\\'", "npm test"]);
    expect(commandsIn("x".repeat(5000))).toEqual([]);
  });

  test("are those whose last run went well, most run first; others once they were needed again", () => {
    const set = setOf([
      bash("npm run lint"),
      bash("cd /home/me/app && npm test 2>&1 | tail"),
      bash("npm test"),
      bash("npm run build"),
      fails("npm run build", "error TS2304: no"),
      bash("go test ./... | tail -3", { response: "FAIL\tpkg/a\nFAIL" }),
      bash("gh pr view"),
      bash("psql -c 'select 1'"),
      bash("psql -c 'select 1'"),
    ]);
    expect(set.commands.map(({ command, runs }) => `${runs} ${command}`)).toEqual([
      "2 npm test",
      "1 npm run lint",
      "2 psql -c 'select 1'",
    ]);
  });
});

describe("failures", () => {
  test("are open until the same command goes well, or the program in a wider form", () => {
    const first = fails("npm run build", "src/a.ts(3,1): error TS2304: Cannot find name 'x'");
    expect(setOf([first]).failures).toMatchObject([
      { what: "npm run build", error: "src/a.ts(3,1): error TS2304: Cannot find name 'x'" },
    ]);
    expect(setOf([first, bash("npm run lint")]).failures.length).toBe(1);
    expect(setOf([first, bash("npm run build")]).failures).toEqual([]);
    const narrow = fails("go test ./pkg -run TestA", "--- FAIL: TestA");
    expect(setOf([narrow, bash("go test ./other")]).failures.length).toBe(1);
    expect(setOf([narrow, bash("go test ./...")]).failures).toEqual([]);
    expect(setOf([fails("go test ./...", "--- FAIL: TestA"), bash("go test ./pkg")]).failures.length).toBe(1);
  });

  test("a call that the user refused is no failure", () => {
    const refused = bash("npm test", {
      ok: false,
      response: "The user doesn't want to proceed with this tool use.",
    });
    expect(setOf([refused]).failures).toEqual([]);
  });

  test("a failed chain is named whole, until each of its commands went well", () => {
    const set = setOf([fails("npm run lint && npm test", "Error: boom")]);
    const whatFailed = (set: WorkingSet) => set.failures.map(({ what }) => what);
    expect(whatFailed(set)).toEqual(["npm run lint && npm test"]);
    expect(set.commands).toEqual([]);
    const half = [fails("npm run lint && npm test", "Error: boom"), bash("npm run lint")];
    expect(whatFailed(setOf(half))).toEqual(["npm run lint && npm test"]);
    expect(whatFailed(setOf([...half, bash("npm test")]))).toEqual([]);
  });

  test("checks come before look-ups that found nothing", () => {
    const set = setOf([fails("npm test", "Error: boom"), fails("gh api x", "gh: Not Found")]);
    expect(set.failures.map((failure) => failure.what)).toEqual(["npm test", "gh api x"]);
  });
});

describe("standing instructions", () => {
  test.each([
    "Always run the linter before you commit.",
    "please never push to main",
    "When a port is taken, always pick the next one",
    "You should never edit generated files",
    "From now on use pnpm",
    "Don't commit again without asking me",
    "- **Never** use any",
    "請總是使用 pnpm",
    "一律用繁體中文回答",
    "永远不要修改生成的文件",
    "절대 main에 푸시하지 마세요",
    "항상 테스트를 먼저 작성하세요.",
  ])("%s", (line) => {
    expect(setOf([], [prompt(line)]).standing.length).toBe(1);
  });

  test.each([
    "The cache is never cleared on logout",
    "the menu always opens twice",
    "A missing comma makes the parser to always stop",
    "Why does it never finish?",
    "we can always add colours later",
    "don't touch the server yet, only read its log",
    "測試總是失敗",
    "테스트가 항상 실패합니다",
  ])("%s is none", (line) => {
    expect(isStanding(line)).toBe(false);
  });

  test("are the user's own words: no code, no quotation, no tags; newest first, each once", () => {
    const set = setOf(
      [],
      [
        prompt("Never use mocks.\n```\nalways fails\n```\n> always quoted\n<note>always tagged</note>"),
        prompt("Always use tabs"),
        prompt("never use mocks."),
      ],
    );
    expect(set.standing).toEqual(["never use mocks.", "Always use tabs"]);
  });
});

test("a line that merely mentions always or never is no order", () => {
  expect(setOf([], [prompt("Never use mocks."), prompt("Case 8 is never reached")]).standing).toEqual([
    "Never use mocks.",
  ]);
});

describe("open items", () => {
  const todo = (content: string, status: string) => ({ content, status });

  test("the last to-do list counts, what is in progress first", () => {
    const set = setOf([
      call("TodoWrite", { todos: [todo("a", "pending"), todo("gone", "pending")] }),
      call("TodoWrite", { todos: [todo("a", "completed"), todo("b", "pending"), todo("c", "in_progress")] }),
    ]);
    expect(set.open).toEqual(["c", "b"]);
  });

  test("a task is open until it is closed", () => {
    const set = setOf([
      call("TaskCreate", { subject: "one" }, { response: "Task #1 created successfully: one" }),
      call("TaskCreate", { subject: "two" }, { response: "Task #2 created successfully: two" }),
      call("TaskCreate", { subject: "three" }, { response: "Task #3 created successfully: three" }),
      call("TaskUpdate", { taskId: "1", status: "completed" }),
      call("TaskUpdate", { taskId: "2", status: "deleted" }),
      call("TaskUpdate", { taskId: "9", status: "completed" }),
    ]);
    expect(set.open).toEqual(["three"]);
  });

  test("an input that was cut when stored says nothing", () => {
    expect(setOf([{ ...call("TodoWrite", {}), input: '{"todos":[{"con' }]).open).toEqual([]);
  });
});

test("decisions are the user's, and answers to questions", () => {
  const set = setOf(
    [
      call(
        "AskUserQuestion",
        {},
        { response: 'User has answered your questions: "Which store?"="SQLite". Go on.' },
      ),
    ],
    [prompt("Let's use Hono for the server. Should we go with Express?")],
    [response("I decided to keep the old table. Nothing else.")],
  );
  expect([...set.decisions].sort()).toEqual(["Let's use Hono for the server.", "Which store? → SQLite"]);
});

describe("the text", () => {
  const big = () =>
    setOf(
      [
        ...Array.from({ length: 300 }, (_, n) => edit(`/home/me/app/src/part-${n % 30}/file-${n}.ts`)),
        ...Array.from({ length: 80 }, (_, n) => bash(`npm test -- --filter case-${n}`)),
        ...Array.from({ length: 40 }, (_, n) =>
          fails(`npm run build -- --target t${n}`, `error in ${n} ${"x".repeat(100)}`),
        ),
        call("TodoWrite", {
          todos: Array.from({ length: 40 }, (_, n) => ({ content: `item ${n} 繼續`, status: "pending" })),
        }),
      ],
      Array.from({ length: 40 }, (_, n) => prompt(`Always do thing number ${n} before anything else`)),
    );

  test.each(LOCALES)("stays within 800 tokens and names every kind, in %s", (locale) => {
    const messages = messagesFor(locale);
    const restore = renderRestore(big(), messages);
    expect(restore.tokens).toBe(estimateTokens(restore.text));
    expect(restore.tokens).toBeLessThanOrEqual(START_TOKENS);
    expect(restore.tokens).toBeGreaterThan(START_TOKENS * 0.85);
    for (const section of ["files", "commands", "standing", "open", "failures"] as const) {
      expect(restore.shown[section]).toBeGreaterThan(0);
      expect(restore.text).toContain(messages.restore[section]);
    }
  });

  test("says a folder once, edits by number and reads by a star", () => {
    const { text } = renderRestore(
      setOf([edit("src/a.ts"), edit("src/a.ts"), read("src/b.ts"), read("c.md")]),
      en,
    );
    expect(text).toContain("\n- src/: a.ts 2, b.ts*\n- c.md*");
  });

  test("is empty where there is nothing to restore", () => {
    expect(renderRestore(setOf([]), en)).toMatchObject({ text: "", tokens: 0 });
  });

  test("a budget that holds nothing gives nothing, not too much", () => {
    expect(renderRestore(big(), en, 20).tokens).toBeLessThanOrEqual(20);
  });
});

describe("state files", () => {
  test("S0.12 a snapshot holds time, session and what S0.4 and S0.5 save, as JSON", () => {
    const snapshot = createSnapshot({
      now: Date.UTC(2026, 2, 1),
      event: "PreCompact",
      session: { id: "s", startedAt: Date.UTC(2026, 2, 1) },
      history: { prompts: Array.from({ length: 30 }, (_, n) => prompt(`prompt ${n}`)) },
      set: setOf([edit("src/a.ts"), bash("npm test")]),
      summary: "Done.",
    });
    expect(JSON.parse(JSON.stringify(snapshot))).toMatchObject({
      writtenBy: "pawl",
      timestamp: "2026-03-01T00:00:00.000Z",
      sessionId: "s",
      project: null,
      summary: "Done.",
      files: [{ path: "src/a.ts", edits: 1 }],
      commands: [{ command: "npm test", kind: "test" }],
      workflow: null,
    });
    expect(snapshot.prompts.length).toBe(20);
    expect(snapshot.prompts.at(-1)?.text).toBe("prompt 29");
  });
});
