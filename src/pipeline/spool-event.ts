/** Saves an event that reached no daemon to disk, with secrets removed. `pawl hook` and the keeper load this only then. */

import { readUserSettings } from "../hooks/config/user-settings.ts";
import { processEnv } from "../platform/env.ts";
import { HELD_WRITE, SPOOL_CLIENT, SPOOL_MARK } from "../platform/hook-request.ts";
import { isMachineOff } from "../platform/off.ts";
import type { Home } from "../platform/paths.ts";
import { addToSpool } from "../platform/spool.ts";
import { createGuard } from "../redact/guard.ts";
import { redactJson } from "../redact/index.ts";
import { applyRedactSettings } from "../redact/settings.ts";
import { digestKey } from "../store/digest-key.ts";
import { promptMark } from "../store/records/keys.ts";
import { promptText } from "../text/prompt.ts";

const ID_FIELDS = ["session_id", "tool_use_id", "prompt_id", "agent_id"];

/** Throws if the body is not an event, or if the disk is full. */
export function spoolEvent(home: Home, body: Uint8Array, at: number, client?: string): void {
  // Events during a pause are not recorded later either.
  if (isMachineOff(home.off)) return;
  const event = JSON.parse(Buffer.from(body).toString("utf8")) as Record<string, unknown>;
  // The daemon's own defaults. They are not available later.
  event.session_id ??= processEnv.CLAUDE_CODE_SESSION_ID || processEnv.CLAUDE_SESSION_ID;
  event.cwd ??= processEnv.CLAUDE_PROJECT_ROOT;
  applyRedactSettings(readUserSettings(home).settings.redact);
  const spooled = redactJson(event);
  // Only the daemon writes to the store this way.
  delete spooled[HELD_WRITE];
  // A redacted id must still distinguish its session or call, as in the store.
  const guard = createGuard(digestKey(home.dir));
  for (const field of ID_FIELDS) {
    const id = event[field];
    if (typeof id === "string") spooled[field] = guard.id(id);
  }
  const asked = typeof event.prompt === "string" ? promptText(event.prompt) : undefined;
  // The record's key needs the original text, which is not stored here.
  if (asked !== undefined) spooled[SPOOL_MARK] = promptMark(asked);
  if (client !== undefined) spooled[SPOOL_CLIENT] = client;
  addToSpool(home.spool, at, JSON.stringify(spooled));
}
