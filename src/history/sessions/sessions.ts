/** Running sessions beyond their records: notes, project, and the sessions they were forked from. */

import type { HookInput, InputOf, KnownInput } from "../../clients/index.ts";
import { forkOf, type Lineage, likelyForked, originsOf } from "../../clients/transcripts/lineage.ts";
import { markFork } from "../../clients/transcripts/offsets.ts";
import { Lru } from "../../platform/lru.ts";
import { eventKey } from "../../store/records/keys.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { EventRecord } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";

export type Sessions = ReturnType<typeof createSessions>;

/** `fallback`: the project of a session without a folder. */
export function createSessions(deps: {
  store: Store;
  redaction: number;
  projectOf(cwd: string): string;
  fallback: string;
}) {
  return {
    notes: createSessionMemory(deps.store, deps.redaction),
    lineages: createLineages(deps.store),
    /** Not the current folder: a session belongs to the project where it started. */
    projectOf: createSessionProjects(deps),
  };
}

// Decides whose hooks apply to a session. `cwd` follows every `cd`, also into a nested repository. If each event used it, a
// session could escape a gate with `cd`. So a session keeps the project where it started.

const MAX_SESSIONS = 1000;

export function createSessionProjects(deps: {
  store: Store;
  projectOf(cwd: string): string;
  /** For a session without a folder. */
  fallback: string;
}): (input: KnownInput) => Promise<string> {
  const known = new Lru<string, string>(MAX_SESSIONS);

  return async (input) => {
    const here = deps.projectOf(input.cwd ?? "");
    // A compaction is in the middle of a session; every other start determines its project.
    const starts = input.event === "SessionStart" && input.source !== "compact";
    const found = starts ? undefined : (known.get(input.sessionId) ?? (await recorded(input.sessionId)));
    const project = found ?? (here === "" ? deps.fallback : here);
    known.set(input.sessionId, project);
    return project;
  };

  /** The daemon was restarted in the middle of the session. */
  async function recorded(sessionId: string): Promise<string | undefined> {
    // A failing store reports its error at the commit. Until then, hooks of the current folder are better than none.
    const project = await recordsIn(deps.store)
      .sessionProject(sessionId)
      .catch(() => undefined);
    return project === "" ? undefined : project;
  }
}

// Finds the sessions that an event's session was forked from.

interface ForkedSession {
  sessionId: string;
  transcriptPath?: string | undefined;
}

const MOST = 100;

function createLineages(store: Store) {
  /** Computed again only after the transcript has grown. */
  const known = new Lru<string, { fork: string; lineage: Lineage }>(MOST);
  return {
    /** A fork is announced before its transcript has a line to detect it by. */
    async started(input: InputOf<"SessionStart">, at: number): Promise<void> {
      const { source, sessionId, transcriptPath, secondsSinceLastResponse: ago } = input;
      if (source !== "fork" || transcriptPath === undefined) return;
      const likely = ago === undefined ? [] : await likelyForked(at, ago, store);
      await markFork(
        store,
        transcriptPath,
        at,
        likely.filter((id) => id !== sessionId),
      );
    },
    async of({ sessionId, transcriptPath: path }: ForkedSession): Promise<Lineage> {
      const fork = path === undefined ? undefined : await forkOf(path, store);
      if (path === undefined || fork === undefined) return { sessions: new Set([sessionId]) };
      const stamp = JSON.stringify(fork);
      const found = known.get(sessionId);
      if (found?.fork === stamp) return found.lineage;
      const sessions = new Set([sessionId, ...(await originsOf(fork, path, store))]);
      const lineage = { sessions, forkedAt: fork.at };
      // The other session may still be imported.
      if (sessions.size > 1) known.set(sessionId, { fork: stamp, lineage });
      return lineage;
    },
  };
}

// What the daemon knows of a running session beyond its records: its own variables (only some events carry them), the number
// of tool calls, and what was reported to the user. It is read from the store once. Changes are stored as an event of Pawl's
// own, so that a new daemon continues where the old one stopped.

export type SessionEnv = Readonly<Record<string, string | undefined>>;

/** Earlier suggestions to compact. */
export interface Suggested {
  /** The latest due call (51, 76, …) with a suggestion; 0 if none. */
  due: number;
}

const nothingSuggested: Suggested = { due: 0 };

/** Messages that the user of a session has seen, so that they are not repeated. */
export interface SessionNotes {
  said: Suggested;
  /** The progress last shown by Stop. */
  progress: string;
  /** The number of failures at which the model last received the request to stop. */
  stuck: string;
  /** The last injected workflow, with its progress at that time. */
  workflow: string;
}

