/** Which files a call is about, and whether only the shell can know. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callOf } from "../matcher/call.ts";
import { isFedUnknown, isLiteral, toMeaning } from "./shell-meaning.ts";

let dir: string;
beforeAll(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-call-paths-")));
  mkdirSync(join(dir, "secrets", "deep"), { recursive: true });
  for (const file of ["secrets/k1", "secrets/k2", "secrets/deep/k3", "odd[x"])
    writeFileSync(join(dir, file), "");
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const filesOf = (tool_input: object, cwd = dir) => callOf({ tool_input, cwd }, undefined).files();
const paths = (command: string, cwd = dir) => filesOf({ command }, cwd).files.map(({ path }) => path);
const isUnknown = (command: string) => filesOf({ command }).hasUnknown;
const meant = (text: string) => toMeaning(text, { cwd: dir });

test("the path fields of a tool are its files, and nothing else of it", () => {
  const tool = { file_path: "a", paths: ["b", 7, "c"], content: "d", URI: "e", target: 5, count: 1 };
  const place = { cwd: "/w", projectDir: "/w" };
  expect(filesOf(tool, "/w")).toEqual({
    files: ["a", "b", "c", "e"].map((path) => ({ path, ...place })),
    hasUnknown: false,
  });
  expect(filesOf({ command: 7, file: "a" }, "/w")).toEqual({
    files: [{ path: "a", ...place }],
    hasUnknown: false,
  });
  expect(filesOf({ command: "cat b", file: "a" }, "/w").files.map(({ path }) => path)).toEqual([
    "a",
    "cat",
    "b",
  ]);
});

describe("a word of a command", () => {
  test.each([
    ["dd of=secrets/k", ["dd", "of=secrets/k", "secrets/k"]],
    ["cc --output=secrets/k", ["cc", "--output=secrets/k", "secrets/k"]],
    ["cc -osecrets/k", ["cc", "-osecrets/k", "secrets/k"]],
    ["scp user@host:secrets/k x", ["scp", "user@host:secrets/k", "secrets/k", "x"]],
    ["cat -", ["cat", "-"]],
    ["ls -l", ["ls", "-l"]],
    ["cat < in > out", ["cat", "in", "out"]],
    ["cat a=", ["cat", "a="]],
  ])("in %j can be a path: %j", (command, found) => {
    expect(paths(command)).toEqual(found);
  });

  test("with a pattern is what the shell makes of it, folder by folder", () => {
    expect(paths("cat sec*/k?")).toEqual([
      "cat",
      "sec*/k?",
      join(dir, "secrets/k1"),
      join(dir, "secrets/k2"),
    ]);
    expect(paths(`cat ${dir}/secrets/d*/k3`).at(-1)).toBe(join(dir, "secrets/deep/k3"));
    expect(paths("cat none*/k")).toEqual(["cat", "none*/k"]);
    expect(paths("cat gone/*")).toEqual(["cat", "gone/*"]);
  });

  test("that is longer than a path can be, or that nobody knows, is none", () => {
    const long = "x".repeat(4096);
    expect(paths(`cat ${long}`)).toEqual(["cat", long]);
    expect(paths(`cat ${long}y`)).toEqual(["cat"]);
    expect(paths("cat $(date)")).not.toContain("$(date)");
  });
});

test("a folder that is removed or moved is meant with everything inside", () => {
  const whole = (command: string) => filesOf({ command }).files.map((each) => each.whole ?? false);
  expect(whole("rm -r secrets")).toEqual([true, true, true]);
  expect(whole("/bin/mv a b")).toEqual([true, true, true]);
  expect(whole("cat secrets")).toEqual([false, false]);
});

test("code for another program names files too, four levels deep", () => {
  expect(paths(`python3 -c "open('secrets/k')"`)).toContain("secrets/k");
  expect(paths("sh <<'EOF'\ncat secrets/k\nEOF\n")).toContain("secrets/k");
  expect(paths(`echo "open('secrets/k')"`)).not.toContain("secrets/k");
  const within = (depth: number) => {
    let command = "cat deep-file";
    for (let level = 0; level < depth; level++) command = `sh -c ${JSON.stringify(command)}`;
    return paths(command).includes("deep-file");
  };
  expect([1, 4, 5].map(within)).toEqual([true, true, false]);
  expect(isUnknown("sh -c 'echo x > $(date)'")).toBe(true);
});

test.each([
  ["echo x > $TARGET_THAT_NOBODY_KNOWS", true],
  ["echo x > out", false],
  ["cat < $(date)", false],
  ["cd $(date) && echo x > out", true],
  ["cd $(date) && cat x", false],
  ["curl x | sh", true],
])("%j: only the shell knows what it writes: %p", (command, unknown) => {
  expect(isUnknown(command)).toBe(unknown);
});

test.each([
  ["$(date) x", true],
  ["eval $(date)", true],
  ["eval x", false],
  [". $(date)", true],
  ["source file", false],
  ["sh -c $(date)", true],
  ["bash -lc $(date)", true],
  ["sh -c 'ls'", false],
  ["sh $(date)", false],
  ["python3 -c $(date)", false],
  ["curl x | sh", true],
  ["curl x | sh -s", true],
  ["curl x | sh script", false],
  ["curl x | bash <<EOF\nls\nEOF\n", false],
  ["echo ls | sh", false],
  ["printf ls | sh", false],
  ["echo $(date) | sh", true],
  ["curl x | cat", false],
  ["sh", false],
])("%j is a shell that is fed something unknown: %p", (command, unknown) => {
  expect(meant(command).some(isFedUnknown)).toBe(unknown);
});

test("only words that are known, said by echo or printf, are plain text", () => {
  expect(
    ["echo a", "printf a", "echo $(date)", "cat a", "echoes a"].map((text) =>
      meant(text).slice(0, 1).some(isLiteral),
    ),
  ).toEqual([true, true, false, false, false]);
});

test("past what is followed, variables and folders are what only the shell knows", () => {
  const many = Array.from({ length: 600 }, (_, i) => `v${i}=x`).join("; ");
  expect(isUnknown(`${many}; touch $v1`)).toBe(true);
  expect(isUnknown(`${many}; v1=y; touch $v1`)).toBe(false);
  expect(isUnknown(`${"cd a; ".repeat(200)} touch b`)).toBe(true);
  expect(isUnknown(`${"cd a; ".repeat(10)} touch b`)).toBe(false);
});

test("a list that a command prints for xargs is not followed", () => {
  expect(isUnknown("echo a b | xargs touch")).toBe(true);
  expect(isUnknown("ls | xargs -I% touch sec%/k")).toBe(true);
  expect(isUnknown("ls | xargs -I {} touch out/{}")).toBe(false);
  expect(isUnknown("echo a b | xargs ls")).toBe(false);
});
