/** Where the clients keep their transcripts. */

import { claudeConfigDir } from "../../platform/paths.ts";
import { codexHomeDir, isCodexConnected } from "../codex/home.ts";
import { rolloutDirs } from "../codex/transcripts/files.ts";
import type { ClientName } from "../index.ts";
import { projectsDir } from "./find.ts";

const DIRS: Readonly<Record<ClientName, () => string[]>> = {
  "claude-code": () => [projectsDir(claudeConfigDir())],
  codex: () => rolloutDirs(codexHomeDir()),
};

export function transcriptDirs(client: ClientName): string[] {
  return DIRS[client]();
}

/** What is imported by itself: Claude Code's, and those of every other client that Pawl is connected to. */
export function connectedTranscriptDirs(claudeDir: string = claudeConfigDir()): string[] {
  return [projectsDir(claudeDir), ...(isCodexConnected() ? transcriptDirs("codex") : [])];
}
