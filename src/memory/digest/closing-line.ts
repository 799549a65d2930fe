/**
 * A runner's own closing line. If a pipe hides the exit code, this line decides. Other lines do not, because the program
 * under test may print anything.
 */

export type ClosingVerdict = "passed" | "failed";

type Reading = ClosingVerdict | ((match: RegExpExecArray) => ClosingVerdict);

const countedIn =
  (group: number): Reading =>
  (match) =>
    Number(match[group]) > 0 ? "failed" : "passed";

/** One output line each, in any order: the last recognized line decides. */
const CLOSINGS: readonly (readonly [RegExp, Reading])[] = [
  // bun test
  [/^\s*(\d+) (?:fail|errors?)$/, countedIn(1)],
  // jest, vitest
  [
    /^\s*(?:Tests?|Test Suites|Test Files):?\s+(?:.*?\b(\d+) failed\b.*|.*\b\d+ (?:passed|skipped|total|todo)\b.*)/,
    failedIf(1),
  ],
  // pytest, with and without its rule
  [
    /^(?:=+ )?(?:.*\b([1-9]\d*) (?:failed|errors?)\b.*|\d+ (?:passed|skipped|deselected|xfailed|warnings?)\b.*) in [\d.]+s\b/,
    failedIf(1),
  ],
  [/^(?:=+ )?no tests ran in [\d.]+s/, "failed"],
  // unittest
  [/^OK(?: \((?:skipped|expected).*\))?$/, "passed"],
  [/^FAILED \((?:failures|errors|unexpected)/, "failed"],
  // go
  [/^FAIL(?:$|\s+\S+(?:\s+[\d.]+s|\s+\[[\w ]+\])$)/, "failed"],
  [/^(?:PASS|ok\s+\S+\s+(?:[\d.]+s|\(cached\)).*)$/, "passed"],
  // cargo
  [/^test result: (ok|FAILED)\./, (match) => (match[1] === "ok" ? "passed" : "failed")],
  [/^error: (?:could not compile|test failed|aborting due to|build failed)/, "failed"],
  [/^\s+Finished `?(?:dev|test|release|bench|debug)/, "passed"],
  // mocha, playwright, deno
  [/^\s*(\d+) (?:failing|failed)$/, countedIn(1)],
  [/^\s*\d+ (?:passing|passed) \([\d.]+\s?m?s\)$/, "passed"],
  [/^(ok|FAILED) \| \d+ passed/, (match) => (match[1] === "ok" ? "passed" : "failed")],
  // phpunit
  [/^OK \(\d+ tests?, \d+ assertions?\)/, "passed"],
  [/^(?:FAILURES|ERRORS)!$/, "failed"],
  [/^Tests: \d+, Assertions: \d+, (?:Errors|Failures): [1-9]/, "failed"],
  // rspec, ExUnit, minitest, XCTest
  [/^\s*\d+ (?:examples?|tests?|doctests?, \d+ tests?), (\d+) failures?\b/, countedIn(1)],
  [/^\d+ runs, \d+ assertions, (?:0 failures, 0 errors|(\d+) failures, \d+ errors)/, failedIf(1)],
  [/^\s*Executed \d+ tests?, with (\d+) failures?/, countedIn(1)],
  // dotnet
  [/^(Passed|Failed)!\s+- Failed:/, (match) => (match[1] === "Passed" ? "passed" : "failed")],
  [/^Build (succeeded|FAILED)\.?$/, (match) => (match[1] === "succeeded" ? "passed" : "failed")],
  // gradle, maven, ctest, make, ninja
  [/^BUILD (SUCCESSFUL|FAILED) in /, (match) => (match[1] === "SUCCESSFUL" ? "passed" : "failed")],
  [/^\[(?:INFO|ERROR)\] BUILD (SUCCESS|FAILURE)/, (match) => (match[1] === "SUCCESS" ? "passed" : "failed")],
  [/^\d+% tests passed, (\d+) tests failed out of/, countedIn(1)],
  [/^(?:make|gmake)(?:\[\d+\])?: \*\*\* /, "failed"],
  [/^ninja: build stopped/, "failed"],
  // TAP and node's own runner
  [/^(?:#|ℹ) fail\s+(\d+)$/, countedIn(1)],
  // linters and type checkers
  [/^✖ \d+ problems? \((\d+) errors?/, countedIn(1)],
  [/^Found (\d+) (?:errors?|diagnostics?|warnings?)\b/, countedIn(1)],
  [/^Checked \d+ files? in .*(?:No fixes|Fixed \d+)/, "passed"],
  [
    /^(?:All checks passed!|Success: no issues found.*|All matched files use Prettier code style!)$/,
    "passed",
  ],
  [/^(\d+) issues?[.:]/, countedIn(1)],
  [/^\S+\(\d+,\d+\): error TS\d+: /, "failed"],
  [/^\S+:\d+:\d+ - error TS\d+: /, "failed"],
  // script runners on the script that they ran
  [/^npm (?:ERR!|error) (?:code|Lifecycle script|Missing script)/, "failed"],
  [/^error: script "[^"]+" exited with code [1-9]/, "failed"],
  [/^\[[\w:.-]+\] ERROR task failed$/, "failed"],
  [/^\s*ELIFECYCLE\s.*failed/, "failed"],
];

function failedIf(group: number): Reading {
  return (match) => (Number(match[group] ?? 0) > 0 ? "failed" : "passed");
}

const FILES_FAILED = /^\s*(?:Test Suites|Test Files):?\s+[1-9]\d* failed\b/m;

/** Undefined if the output has no closing line of a runner. */
export function closingVerdict(output: string): ClosingVerdict | undefined {
  const lines = output.split("\n");
  // Mocha and vitest print the details of failures after the counts, so the search covers all lines.
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = (lines[at] ?? "").slice(0, 300).trimEnd();
    if (line === "") continue;
    for (const [pattern, reading] of CLOSINGS) {
      const match = pattern.exec(line);
      if (match === null) continue;
      const verdict = typeof reading === "string" ? reading : reading(match);
      // A test file that could not be loaded counts among the files only, one line above.
      return verdict === "passed" && FILES_FAILED.test(lines.slice(Math.max(0, at - 3), at).join("\n"))
        ? "failed"
        : verdict;
    }
  }
  return undefined;
}
