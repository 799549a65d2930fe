/** Hooks and instructions that Claude Code itself would read. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readClientHooks, readInstructions } from "./client-settings.ts";

let root: string;
let cwd: string;
let env: Record<string, string>;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pawl-client-"));
  cwd = join(root, "project");
  env = { HOME: root, CLAUDE_CONFIG_DIR: join(root, "claude") };
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (path: string, content: unknown) => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
};
const command = (text: string) => ({ hooks: [{ type: "command", command: text }] });

async function read(trusted: boolean) {
  const warnings: string[] = [];
  const hooks = readClientHooks({ cwd, env, trusted, log: (_, message) => warnings.push(message) });
  const texts = hooks.map(
    ({ event, action }) => `${event}: ${action.type === "command" ? action.command : ""}`,
  );
  return { texts, warnings };
}

test("the user's hooks always, the project's local ones only where the project is trusted", async () => {
  write("claude/settings.json", { hooks: { Stop: [command("mine")] } });
  write("project/.claude/settings.local.json", { hooks: { Stop: [command("local")] } });
  expect(await read(true)).toEqual({ texts: ["Stop: mine", "Stop: local"], warnings: [] });
  expect(await read(false)).toEqual({ texts: ["Stop: mine"], warnings: [] });
});

test("what pawl install wrote is left out, and others beside it stay", async () => {
  const own = { type: "command", command: "/home/me/.pawl/bin/hook", args: ["stop", "--installed-by=pawl"] };
  write("claude/settings.json", {
    hooks: { Stop: [{ hooks: [own, { type: "command", command: "mine" }] }], SessionEnd: [command("bye")] },
  });
  expect((await read(true)).texts).toEqual(["Stop: mine", "SessionEnd: bye"]);
});

test("a mistake is said with its file; a file that is no JSON stops nothing", async () => {
  write("claude/settings.json", { hooks: { Stop: [{ hooks: [{ type: "command" }] }, command("good")] } });
  const { texts, warnings } = await read(true);
  expect(texts).toEqual(["Stop: good"]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toStartWith(join(root, "claude", "settings.json"));
  write("claude/settings.json", "{ broken");
  write("project/.claude/settings.local.json", { hooks: { Stop: [command("local")] } });
  expect((await read(true)).texts).toEqual(["Stop: local"]);
});

test("without any file there is nothing", async () => {
  expect(await read(true)).toEqual({ texts: [], warnings: [] });
  expect(readInstructions({ cwd, env, trusted: true })).toBeUndefined();
});

test("instructions come in the client's order, each with its name; empty ones and untrusted ones do not", () => {
  write("claude/CLAUDE.md", "User.\n");
  write("project/CLAUDE.md", " Project. ");
  write("project/.claude/CLAUDE.md", "  \n");
  write("project/CLAUDE.local.md", "Local.");
  const named = (file: string, text: string) => `Contents of ${join(root, file)}:\n\n${text}`;
  expect(readInstructions({ cwd, env, trusted: true })).toBe(
    [
      named("claude/CLAUDE.md", "User."),
      named("project/CLAUDE.md", "Project."),
      named("project/CLAUDE.local.md", "Local."),
    ].join("\n\n"),
  );
  expect(readInstructions({ cwd, env, trusted: false })).toBe(named("claude/CLAUDE.md", "User."));
});
