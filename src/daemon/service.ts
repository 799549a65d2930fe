/** The daemon's parts, put together. Everything that a route needs is here. */

import { PawlError } from "../errors.ts";
import { type EventHandler, type EventContext, eventHandlers, learnFrom, summarize } from "../events/index.ts";
import type { Settings } from "../hooks/config/schema.ts";
import { createEvaluate } from "../hooks/evaluate.ts";
import { createRules } from "../hooks/permission-rules.ts";
import { HookRuntime } from "../hooks/runtime.ts";
import { TrustStore, trustFile } from "../hooks/trust.ts";
import { UserHooks } from "../hooks/user-hooks.ts";
import { chooseMessages } from "../locale/index.ts";
import type { Messages } from "../locale/messages.ts";
import { toBatch } from "../memory/records/batch.ts";
import type { RecordBatch } from "../memory/records/records.ts";
import { redactor } from "../memory/redact/redactor.ts";
import { clientAccess } from "../model/access.ts";
import { createWriteSummary, type WriteSummary } from "../model/write-summary.ts";
import { createOnce } from "../pipeline/once.ts";
import { createReplay } from "../pipeline/replay.ts";
import { type DispatchDeps, dispatch, type HookCall } from "../pipeline/run.ts";
import type { Clock } from "../platform/clock.ts";
import { formatTime } from "../platform/clock.ts";
import type { Counters, Counts } from "../platform/counters.ts";
import { processEnv } from "../platform/env.ts";
import { DEFAULT_WAIT_MS } from "../platform/hook-request.ts";
import type { Log } from "../platform/log.ts";
import { isMachineOff, offSpans } from "../platform/off.ts";
import { claudeConfigDir, type Home } from "../platform/paths.ts";
import { createProjectOf } from "../platform/project-of.ts";
import type { HookEventName, HookInput, HookOutput, InputOf, KnownInput, Reply } from "../protocol/index.ts";
import { createBackground } from "../services/background.ts";
import { projectNotes } from "../services/context/project-notes.ts";
import { createCatchUps } from "../services/import/catch-up.ts";
import { createUpkeep, type Upkeep } from "../services/import/upkeep.ts";
import { createLiveHub, type LiveHub } from "../services/live/live.ts";
import { toLiveEvent, toTitle, withLiveErrors } from "../services/live/live-events.ts";
import { takeNotice } from "../services/notice.ts";
import { createPermissions } from "../services/permissions.ts";
import { createKnowledgeService } from "../services/recall/knowledge.ts";
import { type Muted, openMuted } from "../services/recall/muted.ts";
import { createEmbeddings, type Embeddings } from "../services/search/embeddings.ts";
import { createIndexing } from "../services/search/indexing.ts";
import { createLineages } from "../services/sessions/lineages.ts";
import { createSessionMemory } from "../services/sessions/session-notes.ts";
import { sessionIsOff } from "../services/sessions/session-off.ts";
import { createSessionProjects } from "../services/sessions/session-projects.ts";
import { type Daily, openDaily } from "../services/statistics/daily.ts";
import { createHookRuns, type HookRuns, toHookLog } from "../services/statistics/hook-runs.ts";
import { createSummaries, type Summaries } from "../services/summary/summaries.ts";
import { openSummaryJobs } from "../services/summary/summary-jobs.ts";
import { createContinuity } from "../services/workflow/continuity.ts";
import { workflowRoot } from "../services/workflow/workflow-files.ts";
import type { Store } from "../store/store.ts";

export interface ServiceDeps {
  home: Home;
  store: Store;
  log: Log;
  counters: Counters;
  now: Clock;
  settings: Settings;
  /** Claude Code's own folder. */
  claudeDir?: string;
  /** The account's variables, for Pawl's own calls to a model; see `platform/model-access`. */
  modelEnv?: Readonly<Record<string, string>>;
  /** Who writes summaries where the user wants a model to; default: the Agent SDK. */
  writeSummary?: WriteSummary;
  /** SQLite has found its file damaged. */
  onDamage?(): void;
}

