/** The daemon's parts, put together. Everything that a route needs is here. */

import type { Settings } from "../engine/config/schema.ts";
import { type DispatchDeps, dispatch, type HookCall } from "../engine/dispatch.ts";
import { createOnce } from "../engine/once.ts";
import { PawlError } from "../errors.ts";
import { type Handler, type HandlerContext, handlers, summarize } from "../handlers/index.ts";
import { toBatch } from "../memory/batch.ts";
import type { Redactor } from "../memory/observation.ts";
import { REDACTION_VERSION, redactJson, redactText } from "../memory/redact/index.ts";
import type { Clock } from "../platform/clock.ts";
import { formatTime } from "../platform/clock.ts";
import type { Counters, Counts } from "../platform/counters.ts";
import { SPOOL_MARK } from "../platform/hook-request.ts";
import type { Log } from "../platform/log.ts";
import { takeNotice } from "../platform/notice.ts";
import { isSessionOff, markOn, offSpans } from "../platform/off.ts";
import { claudeConfigDir, type Home } from "../platform/paths.ts";
import { projectRoot } from "../platform/project.ts";
import { projectNotes } from "../platform/project-notes.ts";
import { drainSpool } from "../platform/spool.ts";
import type { HookEventName, HookInput, HookOutput, InputOf, Reply } from "../protocol/index.ts";
import type { Store } from "../store/store.ts";
import { markFork } from "../transcript/offsets.ts";
import { createBackground } from "./background.ts";
import { createCatchUps } from "./catch-up.ts";
import { createUpkeep, type Upkeep } from "./upkeep.ts";

export const redactor: Redactor = { text: redactText, json: redactJson, version: REDACTION_VERSION };

export interface ServiceDeps {
  home: Home;
  store: Store;
  log: Log;
  counters: Counters;
  now: Clock;
  settings: Settings;
  /** Claude Code's own folder. */
  claudeDir?: string;
  /** SQLite has found its file damaged. */
  onDamage?(): void;
}

export interface Service {
  readonly store: Store;
  readonly settings: Settings;
  now: Clock;
  hook(call: HookCall): Promise<HookOutput>;
  /** Events that found no daemon: recorded as if they had, answered to nobody. */
  drain(): Promise<number>;
  /** Reads back what happened while no daemon ran. */
  catchUp(): Promise<void>;
  upkeep: Upkeep;
  count(name: string): void;
  counts(): Counts;
  log: Log;
  close(): Promise<void>;
}

