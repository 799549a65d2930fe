/** The user's own rules: which call they refuse or ask about, and when a change of them counts. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseHookInput } from "../clients/index.ts";
import { messagesFor } from "../locale/index.ts";
import { homeAt } from "../platform/paths.ts";
import type { Settings } from "./config/schema.ts";
import { readUserSettings } from "./config/user-settings.ts";
import { createRules, type Permissions, readRules, ruledTools } from "./permission-rules.ts";

const words = messagesFor("en");
const PUSH = 'tool_input.command matches "git push*"';
const GIT = 'tool_input.command matches "git *"';
const call = (command: string, hook_event_name = "PreToolUse") =>
  parseHookInput({
    hook_event_name,
    session_id: "s",
    cwd: "/shop",
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: "t",
  }) as Parameters<ReturnType<typeof createRules>>[0];

test("a rule that denies comes before one that asks, and both say which rule it is", () => {
  const rules = createRules(() => ({ deny: [PUSH], ask: [GIT] }));
  expect(rules(call("git push"), words)).toEqual({ deny: words.notices.ruleDenies(PUSH) });
  expect(rules(call("git log"), words)).toEqual({ ask: words.notices.ruleAsks(GIT) });
  expect(rules(call("ls"), words)).toEqual({});
  expect(rules(call("git push", "PostToolUse"), words)).toEqual({});
});

test("other rules count from the next call on", () => {
  let permissions: Permissions = { deny: [], ask: [] };
  const rules = createRules(() => permissions);
  expect(rules(call("git push"), words)).toEqual({});
  permissions = { deny: [PUSH], ask: [] };
  expect(rules(call("git push"), words)).toHaveProperty("deny");
});

test("the tools that rules are about: none, those they name, or any", () => {
  expect(ruledTools({ deny: [], ask: [] })).toEqual([]);
  expect(ruledTools({ deny: ['tool == "Bash"'], ask: ['tool in ["Edit", "Bash"]'] })).toEqual([
    "Bash",
    "Edit",
  ]);
  expect(ruledTools({ deny: ['tool == "Bash"'], ask: ["*"] })).toBe("any");
});

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-rules-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("rules are read again when the file has changed; what was refused stays refused while it is broken", () => {
  const home = homeAt(dir);
  const save = (text: string) => writeFileSync(home.config, text);
  save(JSON.stringify({ permissions: { deny: [PUSH] } }));
  const settings: Settings = readUserSettings(home).settings;
  const read = readRules(home, settings);
  const first = read();
  expect(first.deny).toEqual([PUSH]);
  expect(read()).toBe(first);
  save('{ "permissions": {');
  expect(read().deny).toEqual([PUSH]);
  save(JSON.stringify({ permissions: { deny: [GIT], ask: [PUSH] } }));
  expect(read()).toEqual({ deny: [GIT], ask: [PUSH] });
  rmSync(home.config);
  expect(read()).toEqual({ deny: [], ask: [] });
});
