import { expect, test } from "bun:test";
import type { Observation } from "../../store/records/records.ts";
import { changesBy, isInProject, toPath } from "./file-changes.ts";

const call = (toolName: string, input: object | string, files: string[] = []): Observation => ({
  ...{ key: "k", sessionId: "s", at: 1, redaction: 0, toolName, ok: true, response: "", files },
  input: typeof input === "string" ? input : JSON.stringify(input),
});
const changes = (one: Observation) =>
  changesBy(one, "/p", []).map(({ path, how, pairs }) => ({ path, how, pairs: pairs() }));

test("an editing tool changed its file, with what stood there and what stands there now", () => {
  expect(changes(call("Write", { file_path: "/p/a.ts", content: "new" }))).toEqual([
    { path: "a.ts", how: "written", pairs: [["", "new"]] },
  ]);
  expect(changes(call("Edit", { file_path: "/p/a.ts", old_string: "a", new_string: "b" }))).toEqual([
    { path: "a.ts", how: "edited", pairs: [["a", "b"]] },
  ]);
  expect(changes(call("NotebookEdit", { notebook_path: "/p/n.ipynb", new_source: "x" }))).toEqual([
    { path: "n.ipynb", how: "edited", pairs: [["", "x"]] },
  ]);
  const edits = [{ old_string: "a", new_string: "b" }, { old_string: "c" }];
  expect(changes(call("MultiEdit", { file_path: "/p/a.ts", edits }))[0]?.pairs).toEqual([
    ["a", "b"],
    ["c", ""],
  ]);
});

test("an input that is cut or odd tells no pairs, and without a file no change", () => {
  for (const input of [
    '{"file_path":"/p/a.ts","edits":[{"old',
    { file_path: "/p/a.ts", edits: "no" },
    "7",
    "null",
  ])
    expect(changes(call("MultiEdit", input, ["/p/a.ts"]))).toEqual([
      { path: "a.ts", how: "edited", pairs: [] },
    ]);
  expect(changes(call("Edit", {}))).toEqual([]);
  expect(changes(call("Read", { file_path: "/p/a.ts" }, ["/p/a.ts"]))).toEqual([]);
  expect(changes(call("Write", { file_path: "/p/a.ts" }))[0]?.pairs).toEqual([["", ""]]);
});

test("tee writes its files, but no device and nothing that a shell would name", () => {
  const paths = (command: string) => changes(call("Bash", { command })).map(({ path }) => path);
  expect(paths("echo a | tee -a b.txt c.txt")).toEqual(["b.txt", "c.txt"]);
  expect(paths("echo a | tee /dev/stderr $LOG *.txt")).toEqual([]);
  expect(paths("echo tee b.txt")).toEqual([]);
});

test("a path is told from the project's root, through the folder that the command ran in", () => {
  expect(toPath("/p/src/a.ts", undefined, "/p")).toBe("src/a.ts");
  expect(toPath("./a.ts", undefined, "/p")).toBe("a.ts");
  expect(toPath("a.ts", "web", "/p")).toBe("web/a.ts");
  expect(toPath("a.ts", "", "/p")).toBe("a.ts");
  expect(toPath("/etc/hosts", "web", "/p")).toBe("/etc/hosts");
  expect(toPath("C:\\p\\a.ts", "web", "C:\\p")).toBe("a.ts");
  expect(["a.ts", "", "/etc", "~/a", "../a", "C:/a"].map(isInProject)).toEqual([
    true,
    ...Array(5).fill(false),
  ]);
});
