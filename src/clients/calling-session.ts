/** The session in which a command was started, as the clients tell their commands. */
import type { Env } from "../platform/env.ts";

/** By client; the first that is set counts. Gemini CLI tells its commands none. */
const SESSION_VARIABLES = [
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_SESSION_ID",
  "CODEX_THREAD_ID",
  "CODEX_SESSION_ID",
  "COPILOT_AGENT_SESSION_ID",
  "OPENCODE_SESSION_ID",
] as const;

/** Undefined outside of any session. */
export function callingSession(env: Env): string | undefined {
  return SESSION_VARIABLES.map((name) => env[name]).find((id) => id !== undefined && id !== "");
}
