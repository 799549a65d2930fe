/** What `pawl hooks init` writes: a gate that works as it is. */
export const EXAMPLE_CONFIG = `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "tool == \\"Bash\\" && tool_input.command =~ /\\\\bgit\\\\b.*\\\\bpush\\\\b/",
        "description": "Nobody pushes with force",
        "hooks": [
          // onError "deny" makes it a gate: where it cannot decide, the call is refused.
          { "type": "script", "script": "./.claude/hooks/no-force-push.ts", "timeout": 5, "onError": "deny" }
        ]
      }
    ]
  }
}
`;

/** In pieces, because it is no import of this file. */
const TYPES = ["import", 'type { HookScript } from "pawl";'].join(" ");

export const EXAMPLE_SCRIPT = `${TYPES}

const noForcePush: HookScript<"PreToolUse"> = async (input) => {
  const { command = "" } = input.tool_input as { command?: string };
  if (!/\\s(--force\\b|-f\\b|\\+\\w)/.test(command)) return {};
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "Nobody pushes with force here. Push to a new branch instead.",
    },
  };
};
export default noForcePush;
`;
