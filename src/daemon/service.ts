/** The daemon's parts, put together. Everything that a route needs is here. */

import type { Settings } from "../engine/config/schema.ts";
import { type DispatchDeps, dispatch, type HookCall } from "../engine/dispatch.ts";
import { createOnce } from "../engine/once.ts";
import { type Log as HookLog, HookRuntime } from "../engine/runtime.ts";
import { TrustBook, trustFile } from "../engine/trust.ts";
import { UserHooks } from "../engine/user-hooks.ts";
import { type Handler, type HandlerContext, handlers } from "../handlers/index.ts";
import { toBatch } from "../memory/batch.ts";
import type { Redactor } from "../memory/observation.ts";
import { REDACTION_VERSION, redactJson, redactText } from "../memory/redact/index.ts";
import type { Clock } from "../platform/clock.ts";
import { formatTime } from "../platform/clock.ts";
import type { Counters, Counts } from "../platform/counters.ts";
import { processEnv } from "../platform/env.ts";
import { DEFAULT_WAIT_MS } from "../platform/hook-request.ts";
import { localeFrom, messagesFor, toLocale } from "../platform/locale/index.ts";
import type { Log } from "../platform/log.ts";
import { isSessionOff, markOn } from "../platform/off.ts";
import type { Home } from "../platform/paths.ts";
import { projectRoot } from "../platform/project.ts";
import { projectNotes } from "../platform/project-notes.ts";
import { drainSpool } from "../platform/spool.ts";
import type { HookEventName, HookInput, HookOutput, InputOf, Reply } from "../protocol/index.ts";
import type { Store } from "../store/store.ts";
import { createBackground } from "./background.ts";
import { createSessionProjects } from "./session-projects.ts";

export const redactor: Redactor = { text: redactText, json: redactJson, version: REDACTION_VERSION };

export interface ServiceDeps {
  home: Home;
  store: Store;
  log: Log;
  counters: Counters;
  now: Clock;
  settings: Settings;
}

export interface Service {
  readonly store: Store;
  readonly settings: Settings;
  now: Clock;
  hook(call: HookCall): Promise<HookOutput>;
  /** Events that found no daemon: recorded as if they had, answered to nobody. */
  drain(): Promise<number>;
  count(name: string): void;
  counts(): Counts;
  log: Log;
  /** Ends the user's hooks that run, so that whoever waits for one is answered. No other starts. */
  endHooks(): Promise<void>;
  close(): Promise<void>;
}

export function createService(deps: ServiceDeps): Service {
  const { home, store, log, counters, now } = deps;
  const background = createBackground((error) => {
    counters.count("background_error");
    log.error("work in the background failed", { error });
  });
  const projects = new Map<string, string>();
  const runtime = new HookRuntime({ env: processEnv, log: toHookLog(log), count: counters.count });
  const userHooks = new UserHooks({ home, trust: new TrustBook(trustFile(home.dir)), runtime });
  const sessionProject = createSessionProjects({ store, projectOf, fallback: home.dir });

  const live: DispatchDeps = {
    isOff: (input) => sessionIsOff(input, home, now),
    commit: async (input, call) => {
      const cwd = input.cwd ?? "";
      await store.record(toBatch(input, { at: call.at, cwd, project: projectOf(cwd), redact: redactor }));
    },
    handle: (input, call) => handle(input, call, true),
    userHooks: async (input, call, identity) =>
      userHooks.run(input, {
        project: await sessionProject(input),
        waitMs: call.waitMs ?? DEFAULT_WAIT_MS,
        identity,
        words: messagesFor(
          toLocale(call.env.PAWL_LOCALE ?? "") ?? deps.settings.locale ?? localeFrom(processEnv),
        ),
      }),
    once: createOnce(now),
    log,
    count: counters.count,
  };
  /** A spooled event may be one that the daemon did take, but answered too late: the store's keys sort that out. */
  const { userHooks: _, ...withoutHooks } = live;
  const replay: DispatchDeps = {
    ...withoutHooks,
    handle: (input, call) => handle(input, call, false),
    once: { claim: () => true },
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
      later: background.add,
    };
    return handler(input, ctx);
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
        await dispatch({ at, body, env: {} }, replay);
      }).finally(() => {
        draining = undefined;
      });
      return draining;
    },
    endHooks: () => runtime.close(),
    async close() {
      await runtime.close();
      await background.close();
      counters.flush();
      await store.close();
    },
  };
}

/** What scripts print is for their author (`pawl hooks test`), not for Pawl's log. */
function toHookLog(log: Log): HookLog {
  return (level, message, fields) => {
    if (level !== "debug") log[level](message, fields);
  };
}

/** A session that starts or goes on without `PAWL_OFF` counts again from here: its hooks would not come otherwise. */
function sessionIsOff(input: HookInput, home: Home, now: Clock): boolean {
  if (input.event === "SessionStart" || input.event === "UserPromptSubmit") {
    markOn(home.off, input.sessionId, now());
    return false;
  }
  return isSessionOff(home.off, input.sessionId);
}
