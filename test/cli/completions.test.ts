import { describe, expect, test } from "bun:test";
import { COMMAND_NAMES } from "../../src/cli/commands.ts";

const MAIN = `${import.meta.dir}/../../src/cli/main.ts`;

function script(shell: string): string {
  const env = { PATH: process.env.PATH ?? "", HOME: "/nowhere", PAWL_LOCALE: "en" };
  return Bun.spawnSync([process.execPath, MAIN, "completions", shell], { env }).stdout.toString();
}

describe("completions", () => {
  test("bash completes commands, actions, options and, where there are none, files", () => {
    const completions = script("bash");
    const complete = (...typed: string[]) => {
      const line = typed.map((word) => `'${word}'`).join(" ");
      const run = `${completions}\nCOMP_WORDS=(${line}); COMP_CWORD=${typed.length - 1}; _pawl; echo "\${COMPREPLY[@]}"`;
      return Bun.spawnSync(["bash", "-c", run]).stdout.toString().trim().split(" ").filter(Boolean);
    };
    expect(complete("pawl", "sess")).toEqual(["sessions", "session"]);
    expect(complete("pawl", "help", "bla")).toEqual(["blame"]);
    expect(complete("pawl", "memory", "ro")).toEqual(["rollback"]);
    expect(complete("pawl", "sessions", "--l")).toEqual(["--limit"]);
    expect(complete("pawl", "nonsense", "x")).toEqual([]);
    expect(complete("pawl", "").toSorted()).toEqual([...COMMAND_NAMES, "help"].toSorted());
  });

  test.each(["zsh", "fish"])("%s has every command with its summary and options", (shell) => {
    const text = script(shell);
    expect(COMMAND_NAMES.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
    expect(text).toContain("rollback");
    expect(text).toContain(shell === "fish" ? "-l since" : "--since");
    // A quote in a summary must not end the text.
    expect(text).toContain(shell === "fish" ? "Pawl\\'s" : "Pawl'\\''s");
  });

  test("an unknown shell is refused with the known ones", () => {
    const env = { PATH: process.env.PATH ?? "", HOME: "/nowhere", PAWL_LOCALE: "en" };
    const { exitCode, stderr } = Bun.spawnSync([process.execPath, MAIN, "completions", "tcsh"], { env });
    expect([exitCode, stderr.toString().includes("bash, zsh, fish")]).toEqual([2, true]);
  });
});
