/** Whose transcript a file is, by its name, and how it is read. Claude Code's are those that are no other client's. */
import { CLIENT_NAMES, type ClientName, DEFAULT_CLIENT } from "../index.ts";
import type { Transcripts } from "../setup.ts";
import { SETUPS } from "../setups.ts";

const OTHERS = CLIENT_NAMES.filter((name) => name !== DEFAULT_CLIENT);

export function formatOf(path: string): Transcripts & { client: ClientName } {
  const client = OTHERS.find((name) => SETUPS[name].transcripts.isOwn(path)) ?? DEFAULT_CLIENT;
  return { client, ...SETUPS[client].transcripts };
}
