import { describe, expect, test } from "bun:test";
import { createSession, PROJECT } from "../../../test/recorded-session.ts";
import { toDigest } from "../../memory/digest/build.ts";
import type { Observation } from "../../store/records/records.ts";
import { projectNames } from "../../text/project-names.ts";
import { readCalls, toFailures } from "../failures/failures.ts";
import { commitsIn } from "./commits.ts";
import { linesOf } from "./lines.ts";

const call = (toolName: string, input: object, response: unknown = "done") => ({
  toolName,
  input: JSON.stringify(input),
  response: typeof response === "string" ? response : JSON.stringify(response),
});

describe("lines of an edit", () => {
  test("are those on one side only; a line that stays is neither added nor removed", () => {
    expect(linesOf(call("Edit", { old_string: "a\nb\nc", new_string: "a\nx\ny\nc" }))).toEqual({
      added: 2,
      removed: 1,
    });
    expect(linesOf(call("Edit", { old_string: "a\na", new_string: "a" }))).toEqual({ added: 0, removed: 1 });
  });

  test("of a new file are all of its lines, and its last line break is no line", () => {
    expect(linesOf(call("Write", { content: "a\nb\n" }))).toEqual({ added: 2, removed: 0 });
    expect(linesOf(call("NotebookEdit", { new_source: "x" }))).toEqual({ added: 1, removed: 0 });
  });

  test("of a file that is written over come from the client's answer", () => {
    const response = { type: "update", structuredPatch: [{ lines: [" a", "-b", "+c", "+d"] }] };
    expect(linesOf(call("Write", { content: "a\nc\nd" }, response))).toEqual({ added: 2, removed: 1 });
  });

  test("of several edits are added up, and an input that was cut counts nothing", () => {
    const edits = [
      { old_string: "a", new_string: "b" },
      { old_string: "", new_string: "c\nd" },
    ];
    expect(linesOf(call("MultiEdit", { edits }))).toEqual({ added: 3, removed: 1 });
    expect(linesOf({ toolName: "Edit", input: '{"old_string":"a', response: "" })).toEqual({
      added: 0,
      removed: 0,
    });
  });
});

describe("commits of a shell call", () => {
  const run = (command: string, stdout = "", ok = true) =>
    commitsIn({ ok, ...call("Bash", { command }, { stdout, stderr: "" }) }, PROJECT);

  test("are what git printed, with branch and hash", () => {
    const printed = "[main 1a2b3c4] Round the totals\n 2 files changed, 3 insertions(+)\n";
    expect(run('git add -A && git commit -m "Round the totals"', printed)).toEqual([
      { hash: "1a2b3c4", branch: "main", message: "Round the totals" },
    ]);
    expect(run("git -C web commit -F msg", "[detached HEAD 1a2b3c4] x")[0]?.branch).toBeNull();
    expect(run("git commit -m a", "[main (root-commit) 1a2b3c4] First")[0]).toMatchObject({
      hash: "1a2b3c4",
    });
  });

  test("are named by their message where git printed nothing", () => {
    expect(run('git commit -qm "Round the totals"')).toEqual([
      { hash: null, branch: null, message: "Round the totals" },
    ]);
    expect(run("git commit -q -F - <<'EOF'\nAdd tax\n\nMore\nEOF")).toMatchObject([{ message: "Add tax" }]);
    expect(run("git commit -q -m \"$(cat <<'EOF'\nAdd tax\n\nMore\nEOF\n)\"")).toMatchObject([
      { message: "Add tax" },
    ]);
  });

  test("are none where nothing was committed", () => {
    expect(run('git commit -m "x"', "", false)).toEqual([]);
    expect(run("git log --grep commit")).toEqual([]);
    expect(run('git commit --dry-run -m "x"')).toEqual([]);
    expect(run("echo commit")).toEqual([]);
  });

  test("are not those of a scratch repository outside the project", () => {
    expect(run("cd /scratch/a && git init -q && git commit -qm init")).toEqual([]);
    expect(
      run('cd "$(mktemp -d)" && git init && git commit -m init', "[main (root-commit) 1a2b3c4] init"),
    ).toEqual([]);
    expect(run("git init /scratch/a; git -C /scratch/a commit -qm init")).toEqual([]);
    expect(run(`cd ${PROJECT} && git init -q && git commit -qm init`)).toHaveLength(1);
    expect(run("cd /scratch/worktree && git commit -qm Round")).toHaveLength(1);
  });
});

describe("failures of a day", () => {
  const withIds = (observations: readonly Observation[]) =>
    observations.map((one, index) => ({ ...one, id: `observation-${index}` }));

  test("are each thing once, and fixed when the same command worked later", () => {
    const s = createSession("one");
    s.fail("npm test", "Error: expected 2, got 3");
    s.fail("npm test", "Error: expected 2, got 3");
    s.fail("npm run lint", "src/a.ts: error: unused variable");
    s.run("cd web && npm test 2>&1 | tail -3", "3 pass\n0 fail");
    s.run("npm test", "3 pass\n0 fail");
    const found = toFailures(readCalls(withIds(s.session.observations), PROJECT), [], PROJECT);
    expect(found.map(({ what, times, isFixed, fixedBy }) => [what, times, isFixed, fixedBy])).toEqual([
      ["npm run lint", 1, false, null],
      ["npm test", 2, true, "observation-4"],
    ]);
  });

  test("say what fixed them where the session shows it", () => {
    const s = createSession("one");
    s.fail("npm run unit", 'npm error Missing script: "unit"');
    s.run("npm run test:unit", "ok");
    const digest = toDigest(s.session);
    const [failure] = toFailures(readCalls(withIds(s.session.observations), PROJECT), [digest], PROJECT);
    expect(failure).toMatchObject({ what: "npm run unit", isFixed: true, fix: "`npm run test:unit`" });
  });

  test("are open again when they come back, and count every time", () => {
    const s = createSession("one");
    const lint = () => s.fail("npm run lint", "src/a.ts: error: unused variable");
    lint();
    s.run("npm run lint", "ok");
    lint();
    const failures = () => toFailures(readCalls(withIds(s.session.observations), PROJECT), [], PROJECT);
    expect(failures()).toMatchObject([{ times: 2, isFixed: false, id: "observation-2" }]);
    s.run("npm run lint", "ok");
    expect(failures()).toMatchObject([{ times: 2, isFixed: true, fixedBy: "observation-3" }]);
  });

  test("are none where a search found nothing, a person refused or the client only asked for a read first", () => {
    const s = createSession("one");
    s.fail("grep -rn foo src", "");
    s.call("Edit", { file_path: "a" }, false, "<tool_use_error>File has not been read yet.</tool_use_error>");
    s.read("src/gone.ts", "<tool_use_error>File does not exist.</tool_use_error>");
    s.call("Bash", { command: "rm x" }, false, "The user doesn't want to proceed with this tool use.");
    expect(toFailures(readCalls(withIds(s.session.observations), PROJECT), [], PROJECT)).toEqual([]);
  });
});

test("projects of the same name are told apart by the folders in front of it", () => {
  const names = projectNames(["/home/ada/shop", "/home/bob/shop", "/srv/till", "C:\\work\\docs"]);
  expect([...names.values()]).toEqual(["ada/shop", "bob/shop", "till", "docs"]);
  expect(projectNames(["/"]).get("/")).toBe("/");
});
