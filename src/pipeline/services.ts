/** The services for the stages of an event, built once by the daemon and passed as one value. */

import type { ClientName, HookInput, InputOf } from "../clients/index.ts";
import type { LiveHub } from "../history/live/live.ts";
import type { Sessions } from "../history/sessions/sessions.ts";
import type { Settings } from "../hooks/config/schema.ts";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import type { createRules } from "../hooks/permission-rules.ts";
import type { UserHooks } from "../hooks/user-hooks.ts";
import { chooseMessages } from "../locale/index.ts";
import type { Locale, Messages } from "../locale/messages.ts";
import type { ClientMemory } from "../memory/client/service.ts";
import type { Learned } from "../memory/learn/learn.ts";
import type { Background } from "../platform/background.ts";
import type { Clock } from "../platform/clock.ts";
import type { Exclusion } from "../platform/exclusion.ts";
import { stampOf } from "../platform/files.ts";
import type { Log } from "../platform/log.ts";
import { Lru } from "../platform/lru.ts";
import type { Home } from "../platform/paths.ts";
import type { SameProject } from "../platform/same-project.ts";
import type { KnowledgeService } from "../recall/knowledge.ts";
import type { Muted } from "../recall/muted.ts";
import type { RecordBatch } from "../store/records/records.ts";
import type { Store } from "../store/store.ts";
import type { toBatch } from "./batch.ts";

/** Work on a large event or a whole session, away from the thread that answers. */
export interface EventWork {
  /** The records of a large event, without secrets. */
  batch(input: HookInput, seen: Omit<Parameters<typeof toBatch>[1], "redact">): Promise<RecordBatch>;
  learn(sessionId: string, at: number): Promise<Learned>;
  /** Builds the digest of a session that has none. */
  digest(sessionId: string): Promise<void>;
  summarize(sessionId: string, at: number, locale: Locale): Promise<string | undefined>;
}

/** Notices for the user, shown once at the start of the next session. */
interface Notices {
  take(messages: Messages): string | undefined;
  /** An event could not be stored, because the disk was full. */
  diskWasFull(): void;
}

export interface Services {
  home: Home;
  /** Claude Code's own folder. */
  claudeDir: string;
  /** The root of workflows: Pawl's home, or the root of another tool. */
  workflowRoot: string;
  store: Store;
  /** One object for the daemon's life, so that it contains the page's changes. */
  settings: Settings;
  /** Reads the user's changes of the file; cheap if there are none. */
  refreshSettings(): void;
  now: Clock;
  log: Log;
  count(name: string): void;
  /** True during a replay of past sessions: no deadline, and no state files in projects. */
  isPlayback: boolean;
  projectOf(cwd: string): string;
  sessions: Sessions;
  /** Earlier events and transcripts. */
  seen: SeenEvents;
  userHooks: UserHooks;
  permissionRules: ReturnType<typeof createRules>;
  knowledge(project: string): KnowledgeService;
  /** Work that takes longer than an answer may. */
  work: EventWork;
  /** The client's own memory files. */
  clientMemory: ClientMemory;
  /** The folders that the project was in before it was renamed or moved. Their records belong to the project afterwards. */
  followMoved(project: string): Promise<string[]>;
  sameProject: Pick<SameProject, "settle">;
  catchUps: {
    /** One session's transcript and those of its subagents. Resolves when all of it is stored. */
    session(sessionId: string, transcriptPath: string): Promise<void>;
  };
  muted: Muted;
  notices: Notices;
  /** What is never recorded. */
  exclusion: Exclusion;
  live: LiveHub;
  /** The time of the last answered hook; at first, the daemon's start. */
  lastWork: { at: number };
  background: Background;
  /** New records wait to be indexed. `project`: the project of a running session. */
  indexSoon(project?: string): void;
  /** SQLite found its file damaged. */
  onDamage(): void;
}

