import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { homeAt } from "../../platform/paths.ts";
import { ConfigManager } from "../../sdk/index.ts";
import { createProject, type TestProject } from "../../sdk/test-project.ts";
import { chatTrust } from "./questions.ts";

let project: TestProject;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project[Symbol.dispose]());

const hooks = {
  PreToolUse: [{ matcher: "Bash", hooks: [{ type: "script", script: "./hooks/a.ts" }] }],
  Stop: [{ hooks: [{ type: "command", command: "make check" }] }],
};

async function ask(env: Record<string, string> = { HOME: project.dir }) {
  const config = await new ConfigManager(project.dir, project.log).loadProjectConfig();
  return chatTrust(config, homeAt(join(project.dir, "home")), env);
}

test("a project's hooks are shown and asked about once, and again when the file or a script changes", async () => {
  project.write(".claude/settings.json", { hooks });
  project.write("hooks/a.ts", "export default () => ({});");
  const first = await ask();
  expect(first.trusted).toBe(false);
  expect(first.lines).toEqual(["PreToolUse (Bash): script ./hooks/a.ts", "Stop: command make check"]);
  first.accept(1);
  expect((await ask()).trusted).toBe(true);
  project.write("hooks/a.ts", "export default () => ({ decision: 'block' });");
  expect((await ask()).trusted).toBe(false);
  (await ask()).accept(2);
  project.write(".claude/settings.json", { hooks: { Stop: hooks.Stop } });
  expect((await ask()).trusted).toBe(false);
});

test("who trusts the folder in Claude Code is not asked; a yes for another folder is none", async () => {
  project.write(".claude/settings.json", { hooks });
  const accepted = { hasTrustDialogAccepted: true };
  project.write(".claude.json", { projects: { "/elsewhere": accepted } });
  expect((await ask()).trusted).toBe(false);
  project.write(".claude.json", { projects: { [project.dir]: accepted } });
  expect((await ask()).trusted).toBe(true);
  project.write("custom/.claude.json", "{");
  expect((await ask({ CLAUDE_CONFIG_DIR: join(project.dir, "custom") })).trusted).toBe(false);
});
