/** Finds the client of a transcript file by its name, and its parser. Files of no other client belong to Claude Code. */
import { join } from "node:path";
import { claudeConfigDir } from "../../platform/paths.ts";
import { CLIENT_NAMES, type ClientName, DEFAULT_CLIENT } from "../index.ts";
import type { Transcripts } from "../setup.ts";
import { connections, SETUPS } from "../setups.ts";

const OTHERS = CLIENT_NAMES.filter((name) => name !== DEFAULT_CLIENT);

export function formatOf(path: string): Transcripts & { client: ClientName } {
  const client = OTHERS.find((name) => SETUPS[name].transcripts.isOwn(path)) ?? DEFAULT_CLIENT;
  return { client, ...SETUPS[client].transcripts };
}

export function transcriptDirs(client: ClientName): string[] {
  return SETUPS[client].transcripts.dirs();
}

/** Folders that are imported automatically: Claude Code's, and those of every other connected client. */
export function connectedTranscriptDirs(claudeDir: string = claudeConfigDir()): string[] {
  const others = connections(process.cwd()).filter(
    ({ client, isConnected }) => isConnected && client !== DEFAULT_CLIENT,
  );
  return [join(claudeDir, "projects"), ...others.flatMap(({ client }) => transcriptDirs(client))];
}
