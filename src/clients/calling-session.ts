/** The session in which a command was started, as the clients tell their commands. */
import type { Env } from "../platform/env.ts";
import { CLIENTS } from "./table.ts";

/** Undefined outside of any session. The first variable that is set counts. */
export function callingSession(env: Env): string | undefined {
  const names = Object.values(CLIENTS).flatMap(({ agent }) => agent.sessions);
  return names.map((name) => env[name]).find((id) => id !== undefined && id !== "");
}
