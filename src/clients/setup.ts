/** What Pawl knows of a client beyond its wire format: its settings, its records, its commands. One file per client. */

import type { PawlError } from "../platform/errors.ts";
import type { TranscriptEntry } from "./claude-code/transcript.ts";
import type { HooksEdit, HooksReport } from "./settings/edit.ts";
import type { HookOptions, InstalledEntry, SettingsScope } from "./settings/entries.ts";
import type { Installed } from "./settings/install.ts";
import type { McpOutcome, ServerEdit } from "./settings/mcp-server.ts";
import type { ClientName } from "./table.ts";
import type { FileState, FoundTranscript, LineContext, LineCounts, ReadLine } from "./transcripts/entries.ts";
import type { UsageReader } from "./usage.ts";

export interface ClientSetup {
  /** What people call it. */
  title: string;
  /** Other names that people type. */
  aliases: readonly string[];
  /** The tested version. */
  verified: string;
  program: string;
  /** Its own folder. */
  home(): string;
  /** Undefined: it has no file of that scope. */
  hooksFile(scope: SettingsScope, projectDir: string): string | undefined;
  transcripts: Transcripts;
  /** True if a plugin calls Pawl instead. No file above contains it. */
  hasPlugin?(): boolean;
  /** Loaded for commands only, because it contains their messages. */
  connect(): Promise<ClientConnect>;
  /** What continues a session. */
  resume(id: string): [string, ...string[]];
}

export interface ClientConnect {
  entries(options: HookOptions): InstalledEntry[];
  /** The entries contain the daemon's port and token. */
  usesHttp?: true;
  /** The format of entries in the file; default: hooks in JSON. */
  edit?: HooksEdit;
  /** Settings in the file that prevent the client from running them. */
  warn?(text: string, entries: readonly InstalledEntry[]): PawlError[];
  server: { file(): string; edit: ServerEdit };
  /** Files of Pawl's own in the client's folder. */
  also?: { install(pawlHome: string): void; uninstall(): void };
  /** What the user has to do before the client runs the hooks: a key of the words of `install`. */
  trust?: "codexTrust" | "geminiTrust" | "opencodeStart";
  /** True if the client runs the hooks in its settings, according to the client itself. Undefined if it cannot be asked. */
  askTrust?(projectDir: string): Promise<HookTrust | undefined>;
}

export interface HookTrust {
  /** The number of Pawl's hooks that the client recognizes. */
  hooks: number;
  /** Their events that the client does not run, because the user has not trusted their current form. */
  untrusted: string[];
  /** Their events that the user has switched off. */
  disabled: string[];
  /** The client's own reason for refusing the file. */
  error?: string;
}

export interface Transcripts {
  dirs(): string[];
  isOwn(path: string): boolean;
  sessionOf(path: string): string;
  /** The version of the client, in its first lines. */
  version?: RegExp;
  /** Reads line by line, from the end of the last read. */
  open?(context: LineContext): Promise<ReadLine>;
  /** If later lines may change earlier ones: reads the whole file whenever it has changed. */
  readAll?(path: string, sessionId: string, counts: LineCounts): Promise<TranscriptEntry[]>;
  /** All sessions are in one database. A path names the database, or a session as if it were a file in it. */
  database?: {
    sessions(path: string): FoundTranscript[];
    state(path: string): FileState | undefined;
  };
  usage?(): { reader: UsageReader; mayCount(text: string): boolean };
}

/** The result of connecting to a client, or of a dry run. */
export interface Connected extends Installed, HooksReport {
  client: ClientName;
  /** Reasons why the client does not run correctly installed hooks. */
  warnings: PawlError[];
  /** Only for the user's own settings: a project's list of servers belongs to the team. */
  mcp?: { file: string; outcome: McpOutcome | "failed"; problem?: string };
}
