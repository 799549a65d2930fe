/** What Pawl knows of a client beside its wire format: its settings, its records, its commands. One file per client. */

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
  /** What people type instead of its name. */
  aliases: readonly string[];
  /** The version that the tests run. */
  verified: string;
  program: string;
  /** Its own folder. */
  home(): string;
  /** Undefined: it has no file of that scope. */
  hooksFile(scope: SettingsScope, projectDir: string): string | undefined;
  transcripts: Transcripts;
  /** True if a plugin calls Pawl instead. No file above contains it. */
  hasPlugin?(): boolean;
  /** Loaded for commands only: it has their words. */
  connect(): Promise<ClientConnect>;
  /** What continues a session. */
  resume(id: string): [string, ...string[]];
}

export interface ClientConnect {
  entries(options: HookOptions): InstalledEntry[];
  /** Entries contain the daemon's port and token. */
  usesHttp?: true;
  /** The format of entries in the file; default: hooks in JSON. */
  edit?: HooksEdit;
  /** Settings in the file that keep the client from running them. */
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
  /** Pawl's hooks that the client knows. */
  hooks: number;
  /** Events of those that it does not run, because the user has not trusted them as they are. */
  untrusted: string[];
  /** Events of those that the user has switched off. */
  disabled: string[];
  /** Why it refuses the file, in its own words. */
  error?: string;
}

export interface Transcripts {
  dirs(): string[];
  isOwn(path: string): boolean;
  sessionOf(path: string): string;
  /** The version of the client, in its first lines. */
  version?: RegExp;
  /** Reads line by line, from where the last reading ended. */
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
  /** What keeps the client from running correctly installed hooks. */
  warnings: PawlError[];
  /** Only for the user's own settings: a project's list of servers belongs to the team. */
  mcp?: { file: string; outcome: McpOutcome | "failed"; problem?: string };
}
