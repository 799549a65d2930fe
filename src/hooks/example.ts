/** The file that `pawl hooks init` writes: a gate that works without changes. */
export const EXAMPLE_CONFIG = `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "tool == \\"Bash\\" && tool_input.command contains \\"push\\"",
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

/** In pieces, because it is not an import of this file. */
const IMPORT = ["import", '{ defineHook } from "pawl";'].join(" ");

export const EXAMPLE_SCRIPT = `${IMPORT}

/** -f, -uf, --force, --force-with-lease, +main */
const isForce = (word: string) => /^(-[a-zA-Z]*f[a-zA-Z]*|--force.*|\\+.+)$/.test(word);

export default defineHook("PreToolUse", "Bash", ({ command_words }) => {
  const pushes = command_words.filter((words) => words.includes("git") && words.includes("push"));
  if (!pushes.some((words) => words.some(isForce))) return {};
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "Nobody pushes with force here. Push to a new branch instead.",
    },
  };
});
`;