export interface Service {
  readonly store: Store;
  /** The same object for the daemon's life: what the page changes is written into it. */
  readonly settings: Settings;
  /** For what is said to nobody's session in particular. */
  readonly messages: Messages;
  readonly home: Home;
  readonly live: LiveHub;
  readonly daily: Daily;
  readonly muted: Muted;
  readonly hookRuns: HookRuns;
  readonly startedAt: number;
  now: Clock;
  hook(call: HookCall): Promise<HookOutput>;
  /** Events that found no daemon: recorded as if they had, answered to nobody. */
  drain(): Promise<number>;
  /** Reads back what happened while no daemon ran. */
  catchUp(): Promise<void>;
  upkeep: Upkeep;
  summaries: Summaries;
  embeddings: Embeddings;
  /** Another process (an import) may have stored something. */
  indexSoon(): void;
  count(name: string): void;
  counts(): Counts;
  log: Log;
  /** Ends the user's hooks that run, so that whoever waits for one is answered. No other starts. */
  endHooks(): Promise<void>;
  /** Resolves when nothing runs in the background. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export function createService(deps: ServiceDeps): Service {
  const { home, store, counters, now } = deps;
  const startedAt = now();
  const hub = createLiveHub(startedAt.toString(36));
  const log = withLiveErrors(deps.log, hub, now);
  const daily = openDaily(home.daily, now);
  const muted = openMuted(home.muted);
  const claudeDir = deps.claudeDir ?? claudeConfigDir();
  const watch = (error: unknown) => {
    if (error instanceof PawlError && error.code === "store_corrupt") deps.onDamage?.();
  };
  const onError = (what: string) => (error: unknown) => {
    watch(error);
    counters.count("background_error");
    log.error(what, { error });
  };
  const background = createBackground(onError("work in the background failed"));
  const memory = createSessionMemory(store, redactor.version);
  const root = workflowRoot(deps.settings.workflow.root, home.dir);
  const projectOf = createProjectOf();
  const access = { env: { ...processEnv, ...deps.modelEnv }, settings: () => clientAccess(claudeDir) };
  const hookRuns = createHookRuns();
  const runtime = new HookRuntime({
    env: processEnv,
    log: toHookLog(log),
    count: counters.count,
    evaluate: createEvaluate(access),
    onRun: (run) => hookRuns.add(run.id, { ...run, at: now() }),
  });
  const userHooks = new UserHooks({ home, trust: new TrustStore(trustFile(home.dir)), runtime });
  const rules = createRules(createPermissions(home, deps.settings));
  const wordsFor = ({ sessionId }: HookInput, env: HookCall["env"]) =>
    chooseMessages({ ...memory.env(sessionId), ...env }, deps.settings.locale);
  const lineages = createLineages(store);
  const sessionProject = createSessionProjects({ store, projectOf, fallback: home.dir });

  const indexing = createIndexing(store, onError("new records could not be indexed"));
  const indexSoon = () => {
    indexing.soon();
    embeddings.soon();
  };
  const ownMessages = chooseMessages({}, deps.settings.locale);
  const reading = {
    store,
    redact: redactor,
    projectOf,
    offSpans: (sessionId: string) => offSpans(home.off, sessionId),
    now,
    log,
  };
  const problem = onError("embeddings could not be made");
  const embeddings = createEmbeddings({
    ...reading,
    settings: deps.settings,
    dir: home.dir,
    onError: problem,
  });
  const knowledge = createKnowledgeService({ store, settings: deps.settings, similar: embeddings.similar });
  const learn = async (sessionId: string) => {
    await learnFrom(store, sessionId, { at: now(), redaction: redactor.version });
  };
  const upkeep = createUpkeep({ ...reading, home, claudeDir, learn });
  const catchUps = createCatchUps({
    ...reading,
    onAdded: async (sessionId) => {
      // What a model wrote is not replaced by what was extracted: the model is asked once more.
      if (!summaries.again(sessionId)) {
        await summarize(store, sessionId, now(), redactor.version, ownMessages);
      }
      await learn(sessionId);
    },
  });

  const summaries = createSummaries({
    ...reading,
    settings: deps.settings,
    jobs: openSummaryJobs(home.summaryJobs),
    count: counters.count,
    write: deps.writeSummary ?? createWriteSummary(access),
  });

  const live: DispatchDeps = {
    isOff: (input) => isMachineOff(home.off) || sessionIsOff(input, home, now),
    commit: async (input, call) => {
      const store = async () => hub.publish(toLiveEvent(input, await commit(input, call)));
      // Only announces a call, for which the client waits; the call itself is stored before its answer is out.
      if (input.event === "PreToolUse") background.add(store, CALL_MS);
      else await store();
      await memory.saw(input, call.env, session(input, call));
    },
    handle: (input, call) => handle(input, call, true),
    userHooks: async (input, call, identity) =>
      userHooks.run(input, {
        project: await sessionProject(input),
        waitMs: call.waitMs ?? DEFAULT_WAIT_MS,
        identity,
        words: wordsFor(input, call.env),
      }),
    rules: (input, call) => rules(input, wordsFor(input, call.env)),
    once: createOnce(now),
    log,
    count: counters.count,
  };
  const drain = createReplay({
    home,
    commit,
    handle: (input, call) => handle(input, call, false),
    log,
    count: counters.count,
  });

  async function commit(input: HookInput, call: HookCall, promptMark?: string): Promise<RecordBatch> {
    const cwd = input.cwd ?? "";
    const batch = toBatch(input, { at: call.at, cwd, project: projectOf(cwd), redact: redactor, promptMark });
    try {
      await store.record(batch);
    } catch (error) {
      watch(error);
      throw error;
    }
    indexSoon();
    const { sessionId, transcriptPath } = input;
    if (transcriptPath === undefined) return batch;
    if (input.event === "SessionStart") await lineages.started(input, call.at);
    // Stop and SessionEnd do so themselves: their summaries come after it.
    if (FOLLOWED.has(input.event)) background.add(() => catchUps.session(sessionId, transcriptPath));
    return batch;
  }

  const session = (input: Pick<HookInput, "sessionId" | "cwd">, call: HookCall) => {
    const cwd = input.cwd ?? "";
    return { id: input.sessionId, project: projectOf(cwd), cwd, at: call.at };
  };

  async function handle<E extends HookEventName>(
    input: InputOf<E>,
    call: HookCall,
    injected: boolean,
  ): Promise<Reply> {
    const handler = eventHandlers[input.event] as EventHandler<E> | undefined;
    if (handler === undefined) return {};
    // Not the folder of the moment: a session that has gone elsewhere is still about what it started in.
    const project = input.cwd === undefined ? "" : await sessionProject(input as KnownInput);
    const env = { ...memory.env(input.sessionId), ...call.env };
    const messages = chooseMessages(env, deps.settings.locale);
    // `context` shows the user nothing; its neighbour `user-message` does.
    const isShown = injected && input.event === "SessionStart" && call.name !== "context";
    const notice = isShown ? takeNotice(home) : undefined;
    // S4.2: `user-message` repeats what `context` did, only to show it.
    const isWriter = injected && call.name !== "user-message";
    let own: ReturnType<EventContext["own"]> | undefined;
    const ctx: EventContext = {
      store,
      at: call.at,
      project,
      contextTokens: deps.settings.context.tokens,
      projectNotes: () => projectNotes(project, env, messages),
      isMuted: muted.has,
      formatTime,
      redaction: redactor.version,
      ledger: async (event, block) => {
        if (!isWriter) return;
        const { text, tokens, sources } = block;
        await store.addInjection({ sessionId: input.sessionId, event, at: call.at, text, tokens, sources });
        const memories = sources.filter(({ type }) => type === "memory").map(({ uri }) => uri);
        if (memories.length > 0) await store.touchMemories(project, memories, call.at);
        const { sessionId } = input;
        hub.publish({
          type: "injection",
          event,
          sessionId,
          project,
          at: call.at,
          title: toTitle(text),
          tokens,
        });
      },
      messages,
      continuity: createContinuity({
        session: session(input, call),
        messages,
        root,
        own: deps.settings.workflow.own,
        claudeDir,
        env: call.env,
        memory,
        log,
        count: counters.count,
        later: background.add,
        isSaid: injected && call.name !== "context",
        isWriter,
      }),
      knowledge: knowledge(project),
      own: () => {
        own ??= lineages.of(input);
        return own;
      },
      catchUp: (withinMs) => catchUpWith(input.sessionId, input.transcriptPath, withinMs),
      later: background.add,
    };
    const reply: Reply = await handler(input, ctx);
    if (input.event === "SessionStart") embeddings.warm(project);
    if (input.event === "SessionEnd") summaries.ended(input.sessionId);
    if (input.event === "UserPromptSubmit") summaries.goesOn(input.sessionId);
    if (notice === undefined) return reply;
    return { ...reply, message: reply.message === undefined ? notice : `${notice}\n${reply.message}` };
  }

  async function catchUpWith(sessionId: string, path: string | undefined, withinMs?: number): Promise<void> {
    if (path === undefined) return;
    const work = catchUps.session(sessionId, path);
    if (withinMs === undefined) return work;
    // Owned by the background from here on: a failure is told there, and the daemon does not leave before it ends.
    background.add(() => work);
    await Promise.race([work.catch(() => undefined), Bun.sleep(withinMs)]);
  }

  return {
    store,
    settings: deps.settings,
    messages: ownMessages,
    now,
    log,
    count: counters.count,
    counts: counters.all,
    home,
    live: hub,
    daily,
    muted,
    hookRuns,
    startedAt,
    async hook(call) {
      const began = performance.now();
      const output = await dispatch(call, live);
      const ms = performance.now() - began;
      daily.answered(ms);
      hub.publish({ type: "answered", at: call.at, ms: Number(ms.toPrecision(3)) });
      return output;
    },
    drain,
    catchUp: catchUps.recent,
    indexSoon,
    upkeep,
    summaries,
    embeddings,
    endHooks: () => runtime.close(),
    idle: background.close,
    async close() {
      await runtime.close();
      await upkeep.close();
      await summaries.close();
      await embeddings.close();
      await background.close();
      await indexing.close();
      counters.flush();
      daily.flush();
      await store.close();
    },
  };
}

/** A short call is over by then, and its result was not kept waiting. */
const CALL_MS = 100;

/** After these, what the transcript has is looked at while nobody waits. */
const FOLLOWED: ReadonlySet<string> = new Set(["SessionStart", "UserPromptSubmit", "SubagentStop"]);
