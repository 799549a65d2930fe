import { expect, test } from "bun:test";
import type { Observation } from "../../store/records/records.ts";
import { eachEdit } from "./edits.ts";

const call = (toolName: string, input: object, files: string[]): Observation => ({
  key: "k",
  sessionId: "s",
  at: 1,
  redaction: 1,
  toolName,
  ok: true,
  input: JSON.stringify(input),
  response: "",
  files,
});

test("a patch of three files is three edits: a change, a rename and a file that was written", () => {
  const edits = [
    { file_path: "/p/a.ts", old_string: "1", new_string: "2" },
    { file_path: "/p/new.ts", moved_from: "/p/old.ts", change: "renamed", old_string: "", new_string: "" },
    { file_path: "/p/c.ts", change: "added", old_string: "", new_string: "three" },
  ];
  const patch = call("MultiEdit", { file_path: "/p/a.ts", edits }, [
    "/p/a.ts",
    "/p/new.ts",
    "/p/old.ts",
    "/p/c.ts",
  ]);
  const each = eachEdit([patch]);
  expect(each.map(({ toolName, files }) => ({ toolName, files }))).toEqual([
    { toolName: "Edit", files: ["/p/a.ts"] },
    { toolName: "Edit", files: ["/p/new.ts", "/p/old.ts"] },
    { toolName: "Write", files: ["/p/c.ts"] },
  ]);
  expect(JSON.parse(each[2]?.input ?? "")).toEqual({ file_path: "/p/c.ts", content: "three" });
});

test("everything else stays as it is, Claude Code's edits of one file too", () => {
  const one = call("MultiEdit", { file_path: "/p/a.ts", edits: [{ old_string: "1", new_string: "2" }] }, [
    "/p/a.ts",
  ]);
  const broken = { ...call("MultiEdit", {}, ["/p/a.ts", "/p/b.ts"]), input: '{"cut":' };
  const bash = call("Bash", { command: "ls" }, []);
  expect(eachEdit([one, broken, bash])).toEqual([one, broken, bash]);
});
