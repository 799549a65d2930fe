import { expect, test } from "bun:test";
import { applyPatch } from "diff";
import fc from "fast-check";
import { seed } from "../../../test/fuzz/runs.ts";
import { unifiedDiff } from "./diff.ts";

test("lines that changed stand between three that did not, with their numbers", () => {
  const before = Array.from({ length: 20 }, (_, i) => `line ${i + 1}`);
  const after = before.toSpliced(9, 1, "new a", "new b");
  expect(unifiedDiff("f", before.join("\n"), after.join("\n"))).toBe(
    [
      "--- f",
      "+++ f",
      "@@ -7,7 +7,8 @@",
      " line 7",
      " line 8",
      " line 9",
      "-line 10",
      "+new a",
      "+new b",
      " line 11",
      " line 12",
      " line 13",
      "",
    ].join("\n"),
  );
});

test("a file that comes or goes has an empty range before its first line", () => {
  expect(unifiedDiff("f", "", "a\nb\n")).toBe("--- f\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n");
  expect(unifiedDiff("f", "a\n", "")).toBe("--- f\n+++ f\n@@ -1,1 +0,0 @@\n-a\n");
  expect(unifiedDiff("f", "a", "a")).toBe("");
});

test("line ends and a byte order mark are no change, and a token is not shown", () => {
  expect(unifiedDiff("f", "\uFEFFa\r\nb", "a\nb\n")).toBe("--- f\n+++ f\n");
  expect(unifiedDiff("f", "", '"Authorization": "Bearer abc123"')).toContain('"Bearer …"');
});

test("applied to the old text it gives the new one, whatever they are", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "", "- d", "+e"), { maxLength: 30 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const toText = (lines: string[]) => lines.map((line) => `${line}\n`).join("");
      const diff = unifiedDiff("f", toText(a), toText(b));
      expect(diff === "" ? toText(a) : applyPatch(toText(a), diff)).toBe(toText(b));
    }),
    seed,
  );
});
