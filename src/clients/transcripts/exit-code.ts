/** The exit code of a command that has just ended, from the client's own record. */
import { exitCodeInRollout } from "../codex/transcripts/exit-code.ts";

interface Command {
  transcriptPath: string;
  callId: string;
}

/** The client writes the line before it calls the hook; a busy disk may show it a moment later. */
const ATTEMPTS = [0, 5, 20];

export async function findExitCode({ transcriptPath, callId }: Command): Promise<number | undefined> {
  for (const waitMs of ATTEMPTS) {
    if (waitMs > 0) await Bun.sleep(waitMs);
    const found = exitCodeInRollout(transcriptPath, callId);
    if (found !== undefined) return found;
  }
  return undefined;
}
