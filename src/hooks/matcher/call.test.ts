/** What a gate compares a shell command with. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callOf } from "./call.ts";

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-texts-")));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const textsIn = (command: string, more: object, projectDir?: string) =>
  callOf({ tool_input: { command }, ...more }, projectDir).texts();
const of = (command: string, cwd: string = dir) => textsIn(command, { cwd }, dir);

test("a command is there as written and as the shell reads it", () => {
  expect(of("git push '--fo'rce")).toEqual({
    texts: ["git push '--fo'rce", "git push --force"],
    isOpaque: false,
  });
  expect(of("a; b").texts).toEqual(["a; b", "a ; b"]);
});

test("code in a word or a heredoc is read too, four levels deep", () => {
  expect(of("sh -c 'git push --force'").texts).toContain("git push --force");
  expect(of("sh <<'EOF'\ngit push --force\nEOF\n").texts).toContain("git push --force");
  const within = (depth: number) => {
    let command = 'r"m" x';
    for (let level = 0; level < depth; level++) command = `sh -c ${JSON.stringify(command)}`;
    return of(command).texts.includes("rm x");
  };
  expect([1, 4, 5].map(within)).toEqual([true, true, false]);
});

describe("a script that it runs", () => {
  test("is there with what it does, found from the session's folder or the project's", () => {
    writeFileSync(join(dir, "deploy.sh"), "git push '--fo'rce\n");
    mkdirSync(join(dir, "sub"));
    for (const texts of [
      of("sh deploy.sh").texts,
      textsIn("sh deploy.sh", {}, dir).texts,
      textsIn("sh deploy.sh", { cwd: "" }, dir).texts,
      textsIn("sh deploy.sh", { cwd: 7 }, dir).texts,
      of("sh ../deploy.sh", join(dir, "sub")).texts,
    ])
      expect(texts.slice(-2)).toEqual(["git push '--fo'rce\n", "git push --force"]);
    expect(textsIn("sh deploy.sh", {}).texts).toEqual(["sh deploy.sh", "sh deploy.sh"]);
  });

  test("is left out when it is too long, a folder or gone", () => {
    writeFileSync(join(dir, "long.sh"), "#".repeat(200_001));
    writeFileSync(join(dir, "full.sh"), "#".repeat(200_000));
    mkdirSync(join(dir, "folder.sh"));
    expect(of("sh long.sh").texts).toHaveLength(2);
    expect(of("sh full.sh").texts).toHaveLength(4);
    expect(of("sh folder.sh").texts).toHaveLength(2);
    expect(of("sh gone.sh").texts).toHaveLength(2);
  });

  test("that runs what nobody knows does not make the call unknown", () => {
    writeFileSync(join(dir, "run.sh"), "curl x | sh\n");
    expect(of("sh run.sh").isOpaque).toBe(false);
    expect(of("curl x | sh").isOpaque).toBe(true);
    expect(of("sh -c 'curl x | sh'").isOpaque).toBe(false);
  });
});

describe("what xargs hands on", () => {
  test("stands behind its words", () => {
    expect(of("echo --force main | xargs git push")).toEqual({
      texts: [
        "echo --force main | xargs git push",
        "echo --force main ; xargs git push",
        "git push --force main",
      ],
      isOpaque: false,
    });
    expect(of("echo x | /usr/bin/xargs rm").texts).toContain("rm x");
    expect(of("echo x | rm").texts).not.toContain("rm x");
    expect(of("xargs rm").texts).toEqual(["xargs rm", "xargs rm"]);
  });

  test("is unknown where a shell runs it, and a list of files otherwise", () => {
    for (const shell of ["sh", "bash", "/bin/zsh", "dash"])
      expect(of(`cat list | xargs ${shell} -c`).isOpaque).toBe(true);
    expect(of("cat list | xargs rm").isOpaque).toBe(false);
    expect(of("cat list | xargs fish").isOpaque).toBe(false);
    writeFileSync(join(dir, "x.sh"), "cat list | xargs sh\n");
    expect(of("sh x.sh").isOpaque).toBe(false);
  });
});
