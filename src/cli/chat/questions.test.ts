/** The questions of a conversation, with a terminal that answers as a person would. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../../test/cli-call.ts";
import type { ProjectConfig } from "../../sdk/index.ts";
import { askAboutHooks, askAboutTool, toOneLine } from "./questions.ts";
import type { Terminal } from "./terminal.ts";

function terminal(answer: string | undefined) {
  const written: string[] = [];
  const asked: string[] = [];
  const fake = {
    write: (text: string) => written.push(text),
    ask: async (question: string) => {
      asked.push(question);
      return answer;
    },
  };
  return { terminal: fake as unknown as Terminal, written, asked };
}

describe("a tool", () => {
  const INPUT = { command: "rm x" };
  const [type, behavior, destination] = ["addRules", "allow", "userSettings"] as const;
  const rule = { type, rules: [], behavior, destination };
  const ask = (answer: string | undefined, options: object = {}) =>
    askAboutTool("Bash", INPUT, { ...options } as never, terminal(answer).terminal);

  test("yes in any case and with spaces allows it once; anything else refuses", async () => {
    for (const yes of ["y", "Y", "yes", " YES "])
      expect(await ask(yes)).toEqual({ behavior: "allow", updatedInput: INPUT });
    for (const no of ["", "n", "no", "yess", "sure", "always", "a", undefined])
      expect([no, (await ask(no)).behavior]).toEqual([no, "deny"]);
  });

  test("always allows it for the session, where the client offers a rule and allows keeping it", async () => {
    for (const always of ["a", "ALWAYS"])
      expect(await ask(always, { suggestions: [rule] })).toEqual({
        behavior: "allow",
        updatedInput: INPUT,
        updatedPermissions: [{ ...rule, destination: "session" }],
      });
    expect(await ask("a", { suggestions: [rule], suppressAlwaysAllowRule: true })).toMatchObject({
      behavior: "deny",
    });
    expect(await ask("y", { suggestions: [rule] })).toEqual({ behavior: "allow", updatedInput: INPUT });
  });

  test("the client's own words are shown, else the tool and its input; always only where it is offered", async () => {
    const shown = async (options: object) => {
      const { terminal: fake, asked } = terminal("n");
      await askAboutTool("Bash", INPUT, options as never, fake);
      return Bun.stripANSI(asked.join(""));
    };
    expect(await shown({ title: "Claude wants to delete\n x" })).toStartWith("Claude wants to delete x\n");
    expect(await shown({})).toContain('{"command":"rm x"}');
    expect(await shown({ suggestions: [rule] })).not.toBe(await shown({}));
  });
});

describe("a project's hooks", () => {
  let cli: Awaited<ReturnType<typeof openCli>>;
  beforeEach(async () => {
    cli = await openCli();
  });
  afterEach(() => cli[Symbol.dispose]());

  async function ask(answer: string | undefined) {
    const { terminal: fake, written, asked } = terminal(answer);
    const hooks = { Stop: [{ hooks: [{ type: "command", command: "make lint" }] }] };
    const file = join(cli.project, ".claude", "settings.json");
    const given = {
      projectDir: cli.project,
      file,
      text: JSON.stringify({ hooks }),
      hooks,
      hookScriptPaths: [],
      findings: [],
    };
    return {
      result: await askAboutHooks(given as unknown as ProjectConfig, fake),
      written: written.join(""),
      asked,
    };
  }

  test("no, nothing and another word run none of them; another word is the first prompt", async () => {
    for (const no of ["", "n", "NO", undefined]) expect((await ask(no)).result).toEqual({ run: false });
    expect((await ask("Fix the tax")).result).toEqual({ run: false, instead: "Fix the tax" });
  });

  test("yes runs them; who trusts the folder in Claude Code is not asked, and a yes for another folder is none", async () => {
    const first = await ask("Yes");
    expect(first.result).toEqual({ run: true });
    expect(first.written).toContain("Stop: command make lint");
    mkdirSync(join(cli.root, "home", ".claude"), { recursive: true });
    const trust = (folder: string) => {
      const projects = { [folder]: { hasTrustDialogAccepted: true } };
      writeFileSync(join(cli.root, "home", ".claude", ".claude.json"), JSON.stringify({ projects }));
    };
    trust("/elsewhere");
    expect((await ask("n")).result).toEqual({ run: false });
    trust(cli.project);
    expect(await ask("n")).toMatchObject({ result: { run: true }, asked: [], written: "" });
    writeFileSync(join(cli.root, "home", ".claude", ".claude.json"), "{");
    expect((await ask("n")).result).toEqual({ run: false });
  });
});

test("a long text is one line of at most so many characters", () => {
  expect(toOneLine("a\n  b\tc")).toBe("a b c");
  expect(toOneLine("x".repeat(200))).toBe("x".repeat(200));
  expect(toOneLine("x".repeat(201))).toBe(`${"x".repeat(199)}…`);
  expect(toOneLine("abcd", 3)).toBe("ab…");
  expect(toOneLine("a\u001b[31mb")).toBe("a[31mb");
});
