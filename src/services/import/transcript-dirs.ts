/** Where the clients keep their transcripts. */
import { codexHomeDir, isCodexConnected } from "../../platform/codex-home.ts";
import { claudeConfigDir } from "../../platform/paths.ts";
import type { ClientName } from "../../protocol/index.ts";
import { rolloutDirs } from "../../transcripts/codex/files.ts";
import { projectsDir } from "../../transcripts/find.ts";

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