/** All messages of a session, in its language. */
export function messagesOf(
  sessionId: string,
  env: HookCall["env"],
  { sessions, settings, refreshSettings }: Pick<Services, "sessions" | "settings" | "refreshSettings">,
): Messages {
  refreshSettings();
  return chooseMessages({ ...sessions.notes.env(sessionId), ...env }, settings.locale);
}

export interface HookCall {
  /** The calling coding agent; default: Claude Code. */
  client?: ClientName | undefined;
  body: string;
  /** The name of the calling hook in the plugin; undefined for a hook that wants everything. */
  name?: string | undefined;
  /** The session's own variables. */
  env: Readonly<Record<string, string | undefined>>;
  /** All variables of the session's terminal, for the user's own commands; never stored. */
  terminal?: Readonly<Record<string, string>> | undefined;
  at: number;
  /** The checked out branch, if the caller knows it (a replay); default: read from git's files. */
  branch?: string | undefined;
  /** Maximum time that the caller waits. */
  waitMs?: number | undefined;
  /** The caller ignores an answer after this time (`performance.now()`); absent if it always reads the answer. */
  answerBy?: number | undefined;
  /** The session is off for Pawl's own work; gates and rules still apply. */
  isGatesOnly?: boolean;
  /** The event happened earlier and waited in the spool. It is recorded, but its answer is not read. */
  isReplay?: boolean;
}

export function sessionRefOf(
  input: Pick<HookInput, "sessionId" | "cwd">,
  call: HookCall,
  { projectOf }: Pick<Services, "projectOf">,
) {
  const cwd = input.cwd ?? "";
  return { id: input.sessionId, project: projectOf(cwd), cwd, at: call.at };
}

/**
 * Follows the current `locale` in `config.json`: a change applies from the next event on. It updates `settings`, which is one
 * object for the daemon's life.
 */
export function followConfig(home: Home, settings: Settings, log: Pick<Log, "warn">): () => void {
  let known = stampOf(home.config);
  return () => {
    const stamp = stampOf(home.config);
    if (stamp === known) return;
    known = stamp;
    try {
      const now = readUserSettings(home).settings;
      settings.locale = now.locale;
    } catch (error) {
      log.warn("config.json could not be read again", { error });
    }
  };
}

/**
 * The same event can come twice: plugin and installed hooks side by side, hooks in two settings files. The client
 * gives both the same input, so the second is recognised: recorded once, injected once.
 *
 * Both arrive at the same time; a process start on a busy machine is the most that lies between.
 */
const WINDOW_MS = 15_000;

export function createOnce() {
  const claimed = new Map<string, number>();
  return {
    /** True for the first caller with this key. */
    claim(key: string, at: number): boolean {
      // Insertion order is chronological, so expired keys come first.
      for (const [old, when] of claimed) {
        // In both directions, so that keys do not stay for hours after the clock was set back.
        if (Math.abs(at - when) <= WINDOW_MS) break;
        claimed.delete(old);
      }
      if (claimed.has(key)) return false;
      claimed.set(key, at);
      return true;
    },
    /** The claimed work failed: the next caller can claim the key again. */
    release: (key: string): void => void claimed.delete(key),
  };
}

/** More than run at once. */
const MOST_SESSIONS = 1000;

type SeenEvents = ReturnType<typeof createSeen>;

export function createSeen() {
  return {
    /** Recognizes the same event from two hooks. Replayed events have their own times. */
    live: createOnce(),
    replayed: createOnce(),
    /** Sessions whose transcript is there, and known to the store. */
    inTranscript: new Lru<string, true>(MOST_SESSIONS),
    /** Starts that were not answered in time. */
    missedStarts: new Lru<string, InputOf<"SessionStart">>(MOST_SESSIONS),
    /** Sessions that got their start's context later: the same start may still be in the spool. */
    givenStarts: new Lru<string, true>(MOST_SESSIONS),
  };
}
