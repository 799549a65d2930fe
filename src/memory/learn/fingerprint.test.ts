import { expect, test } from "bun:test";
import { mainCommand, ruleOf, toErrorLines, toFailure } from "./fingerprint.ts";
import { normalizeLine } from "./normalize.ts";
import { createSession, PROJECT } from "./test-session.ts";

const first = (output: string) => toErrorLines(output, "Bash/test", PROJECT)[0]?.fingerprint;

test("S1.16 the same complaint has one fingerprint whatever its place, time, numbers and colours", () => {
  const lines = [
    "/home/ada/shop/src/cart.ts:12:7 - error TS2322: Type 'string' is not assignable to type 'number'.",
    "\u001b[31msrc/deep/er/basket.ts:904:1\u001b[0m - error TS2322: Type 'Foo' is not assignable to type 'Bar'.",
    "C:\\shop\\src\\cart.ts:1:1 - error TS2322: Type 'a' is not assignable to type 'b'.",
  ];
  const marks = new Set(lines.map(first));
  expect(marks.size).toBe(1);
  expect([...marks][0]).toHaveLength(16);
});

test.each([
  ["dial tcp 127.0.0.1:5432: connection refused", "dial tcp 10.0.0.7:40123: connection refused"],
  [
    "request 3f2504e0-4f89-11d3-9a0c-0305e82c3301 failed after 30s",
    "request 9b2d04e0-1f89-41d3-8a0c-1305e82c3302 failed after 1500ms",
  ],
  ["panic at 0xc000123 in worker", "panic at 0x7ffe99 in worker"],
  ["cannot open /tmp/a/b.db at 2026-01-02 10:11:12", "cannot open /var/lib/x.db at 2025-12-31 00:00:01"],
  ["object 9fceb02d0ae598e95dc970b74767f19372d61af8 is missing", "object 1a2b3c4d5e6f is missing"],
  [
    "listen EADDRINUSE: address already in use localhost:3000",
    "listen EADDRINUSE: address already in use localhost:8080",
  ],
])("S1.16 what varies is left out: %s", (a, b) => {
  expect(normalizeLine(a)).toBe(normalizeLine(b));
});

test("different complaints, and the same words from another kind of command, differ", () => {
  expect(first("error: cannot find module 'x'")).not.toBe(first("error: cannot read property 'x'"));
  expect(normalizeLine("--- FAIL: TestCart/empty")).not.toBe(normalizeLine("--- FAIL: TestCart/full"));
  const build = toErrorLines("error: boom happened", "Bash/build", PROJECT)[0]?.fingerprint;
  expect(first("error: boom happened")).not.toBe(build);
});

test("the telling lines are chosen: no progress, no log, no stack, no bare FAIL", () => {
  const output = [
    "[1/4] Downloading things",
    "45% done\r100% done",
    "2026/01/02 INFO server error handler installed",
    "FAIL",
    "src/cart.ts:3:1: unused variable (no-unused)",
    "\tconst total = 1",
    "    at run (node:internal/main:12:3)",
    "1 issues:",
    "Exit code 1",
  ].join("\n");
  const lines = toErrorLines(output, "Bash/lint", PROJECT);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ file: "src/cart.ts", code: "const total = 1" });
  expect(ruleOf(lines[0]?.text ?? "")).toBe("no-unused");
});

test("a check that fails behind a pipe is a failure, though its exit code says otherwise", () => {
  const { run } = createSession("s");
  const call = run(
    "npm test 2>&1 | tail -5",
    "--- FAIL: TestCart (0.01s)\n    cart_test.go:9: got 1, want 2\nFAIL",
  );
  expect(toFailure(call, PROJECT)).toMatchObject({ tool: "Bash", kind: "test", subject: "npm test" });
});

test("of a chain, the check is what the command is about; the exit code is kept", () => {
  expect(mainCommand(`cd ${PROJECT} && FOO=1 npm run build && npm test | tail`, PROJECT)?.command).toBe(
    "npm test",
  );
  const { call } = createSession("s");
  const failed = call(
    "Bash",
    { command: "npm run lint" },
    false,
    "Exit code 2\nsrc/a.ts:1:1: bad thing (rule-x)",
  );
  expect(toFailure(failed, PROJECT)).toMatchObject({ kind: "lint", exitCode: 2 });
});

test.each([
  "a:".repeat(5000),
  "a.".repeat(5000),
  "a/".repeat(5000),
  "(a".repeat(5000),
  " ".repeat(9999),
  '"'.repeat(9999),
  "-".repeat(9999),
])("ten thousand characters of nonsense in a line are read in no time", (line) => {
  expect(toErrorLines(`error: ${line}!\n${line}`, "Bash/test", PROJECT).length).toBeLessThanOrEqual(2);
});

test("a line of nothing but places, numbers and signs is nothing to know again", () => {
  for (const line of ["12 / 34 + 7", "/tmp/a/b.db", "0xc000123", "2026-01-02 10:11:12", "== 4 =="])
    expect({ line, found: toErrorLines(line, "Bash/test", PROJECT) }).toEqual({ line, found: [] });
  expect(toErrorLines("no room left on 12", "Bash/test", PROJECT)).toHaveLength(1);
});
