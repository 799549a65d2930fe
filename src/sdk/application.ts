/**
 * A conversation with Claude on the Agent SDK, with the project's hooks and Pawl's memory. The SDK does not
 * deliver three of the twelve events (session start, session end, notifications): they are fired here.
 */
import type { CanUseTool, Query } from "@anthropic-ai/claude-agent-sdk";
import type { HookNeeds } from "../clients/settings/entries.ts";
import type { Hook } from "../hooks/config/hooks.ts";
import { projectSource, readConfig } from "../hooks/config/read.ts";
import { createEvaluate } from "../hooks/evaluate.ts";
import { hookNeeds } from "../hooks/hook-needs.ts";
import { systemClock } from "../platform/clock.ts";
import { deferred } from "../platform/deferred.ts";
import { type Env, processEnv } from "../platform/env.ts";
import { PawlError, toMessage } from "../platform/errors.ts";
import { pawlHome } from "../platform/paths.ts";
import { readClientHooks, readClientSettings, readInstructions } from "./client-settings.ts";
import { ConfigManager, type ProjectConfig } from "./config-manager.ts";
import { FiredEvents } from "./fired-events.ts";
import { HookManager } from "./hook-manager.ts";
import { InputQueue } from "./input-queue.ts";
import { MemoryFeed } from "./memory-feed.ts";
import { joinHooks, MessageRouter } from "./message-router.ts";
import { Session } from "./session.ts";
import { type TurnEvent, TurnReader } from "./turn-events.ts";
import { consoleLog, type Log, type QueryOptions } from "./types.ts";

export interface ApplicationOptions {
  cwd: string;
  model?: string | undefined;
  /** The session to continue. */
  resume?: string | undefined;
  /** The environment of the client and of hooks. */
  env?: Env;
  log?: Log;
  count?: (name: string) => void;
  /** Whether to send events to Pawl's daemon and inject its context. Default: true. */
  memory?: boolean;
  /** Events and time limits of the user's own hooks, which run in Pawl's daemon. Default: of `.claude/pawl.json`. */
  needs?: HookNeeds;
  /** Answers permission requests that no rule decides; without it such calls are denied. */
  canUseTool?: CanUseTool | undefined;
  allowedTools?: readonly string[];
  /** Called once if the project has hooks. By default they run: the author of a program knows its project. */
  trust?: (config: ProjectConfig) => Promise<boolean>;
  /** Called at once with messages from hooks to the user; without it, they arrive as events of the turn. */
  onNotice?: (text: string) => void;
  /** Path of another Claude Code than the SDK's own. */
  executable?: string | undefined;
  /** More of the SDK's own options: permissionMode, mcpServers, systemPrompt, hooks of the program … */
  options?: Partial<QueryOptions> | undefined;
  /** Also run the hooks of the user's and the local settings, and read CLAUDE.md, as Claude Code does. */
  clientSettings?: boolean;
}

/** After this much silence, a person wants to know the reason. */
const SILENT_MS = 8000;
const MOST_SAID = 200;

async function isSilent(next: Promise<unknown>, ms: number): Promise<boolean> {
  const over = deferred<boolean>();
  const timer = setTimeout(() => over.resolve(true), ms);
  const answered = () => false;
  const silent = await Promise.race([next.then(answered, answered), over.promise]);
  clearTimeout(timer);
  return silent;
}

export class Application {
  private readonly env: Env;
  private readonly log: Log;
  private readonly reader = new TurnReader();
  private input = new InputQueue();
  private query: Query | undefined;
  private parts: Parts | undefined;
  private interrupted = false;

  constructor(private readonly options: ApplicationOptions) {
    this.env = options.env ?? processEnv;
    this.log = options.log ?? consoleLog;
  }

  /** In this order: configuration, hook manager, loaded hooks, router. Then the session starts. */
  async start(): Promise<Session> {
    const { cwd, model, resume, executable, canUseTool, allowedTools, count, trust } = this.options;
    const { env, log } = this;
    const config = await new ConfigManager(cwd, log).loadProjectConfig();
    const { file, hookScriptPaths } = config;
    log("debug", "Read the project's configuration", { file });
    const hookManager = new HookManager({
      projectDir: cwd,
      hookScriptPaths,
      file,
      log,
      env,
      evaluate: createEvaluate({ env, executable }),
      count,
    });
    const shared = await this.sharedHooks();
    const runsShared = this.options.memory === false && shared.length > 0;
    const hasHooks = config.hooks !== undefined || runsShared;
    const trusted = !hasHooks || trust === undefined || (await trust(config));
    hookManager.loadHooks(trusted ? config.hooks : undefined);
    // With Pawl's daemon they run there, for every client.
    if (trusted && runsShared) hookManager.addHooks(shared);
    if (this.options.clientSettings === true)
      hookManager.addHooks(readClientHooks({ cwd, env, trusted, log }));
    log("debug", "Loaded hooks", { hooks: hookManager.hooks.length });
    const session = new Session({ cwd, config, env, model, resume });
    const fired = new FiredEvents(session, hookManager, this.feed(hookNeeds(shared)), this.notice);
    const router = new MessageRouter(hookManager, {
      env,
      executable,
      allowedTools,
      canUseTool: canUseTool === undefined ? undefined : fired.announced(canUseTool),
      settings: readClientSettings({ cwd, env, trusted, log }),
      options: this.options.options,
      instructions:
        this.options.clientSettings === true ? readInstructions({ cwd, env, trusted }) : undefined,
      extraHooks: joinHooks(fired.feed?.hooks(), fired.contextHooks()),
      decorate: (hooks) => fired.decorate(hooks),
    });
    log("debug", "Created the message router");
    // Only what the user can fix. Warnings about TypeScript-only events do not matter here, and the daemon reports
    // an old hooks.json.
    for (const { level, path, message } of config.findings) {
      if (level === "error" || (path === "" && fired.feed === undefined)) this.notice(message);
    }
    this.parts = { session, hookManager, router, fired };
    await fired.sessionStart();
    return session;
  }

