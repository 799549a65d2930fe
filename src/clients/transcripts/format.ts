/** Whose transcript a file is, by its name, and how its lines are read. One entry per client. */
import { basename } from "node:path";
import { isRollout, threadOf } from "../codex/transcripts/files.ts";
import { createRolloutLines } from "../codex/transcripts/lines.ts";
import type { ClientName } from "../index.ts";
import type { LineContext, ReadLine } from "./entries.ts";
import { readEntries } from "./entries.ts";

interface TranscriptFormat {
  client: ClientName;
  /** For lines that name none, and for the file itself. */
  sessionOf(path: string): string;
  open(context: LineContext): Promise<ReadLine>;
}

const CODEX: TranscriptFormat = {
  client: "codex",
  sessionOf: (path) => threadOf(path) ?? basename(path),
  open: createRolloutLines,
};

const CLAUDE_CODE: TranscriptFormat = {
  client: "claude-code",
  sessionOf: (path) => basename(path, ".jsonl"),
  open:
    async ({ sessionId }) =>
    (line, counts) =>
      readEntries(line, sessionId, counts),
};

/** Claude Code's are any other `.jsonl`: people keep copies under names of their own. */
export function formatOf(path: string): TranscriptFormat {
  return isRollout(path) ? CODEX : CLAUDE_CODE;
}
