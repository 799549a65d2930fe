import { expect, test } from "bun:test";
import { parseHookInput } from "../clients/index.ts";
import { parseConfig, projectSource } from "./config/read.ts";
import { detourRefusal } from "./gates.ts";

const gate = { type: "command", command: "true", onError: "deny" };
const config = JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Write", hooks: [gate] }] } });
const { hooks } = parseConfig(config, projectSource("/p")).config;

function isRefused(command: string, gates = hooks): boolean {
  const raw = { hook_event_name: "PreToolUse", session_id: "s", cwd: "/p", tool_name: "Bash" };
  const input = parseHookInput({ ...raw, tool_input: { command } });
  return input.event !== "Unknown" && detourRefusal(input, gates, "/p").deny !== undefined;
}

test.each([
  "tmux send-keys -t 0 'pawl hooks trust --revoke --yes' Enter",
  "env -i unshare -pf --mount-proc sh -c '/opt/pawl hooks trust --revoke --yes'",
  "ssh localhost pawl uninstall --yes",
  "echo '* * * * * pawl hooks trust --yes' | crontab -",
  "T=tmux; $T new-window 'pawl' 'hooks' 'trust'",
])("a detour to what only a person may do is refused: %s", (command) => {
  expect(isRefused(command)).toBe(true);
  expect(isRefused(command, [])).toBe(false);
});

test.each([
  "pawl hooks list",
  "tmux new -d 'npm run dev'",
  "ssh host uptime",
  "grep -rn 'pawl hooks trust' docs",
])("what is no such detour is not: %s", (command) => expect(isRefused(command)).toBe(false));
