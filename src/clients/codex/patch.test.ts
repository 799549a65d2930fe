import { expect, test } from "bun:test";
import { parsePatch } from "./patch.ts";

const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");

test("a patch names what it adds, changes, renames and deletes, with the lines before and after", () => {
  const changes = parsePatch(
    patch(
      "*** Add File: a.txt",
      "+one",
      "+",
      "*** Update File: b.txt",
      "@@ function b()",
      " same",
      "-old",
      "+new",
      "@@",
      "-last",
      "*** End of File",
      "*** Update File: c.txt",
      "*** Move to: d/c.txt",
      "@@",
      "-x",
      "+y",
      "*** Delete File: e.txt",
    ),
  );
  expect(changes).toEqual([
    { kind: "added", path: "a.txt", before: "", after: "one\n" },
    { kind: "changed", path: "b.txt", before: "same\nold\nlast", after: "same\nnew" },
    { kind: "renamed", path: "d/c.txt", from: "c.txt", before: "x", after: "y" },
    { kind: "deleted", path: "e.txt", before: "", after: "" },
  ]);
});

test("line breaks of Windows and a shell around it do not matter; a text without files is no patch", () => {
  const inShell = `apply_patch <<'EOF'\r\n${patch("*** Add File: a.txt", "+one").replaceAll("\n", "\r\n")}EOF`;
  expect(parsePatch(inShell)).toEqual([{ kind: "added", path: "a.txt", before: "", after: "one" }]);
  expect(parsePatch("echo hello")).toEqual([]);
  expect(parsePatch("")).toEqual([]);
});

test("a line of a file that looks like a header is still a line", () => {
  const [change] = parsePatch(patch("*** Add File: a.md", "+*** Delete File: b.md"));
  expect(change).toEqual({ kind: "added", path: "a.md", before: "", after: "*** Delete File: b.md" });
});
