/** What the author of a script reads when it fails. */
import { expect, test } from "bun:test";
import { toPlacedMessage } from "./script-error.ts";

const SCRIPT = "/p/.claude/check.ts";
const withStack = (...lines: string[]) =>
  Object.assign(new Error("broken"), { stack: ["Error: broken", ...lines].join("\n") });

test("a mistake in the text is named with its file, line and column", () => {
  const at = (position: object) => toPlacedMessage(Object.assign(new Error("odd"), { position }), SCRIPT);
  expect(at({ file: "/p/other.ts", line: 3, column: 7 })).toBe("odd\n    at /p/other.ts:3:7");
  expect(at({ file: "input.ts", line: 3 })).toBe(`odd\n    at ${SCRIPT}:3:1`);
  expect(at({ line: 1, column: 2 })).toBe(`odd\n    at ${SCRIPT}:1:2`);
});

test("of several mistakes the first is named", () => {
  const first = Object.assign(new Error("first"), { position: { file: "/p/a.ts", line: 1, column: 1 } });
  const all = Object.assign(new Error("2 errors"), { errors: [first, new Error("second")] });
  expect(toPlacedMessage(all, SCRIPT)).toBe("first\n    at /p/a.ts:1:1");
  const placed = Object.assign(new Error("own"), { errors: [first], position: { line: 9 } });
  expect(toPlacedMessage(placed, SCRIPT)).toBe(`own\n    at ${SCRIPT}:9:1`);
  expect(toPlacedMessage(Object.assign(new Error("none"), { errors: [], stack: "" }), SCRIPT)).toBe(
    `none\n    in ${SCRIPT}`,
  );
});

test("an error is named with its way through the script, without the runner's own part", () => {
  const error = withStack(
    "  at check (/p/.claude/check.ts:4:9)",
    "    at /p/.claude/check.ts:10:3",
    "      at call (/pawl/src/hooks/run/script-worker.ts:36:20)",
    "      at call (/pawl/dist/script-worker.js:1:20)",
    "      at processTicksAndRejections (native:7:39)",
    "not a frame",
  );
  expect(toPlacedMessage(error, SCRIPT)).toBe(
    "broken\n    at check (/p/.claude/check.ts:4:9)\n    at /p/.claude/check.ts:10:3",
  );
});

test("the exported function has no name that Bun made up", () => {
  for (const name of ["starDefault", "check_default"])
    expect(toPlacedMessage(withStack(`    at ${name} (/p/.claude/check.ts:5:10)`), SCRIPT)).toBe(
      "broken\n    at default (/p/.claude/check.ts:5:10)",
    );
});

test("a long way is cut after eight steps", () => {
  const error = withStack(...Array.from({ length: 20 }, (_, n) => `    at f (/p/x.ts:${n}:1)`));
  const lines = toPlacedMessage(error, SCRIPT).split("\n");
  expect([lines.length, lines.at(-1)]).toEqual([9, "    at f (/p/x.ts:7:1)"]);
});

test("what is no error, or has no way, is said with the script", () => {
  expect(toPlacedMessage("just a text", SCRIPT)).toBe(`just a text\n    in ${SCRIPT}`);
  expect(toPlacedMessage(null, SCRIPT)).toEndWith(`\n    in ${SCRIPT}`);
  expect(toPlacedMessage(withStack(), SCRIPT)).toBe(`broken\n    in ${SCRIPT}`);
  expect(toPlacedMessage(withStack("    at x (native)"), SCRIPT)).toBe(`broken\n    in ${SCRIPT}`);
});
