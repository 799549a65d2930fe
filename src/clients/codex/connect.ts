/** Pawl in Codex's settings. Only the user may trust hooks there; Pawl never writes that setting. */
import { join } from "node:path";
import { commandEntries } from "../settings/entries.ts";
import type { ClientConnect } from "../setup.ts";
import { encodeCodexReply } from "./encode.ts";
import { tomlServers } from "./settings/toml.ts";
import { askCodex } from "./settings/trust.ts";
import { codexHomeDir } from "./transcripts/files.ts";

/** In Codex's own order. Without `Interrupt`: the rollout contains it, and the client waits for that hook while it exits. */
const CODEX_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PreCompact",
  "PostCompact",
  "SubagentStart",
  "SubagentStop",
  "Stop",
  "SessionEnd",
] as const;

export const codexConnect: ClientConnect = {
  entries: commandEntries({
    client: "codex",
    events: CODEX_EVENTS.map((event) => [event, event]),
    // For a longer time, the client shows a warning at every start.
    longest: { SessionEnd: 3 },
    encode: encodeCodexReply,
  }),
  server: { file: () => join(codexHomeDir(), "config.toml"), edit: tomlServers },
  trust: "codexTrust",
  askTrust: askCodex,
};