/** Identifies the session, and says how its records are made. */
export interface SessionRef {
  id: string;
  project: string;
  cwd: string;
  at: number;
}

export type SessionMemory = ReturnType<typeof createSessionMemory>;

const ENV_EVENT = "pawl:env";
const NOTES_EVENT = "pawl:notes";

const TURN_EVENTS: ReadonlySet<string> = new Set(["UserPromptSubmit", "PreToolUse", "PostToolUse"]);

/** Sessions kept in memory. Past this limit, the least recently active one is dropped and read again on its next event. */
const MAX_NOTED = 500;

interface Known {
  calls: Set<string>;
  env: SessionEnv | undefined;
  notes: SessionNotes;
  loaded: Promise<void> | undefined;
  inTurn: boolean;
}

export function createSessionMemory(store: Store, redaction: number) {
  const sessions = new Lru<string, Known>(MAX_NOTED);

  function known(id: string): Known {
    const found = sessions.get(id) ?? {
      calls: new Set(),
      env: undefined,
      notes: { said: nothingSuggested, progress: "", workflow: "", stuck: "" },
      loaded: undefined,
      inTurn: false,
    };
    sessions.set(id, found);
    return found;
  }

  async function loaded(id: string): Promise<Known> {
    const session = known(id);
    session.loaded ??= load(id, session).catch((error: unknown) => {
      // The next one tries again.
      session.loaded = undefined;
      throw error;
    });
    await session.loaded;
    return session;
  }

  async function load(id: string, session: Known): Promise<void> {
    const records = await recordsIn(store).session(id);
    if (records === undefined) return;
    for (const { toolUseId, key, agentId } of records.observations) {
      if (agentId === undefined) session.calls.add(toolUseId ?? key);
    }
    const prefix = eventKey(id, "PreToolUse", "");
    for (const event of records.events) {
      if (event.event === "PreToolUse" && event.agentId === undefined) {
        session.calls.add(event.key.slice(prefix.length));
      } else if (event.event === NOTES_EVENT) session.notes = { ...session.notes, ...read(event) };
    }
    const last = records.events.findLast((event) => event.event === ENV_EVENT);
    if (session.env === undefined && last !== undefined) session.env = read(last);
  }

  async function save(session: SessionRef, event: string, value: unknown): Promise<void> {
    const { id, at } = session;
    const body = JSON.stringify(value);
    const key = eventKey(id, event, `${at} ${body}`);
    await recordsIn(store).record({
      session,
      events: [{ key, sessionId: id, at, redaction, event, body }],
    });
  }

  return {
    /** Called for every event, right after it was stored. */
    async saw(input: HookInput, env: SessionEnv, ref: SessionRef): Promise<void> {
      const session = known(input.sessionId);
      if ("toolUseId" in input && input.toolUseId !== undefined && input.agentId === undefined) {
        session.calls.add(input.toolUseId);
      }
      if (TURN_EVENTS.has(input.event)) session.inTurn = true;
      if (input.event === "Stop" || input.event === "StopFailure") session.inTurn = false;
      if (input.event === "SessionEnd") sessions.delete(input.sessionId);
      if (input.event !== "SessionStart" && input.event !== "UserPromptSubmit") return;
      const before = session.env;
      // The session is already identified, and its id would add a line for every session.
      const { CLAUDE_CODE_SESSION_ID: _id, CLAUDE_SESSION_ID: _older, ...kept } = env;
      session.env = kept;
      // A session without any of the variables gets no record, unless it had some before.
      const isSame = JSON.stringify(before ?? {}) === JSON.stringify(kept);
      if (!isSame) await save(ref, ENV_EVENT, kept);
    },
    /** The session's latest variables, as far as this daemon has seen. */
    env: (id: string): SessionEnv => sessions.get(id)?.env ?? {},
    /** The conversation's tool calls, and its variables, including those from before this daemon. */
    async counted(id: string): Promise<{ calls: number; env: SessionEnv }> {
      const session = await loaded(id);
      return { calls: session.calls.size, env: session.env ?? {} };
    },
    /** True if the last prompt has no answer yet, as far as this daemon has seen. */
    isInTurn: (id: string) => sessions.get(id)?.inTurn === true,
    notes: async (id: string): Promise<SessionNotes> => (await loaded(id)).notes,
    async note(ref: SessionRef, change: Partial<SessionNotes>): Promise<void> {
      const session = await loaded(ref.id);
      session.notes = { ...session.notes, ...change };
      await save(ref, NOTES_EVENT, change);
    },
  };
}

/** Pawl wrote it above, so it is damaged only if the database is. */
function read(event: EventRecord): Record<string, never> {
  return JSON.parse(event.body);
}
