import { expect, test } from "bun:test";
import { parseConfig, projectSource } from "./config/read.ts";
import { hookNeeds, withRules } from "./hook-needs.ts";

test("the longest hook that somebody waits for decides; text and background work need no time", () => {
  const hooks = {
    PreToolUse: [
      { hooks: [{ type: "command", command: "a", timeoutMs: 2100, onError: "deny" }] },
      { hooks: [{ type: "script", script: "./hooks/a.ts", timeout: 7 }] },
    ],
    PostToolUse: [{ hooks: [{ type: "command", command: "b", timeout: 600, async: true, onError: "deny" }] }],
    Stop: [
      { hooks: [{ type: "prompt", prompt: "c" }] },
      { hooks: [{ type: "prompt", prompt: "d", mode: "evaluate", timeout: 20 }] },
    ],
    Notification: [{ hooks: [{ type: "prompt", prompt: "e" }] }],
  };
  const { config } = parseConfig(JSON.stringify({ hooks }), projectSource("/p"));
  expect([...hookNeeds(config.hooks)]).toEqual([
    ["PreToolUse", { seconds: 7, gate: true }],
    ["PostToolUse", { seconds: 0, gate: false }],
    ["Stop", { seconds: 20, gate: false }],
    ["Notification", { seconds: 0, gate: false }],
  ]);
});

test("rules make PreToolUse a gate, for the tools that they name; without rules nothing changes", () => {
  const none = hookNeeds([]);
  expect(withRules(none, { deny: [], ask: [] })).toBe(none);
  const deny = ['tool == "Bash" && tool_input.command =~ /push/'];
  expect([...withRules(none, { deny, ask: ["WebFetch"] })]).toEqual([
    ["PreToolUse", { seconds: 0, gate: true, gateTools: ["Bash", "WebFetch"] }],
  ]);
  expect([...withRules(none, { deny, ask: ["mcp__.*"] })]).toEqual([
    ["PreToolUse", { seconds: 0, gate: true }],
  ]);
  // A gate of the user's own is about whatever it matches.
  const gated = new Map([["PreToolUse", { seconds: 4, gate: true }]] as const);
  expect(withRules(gated, { deny, ask: [] })).toBe(gated);
  const slow = new Map([["PreToolUse", { seconds: 4, gate: false }]] as const);
  expect(withRules(slow, { deny, ask: [] }).get("PreToolUse")).toEqual({
    seconds: 4,
    gate: true,
    gateTools: ["Bash"],
  });
});