  /** The hooks of `.claude/pawl.json`, the one file that serves `claude`, Codex and programs alike. */
  private async sharedHooks(): Promise<readonly Hook[]> {
    const { config, findings } = readConfig(projectSource(this.options.cwd));
    if (this.options.memory === false)
      for (const { file, message } of findings) this.log("warn", `${file}: ${message}`);
    return config.hooks;
  }

  get session(): Session {
    return this.started().session;
  }

  /**
   * One turn: the user's message and all events until Claude has finished. Never rejects because of errors in the
   * turn.
   */
  async *send(prompt: string): AsyncGenerator<TurnEvent, void> {
    const { fired } = this.started();
    this.interrupted = false;
    let heard = false;
    try {
      const query = await this.open();
      this.input.push(prompt);
      for (;;) {
        const next = query.next();
        if (!heard && (await isSilent(next, SILENT_MS))) {
          heard = true;
          yield {
            type: "notice",
            text: `No answer from the API for ${SILENT_MS / 1000} s. Still waiting; Ctrl-C stops.`,
          };
        }
        const { value: message, done } = await next;
        heard ||= message?.type === "stream_event" || message?.type === "assistant";
        for (const text of this.notices.splice(0)) yield { type: "notice", text };
        if (done === true) break;
        fired.follow(message);
        for (const event of this.reader.read(message)) {
          if (event.type === "notice" && this.isRepeated(event.text)) continue;
          yield event.type === "end" && this.interrupted
            ? { type: "end", ok: true, error: undefined }
            : event;
          if (event.type === "end") return;
        }
      }
      yield this.lost("Claude Code ended before it was done");
    } catch (error) {
      if (error instanceof PawlError) throw error;
      yield this.lost(toMessage(error));
    }
  }

  /** Ends the turn, not the conversation. */
  async interrupt(): Promise<void> {
    this.interrupted = true;
    await this.query?.interrupt();
  }

  /** Stops the client in the middle of a turn; the turn's events end with it. */
  abandon(): void {
    this.interrupted = true;
    this.query?.close();
  }

  /** For things that need a person's attention, such as Claude waiting for them. */
  notify(type: string, message: string): void {
    this.parts?.fired.notify(type, message);
  }

  /** Ends the session; when it returns, SessionEnd hooks have run. */
  async close(reason = "other"): Promise<void> {
    this.input.end();
    this.query?.close();
    this.query = undefined;
    const parts = this.parts;
    this.parts = undefined;
    if (parts === undefined) return;
    await parts.fired.sessionEnd(reason);
    await parts.hookManager.close();
  }

  private readonly notices: string[] = [];
  /** To the listener, if there is one, otherwise as an event of the turn. */
  private readonly notice = (text: string): void => {
    this.said.add(text);
    if (this.said.size > MOST_SAID) this.said.clear();
    if (this.options.onNotice === undefined) this.notices.push(text);
    else this.options.onNotice(text);
  };

  private readonly said = new Set<string>();

  /** The client repeats what a hook says ("PostToolUse:Bash says: …"); it was shown when the hook said it. */
  private isRepeated(text: string): boolean {
    const says = /^\S+ (?:says|hook \w+): ([\s\S]*)$/.exec(text)?.[1];
    return says !== undefined && this.said.has(says);
  }

  private feed(usual: HookNeeds): MemoryFeed | undefined {
    if (this.options.memory === false) return undefined;
    const { env, log } = this;
    const { needs = usual } = this.options;
    return new MemoryFeed({ home: pawlHome(env), env, now: systemClock, log, needs });
  }

  private async open(): Promise<Query> {
    const { router, session } = this.started();
    this.query ??= await router.open(session, this.input);
    return this.query;
  }

  /** The client has exited; the next message starts another one that continues the session. */
  private lost(why: string): TurnEvent {
    this.query?.close();
    this.query = undefined;
    this.input.end();
    this.input = new InputQueue();
    this.started().session.resumed = true;
    return { type: "end", ok: this.interrupted, error: this.interrupted ? undefined : why };
  }

  private started(): Parts {
    if (this.parts === undefined) {
      throw new PawlError("not_started", "The application has not been started", {
        hint: "Call start() first.",
      });
    }
    return this.parts;
  }
}

interface Parts {
  session: Session;
  hookManager: HookManager;
  router: MessageRouter;
  fired: FiredEvents;
}
