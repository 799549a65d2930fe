/** Which line tells what failed, and what wide text costs. */
import { describe, expect, test } from "bun:test";
import { messagesFor } from "../../locale/index.ts";
import { START_TOKENS } from "../../recall/blocks/defaults.ts";
import type { Observation, Prompt } from "../../store/records/records.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { renderRestore } from "./restore.ts";
import { workingSet } from "./working-set.ts";

const en = messagesFor("en");
let clock = 0;
const entry = () => ({ key: `k${++clock}`, sessionId: "s", at: clock, redaction: 0 });
const prompt = (text: string): Prompt => ({ ...entry(), text });
const fails = (command: string, error: string): Observation => ({
  ...entry(),
  toolName: "Bash",
  ok: false,
  input: JSON.stringify({ command }),
  response: `Exit code 1\n${error}`,
  files: [],
});
const setOf = (observations: Observation[], prompts: Prompt[] = []) =>
  workingSet({ observations, prompts, responses: [] }, "/home/me/app");

describe("the line that tells what failed", () => {
  const errorOf = (output: string) => setOf([fails("make check", output)]).failures[0]?.error;

  test("is the first that says what is wrong, not one that only says that something is", () => {
    expect(errorOf("building all\nerror: task failed\nsrc/a.ts: cannot find name x\ndone")).toBe(
      "src/a.ts: cannot find name x",
    );
    expect(errorOf("FAILED\nerror\nexpected 1 to be 2\ndone")).toBe("expected 1 to be 2");
  });

  test("is the first one where none says what is wrong", () => {
    expect(errorOf("one\ntwo\nthree")).toBe("one");
  });

  test("is none where the user simply said no", () => {
    expect(setOf([fails("make check", "The user doesn't want to proceed with this")]).failures).toEqual([]);
  });
});

describe("wide text", () => {
  const wide = (text: string) => [...text].filter((char) => (char.codePointAt(0) ?? 0) >= 0x250).length;

  test.each(["데이터베이스", "数据库迁移", "проверка", "🚀🎉→✅"])(
    "%s costs at least a token a character",
    (text) => expect(estimateTokens(text)).toBeGreaterThanOrEqual([...text].length),
  );

  test("what is restored stays within 800 tokens where a character is a token", () => {
    const rule = (n: number) =>
      `항상 ${n}번째 모듈의 데이터베이스 마이그레이션을 먼저 실행하고 결과를 확인하세요`;
    const prompts = Array.from({ length: 60 }, (_, n) => prompt(rule(n)));
    const runs = Array.from({ length: 60 }, (_, n) =>
      fails(`make 检查-${n}`, `错误：找不到模块 ${"数".repeat(40)} ${n}`),
    );
    const { text, tokens } = renderRestore(setOf(runs, prompts), en);
    expect(wide(text)).toBeGreaterThan(200);
    expect(wide(text)).toBeLessThanOrEqual(START_TOKENS);
    expect(tokens).toBeLessThanOrEqual(START_TOKENS);
  });
});

describe("what worked and what did not", () => {
  const runs = (command: string): Observation => ({ ...fails(command, ""), ok: true, response: "" });
  const failures = (...calls: Observation[]) => setOf(calls).failures.map(({ what }) => what);

  test("a failure is over when the same command, its program alone or a shorter form of it goes well", () => {
    const failed = fails("npm test -- a.test.ts", "AssertionError: no");
    expect(failures(failed)).toEqual(["npm test -- a.test.ts"]);
    expect(failures(failed, runs("npm test -- a.test.ts"))).toEqual([]);
    expect(failures(failed, runs("npm test"))).toEqual([]);
    expect(failures(failed, runs("npm test -- b.test.ts"))).toEqual(["npm test -- a.test.ts"]);
    expect(failures(failed, runs("npm run build"))).toEqual(["npm test -- a.test.ts"]);
    const one = fails("go test ./pay -run TestTax", "panic: no");
    expect(failures(one, runs("go test ./pay"))).toEqual([]);
    expect(failures(one, runs("go test ./..."))).toEqual([]);
    expect(failures(one, runs("go test ./web"))).toEqual(["go test ./pay -run TestTax"]);
  });

  test("a failure that repeats is told once, with its newest error, at its newest place", () => {
    const calls = [
      fails("npm test", "Error: one"),
      fails("npm run lint", "Error: two"),
      fails("npm test", "Error: three"),
    ];
    expect(setOf(calls).failures.map(({ what, error }) => `${what} ${error}`)).toEqual([
      "npm test Error: three",
      "npm run lint Error: two",
    ]);
  });

  test("a look at the workflow that failed is nothing to repair", () => {
    expect(failures(fails("pawl workflow status", "Error: none"))).toEqual([]);
    expect(failures(fails("bin/pawl workflow status", "Error: none"))).toEqual([]);
  });

  test("three look-ups that found nothing are told, the newest; checks are all told", () => {
    const looks = ["a", "b", "c", "d"].map((name) => fails(`mytool find ${name}`, "Error: not found"));
    expect(failures(...looks)).toEqual(["mytool find d", "mytool find c", "mytool find b"]);
  });

  test("the command is told without the project's folder; without a project it is told as it was", () => {
    const call = fails("cd /home/me/app && npm test /home/me/app/a.test.ts", "Error: no");
    expect(setOf([call]).failures[0]?.what).toBe("npm test a.test.ts");
    const nowhere = workingSet({ observations: [call], prompts: [], responses: [] }, "");
    expect(nowhere.failures[0]?.what).toBe("cd /home/me/app && npm test /home/me/app/a.test.ts");
  });

  test("an error is told with 100 characters; an empty output has none", () => {
    const error = (text: string) => setOf([fails("npm test", text)]).failures[0]?.error;
    const [fits, long] = [`Error ${"x".repeat(94)}`, `Error ${"x".repeat(95)}`];
    expect(error(fits)).toBe(fits);
    expect(error(long)).toBe(`${fits.slice(0, 99)}…`);
    expect(error("\n\nExit code 1\nlast line\n\n")).toBe("last line");
    expect(setOf([fails("npm test", "")]).failures).toEqual([]);
  });

  test("an edit counts as two looks; a command that is no check counts from its second run", () => {
    const use = (toolName: string, path: string): Observation => ({
      ...runs(""),
      toolName,
      input: "{}",
      files: [`/home/me/app/${path}`],
    });
    const set = setOf([
      ...[use("Read", "a"), use("Read", "a"), use("Read", "a")],
      ...[use("Edit", "b"), use("Edit", "b")],
      ...[use("Read", "c"), use("Read", "c"), use("Edit", "d"), use("Read", "d")],
    ]);
    expect(set.files.map(({ path }) => path)).toEqual(["b", "d", "a", "c"]);
    const commands = (...calls: Observation[]) => setOf(calls).commands.map(({ command }) => command);
    expect(commands(runs("mytool x"))).toEqual([]);
    expect(commands(runs("mytool x"), runs("mytool x"), runs("npm test"))).toEqual(["npm test", "mytool x"]);
  });
});

test("twenty standing orders are kept, the newest", () => {
  const orders = Array.from({ length: 21 }, (_, n) => prompt(`Always use tool number ${n}.`));
  const { standing } = setOf([], orders);
  expect(standing.length).toBe(20);
  expect(standing[0]).toBe("Always use tool number 20.");
});
