/** Which line tells what failed, and what wide text costs. */
import { describe, expect, test } from "bun:test";
import { messagesFor } from "../locale/index.ts";
import type { Observation, Prompt } from "../memory/records/records.ts";
import { estimateTokens } from "../memory/text/tokens.ts";
import { RESTORE_TOKENS, renderRestore } from "./restore.ts";
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
    expect(errorOf("FAILED 3\nerror\nexpected 1 to be 2\nerror: other")).toBe("expected 1 to be 2");
  });

  test("is the last one where none says what is wrong", () => {
    expect(errorOf("one\ntwo\nthree")).toBe("three");
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
    expect(wide(text)).toBeLessThanOrEqual(RESTORE_TOKENS);
    expect(tokens).toBeLessThanOrEqual(RESTORE_TOKENS);
  });
});
