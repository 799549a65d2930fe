/** What Pawl knows of a client beside its wire format: its settings, its records, its commands. One file per client. */
import type { SettingsScope } from "./claude-code/settings/hooks.ts";
import type { McpServer } from "./claude-code/settings/mcp-server.ts";
import type { TranscriptEntry } from "./claude-code/transcript.ts";
import type { CommandEntries } from "./command-entries.ts";
import type { LineContext, LineCounts, ReadLine } from "./transcripts/entries.ts";
import type { UsageReader } from "./usage.ts";

export interface ClientSetup {
  /** What people call it. */
  title: string;
  /** What people type instead of its name. */
  aliases: readonly string[];
  /** The version that the tests run. */
  verified: string;
  program: string;
  /** Its own folder. */
  home(): string;
  /** Undefined: it has no file of that scope. */
  hooksFile(scope: SettingsScope, projectDir: string): string | undefined;
  /** Absent for clients that are connected by code of their own. */
  connect?: {
    entries: CommandEntries;
    server: { file(): string; entry(server: McpServer): object };
    /** What the user has to do then: a key of the words of `install`. */
    note?: "geminiTrust";
  };
  transcripts: Transcripts;
  /** What continues a session. */
  resume(id: string): [string, ...string[]];
}

export interface Transcripts {
  dirs(): string[];
  isOwn(path: string): boolean;
  sessionOf(path: string): string;
  /** Reads line by line, from where the last reading ended. */
  open?(context: LineContext): Promise<ReadLine>;
  /** Where a later line may change an earlier one: all of it, each time that it has changed. */
  readAll?(path: string, sessionId: string, counts: LineCounts): Promise<TranscriptEntry[]>;
  usage?(): { reader: UsageReader; mayCount(text: string): boolean };
}
