import { describe, expect, test } from "bun:test";
import { type ClosingVerdict, closingVerdict } from "./closing-line.ts";

/** The last lines of a run, as each runner prints them. */
const ENDINGS: readonly (readonly [string, ClosingVerdict | undefined, string])[] = [
  [
    "bun",
    "passed",
    "Task 2 failed\n\n 1216 pass\n 0 fail\n 2939 expect() calls\nRan 1216 tests across 61 files. [904.00ms]",
  ],
  ["bun", "failed", " 1348 pass\n 3 fail\n 2939 expect() calls\nRan 1351 tests across 61 files. [904.00ms]"],
  [
    "bun, a file that does not load",
    "failed",
    " 10 pass\n 0 fail\n 1 error\nRan 10 tests across 2 files. [9.00ms]",
  ],
  [
    "jest",
    "passed",
    "console.error\n    2 failed jobs\n\nTest Suites: 1 passed, 1 total\nTests:       4 passed, 4 total\nTime:        0.5 s",
  ],
  [
    "jest",
    "failed",
    "Test Suites: 1 failed, 1 total\nTests:       1 failed, 3 passed, 4 total\nTime:        0.6 s",
  ],
  [
    "vitest",
    "passed",
    " Test Files  3 passed (3)\n      Tests  12 passed (12)\n   Start at  10:00:00\n   Duration  1.2s",
  ],
  [
    "vitest",
    "failed",
    " Test Files  1 failed | 2 passed (3)\n      Tests  2 failed | 10 passed (12)\n   Duration  1.2s",
  ],
  [
    "vitest, a file that does not load",
    "failed",
    " Test Files  1 failed | 2 passed (3)\n      Tests  10 passed (10)\n   Duration  1.2s",
  ],
  ["pytest", "passed", "tests/test_a.py ..\n===== 2 passed, 1 warning in 0.12s ====="],
  [
    "pytest",
    "failed",
    "FAILED tests/test_a.py::test_b - AssertionError\n===== 1 failed, 1 passed in 0.12s =====",
  ],
  ["pytest -q", "passed", "....\n4 passed in 0.02s"],
  ["pytest -q", "failed", "1 failed, 3 passed in 0.02s"],
  ["unittest", "passed", "ERROR:root:payment 2 failed\n----\nRan 3 tests in 0.001s\n\nOK"],
  ["unittest", "failed", "Ran 3 tests in 0.001s\n\nFAILED (failures=1)"],
  ["go", "passed", "--- FAIL is what we look for\nok  \texample.com/shop\t0.012s"],
  ["go", "passed", "=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\nok  \texample.com/shop\t(cached)"],
  ["go", "failed", "ok  \texample.com/a\t0.1s\nFAIL\texample.com/b\t0.2s\nok  \texample.com/c\t0.1s\nFAIL"],
  ["cargo", "passed", "test result: ok. 3 passed; 0 failed; 0 ignored; finished in 0.00s"],
  [
    "cargo",
    "failed",
    "test result: FAILED. 2 passed; 1 failed; 0 ignored\n\nerror: test failed, to rerun pass `--lib`",
  ],
  ["mocha", "passed", "  3 passing (12ms)"],
  [
    "mocha",
    "failed",
    "  2 passing (12ms)\n  1 failing\n\n  1) cart adds:\n     AssertionError: expected 1 to equal 2",
  ],
  ["phpunit", "passed", "OK (3 tests, 3 assertions)"],
  ["phpunit", "failed", "FAILURES!\nTests: 3, Assertions: 3, Failures: 1."],
  ["rspec", "passed", "12 examples, 0 failures"],
  ["rspec", "failed", "12 examples, 2 failures\n\nFailed examples:\n\nrspec ./spec/a_spec.rb:3 # A works"],
  ["minitest", "passed", "3 runs, 3 assertions, 0 failures, 0 errors, 0 skips"],
  ["minitest", "failed", "3 runs, 3 assertions, 1 failures, 0 errors, 0 skips"],
  ["dotnet", "passed", "Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3"],
  ["dotnet", "failed", "Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3"],
  ["gradle", "passed", "BUILD SUCCESSFUL in 2s\n3 actionable tasks: 3 executed"],
  ["gradle", "failed", "FAILURE: Build failed with an exception.\n\nBUILD FAILED in 2s"],
  ["maven", "passed", "[INFO] BUILD SUCCESS\n[INFO] Total time:  1.2 s"],
  ["maven", "failed", "[INFO] BUILD FAILURE\n[INFO] Total time:  1.2 s"],
  ["TAP", "passed", "ok 1 - adds\n# tests 1\n# pass 1\n# fail 0"],
  ["node --test", "failed", "ℹ tests 2\nℹ pass 1\nℹ fail 1\n\n✖ failing tests:\n\n✖ adds (1ms)"],
  [
    "eslint",
    "failed",
    "✖ 1 problem (1 error, 0 warnings)\n  1 error and 0 warnings potentially fixable with the `--fix` option.",
  ],
  ["eslint, warnings only", "passed", "✖ 2 problems (0 errors, 2 warnings)"],
  ["ruff", "passed", "All checks passed!"],
  ["mypy", "failed", "a.py:1: error: Incompatible types\nFound 1 error in 1 file (checked 3 source files)"],
  ["golangci-lint", "passed", "0 issues."],
  ["golangci-lint", "failed", "2 issues:\n* goconst: 2\n[lint] ERROR task failed"],
  ["tsc", "failed", "a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'."],
  ["make", "failed", "make: *** [Makefile:3: test] Error 1"],
  ["no runner at all", undefined, "3 failed jobs\nerror: something\nFAILED to connect"],
];

describe("a runner's own closing line says how a run went", () => {
  for (const [runner, verdict, output] of ENDINGS) {
    test(`${runner}: ${verdict ?? "nothing is said"}: ${output.split("\n").at(-1)?.slice(0, 40)}`, () => {
      expect(closingVerdict(output)).toBe(verdict);
    });
  }
});