export function createService(deps: ServiceDeps): Service {
  const { home, store, log, counters, now } = deps;
  const watch = (error: unknown) => {
    if (error instanceof PawlError && error.code === "store_corrupt") deps.onDamage?.();
  };
  const background = createBackground((error) => {
    watch(error);
    counters.count("background_error");
    log.error("work in the background failed", { error });
  });
  const projects = new Map<string, string>();

  const reading = {
    store,
    redact: redactor,
    projectOf,
    offSpans: (sessionId: string) => offSpans(home.off, sessionId),
    now,
    log,
  };
  const upkeep = createUpkeep({ ...reading, home, claudeDir: deps.claudeDir ?? claudeConfigDir() });
  const catchUps = createCatchUps({
    ...reading,
    onAdded: async (sessionId) => void (await summarize(store, sessionId, now(), REDACTION_VERSION)),
  });

  async function commit(input: HookInput, call: HookCall, promptMark?: string): Promise<void> {
    const cwd = input.cwd ?? "";
    const seen = { at: call.at, cwd, project: projectOf(cwd), redact: redactor, promptMark };
    await store.record(toBatch(input, seen));
    const { sessionId, transcriptPath } = input;
    if (transcriptPath === undefined) return;
    if (input.event === "SessionStart" && input.source === "fork")
      await markFork(store, transcriptPath, call.at);
    // Stop and SessionEnd do so themselves: their summaries come after it.
    if (FOLLOWED.has(input.event)) background.add(() => catchUps.session(sessionId, transcriptPath));
  }

  const live: DispatchDeps = {
    isOff: (input) => sessionIsOff(input, home, now),
    commit: (input, call) =>
      commit(input, call).catch((error: unknown) => {
        watch(error);
        throw error;
      }),
    handle: (input, call) => handle(input, call, true),
    once: createOnce(now),
    log,
    count: counters.count,
  };
  /** Why the event that is being drained could not be stored. */
  let unstored: unknown;
  /** A spooled event may be one that the daemon did take, but answered too late: the store's keys sort that out. */
  const replay: DispatchDeps = {
    ...live,
    commit: (input, call) =>
      commit(input, call, toMark(input.raw[SPOOL_MARK])).catch((error: unknown) => {
        watch(error);
        unstored = error;
        throw error;
      }),
    handle: (input, call) => handle(input, call, false),
    once: { claim: () => true, release: () => undefined },
  };

  /** A folder's project does not change while the daemon runs; the walk up to `.git` is paid once. */
  function projectOf(cwd: string): string {
    if (cwd === "") return "";
    const known = projects.get(cwd);
    if (known !== undefined) return known;
    const root = projectRoot(cwd);
    if (projects.size > 1000) projects.clear();
    projects.set(cwd, root);
    return root;
  }

  async function handle<E extends HookEventName>(
    input: InputOf<E>,
    call: HookCall,
    told: boolean,
  ): Promise<Reply> {
    const handler = handlers[input.event] as Handler<E> | undefined;
    if (handler === undefined) return {};
    const notice = told && input.event === "SessionStart" ? noticeFor(call) : undefined;
    const project = projectOf(input.cwd ?? "");
    const ctx: HandlerContext = {
      store,
      at: call.at,
      project,
      contextTokens: deps.settings.context.tokens,
      projectNotes: () => projectNotes(project, call.env),
      formatTime,
      redaction: REDACTION_VERSION,
      ledger: async (event, block) => {
        if (!told) return;
        const { text, tokens, sources } = block;
        await store.addInjection({ sessionId: input.sessionId, event, at: call.at, text, tokens, sources });
      },
      catchUp: (withinMs) => catchUpWith(input.sessionId, input.transcriptPath, withinMs),
      later: background.add,
    };
    const reply: Reply = await handler(input, ctx);
    if (notice === undefined) return reply;
    return { ...reply, message: reply.message === undefined ? notice : `${notice}\n${reply.message}` };
  }

  /** `context` shows the user nothing; its neighbour `user-message` does. */
  function noticeFor(call: HookCall): string | undefined {
    return call.name === "context" ? undefined : takeNotice(home);
  }

  async function catchUpWith(sessionId: string, path: string | undefined, withinMs?: number): Promise<void> {
    if (path === undefined) return;
    const work = catchUps.session(sessionId, path);
    if (withinMs === undefined) return work;
    // Owned by the background from here on: a failure is told there, and the daemon does not leave before it ends.
    background.add(() => work);
    await Promise.race([work.catch(() => undefined), Bun.sleep(withinMs)]);
  }

  let draining: Promise<number> | undefined;
  return {
    store,
    settings: deps.settings,
    now,
    log,
    count: counters.count,
    counts: counters.all,
    hook: (call) => dispatch(call, live),
    drain() {
      draining ??= drainSpool(home.spool, async ({ at, body }) => {
        unstored = undefined;
        await dispatch({ at, body, env: {} }, replay);
        // A full disk is no reason to throw the event away: it stays where it is, and those behind it.
        if (unstored instanceof PawlError && WAITS.has(unstored.code)) throw unstored;
      }).finally(() => {
        draining = undefined;
      });
      return draining;
    },
    catchUp: catchUps.recent,
    upkeep,
    async close() {
      await upkeep.close();
      await background.close();
      counters.flush();
      await store.close();
    },
  };
}

/** The store's trouble, not the event's. */
const WAITS: ReadonlySet<string> = new Set([
  "store_full",
  "store_locked",
  "store_unwritable",
  "store_corrupt",
  "store_closed",
]);

/** After these, what the transcript has is looked at while nobody waits. */
const FOLLOWED: ReadonlySet<string> = new Set(["SessionStart", "UserPromptSubmit", "SubagentStop"]);

/** Of our own making, but it stood in a file. */
function toMark(value: unknown): string | undefined {
  return typeof value === "string" && /^[0-9a-z]{1,12}-[0-9a-f]{5}$/.test(value) ? value : undefined;
}

/** A session that starts or goes on without `PAWL_OFF` counts again from here: its hooks would not come otherwise. */
function sessionIsOff(input: HookInput, home: Home, now: Clock): boolean {
  if (input.event === "SessionStart" || input.event === "UserPromptSubmit") {
    markOn(home.off, input.sessionId, now());
    return false;
  }
  return isSessionOff(home.off, input.sessionId);
}
