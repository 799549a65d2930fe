/** Where the clients keep their transcripts. */

import { claudeConfigDir } from "../../platform/paths.ts";
import { CLIENT_NAMES, type ClientName, DEFAULT_CLIENT } from "../index.ts";
import { hasOwnEntries, SETUPS } from "../setups.ts";
import { projectsDir } from "./find.ts";

export function transcriptDirs(client: ClientName): string[] {
  return SETUPS[client].transcripts.dirs();
}

/** What is imported by itself: Claude Code's, and those of every other client that Pawl is connected to. */
export function connectedTranscriptDirs(claudeDir: string = claudeConfigDir()): string[] {
  const others = CLIENT_NAMES.filter((name) => name !== DEFAULT_CLIENT);
  const connected = others.filter((name) => hasOwnEntries(name, process.cwd()) !== undefined);
  return [projectsDir(claudeDir), ...connected.flatMap(transcriptDirs)];
}
