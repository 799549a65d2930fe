/** The user's own hooks in the daemon: selects the active ones, runs each event once, and reports problems to the user. */
import type { KnownInput, Reply } from "../clients/index.ts";
import { mergeReplies } from "../clients/merge-replies.ts";
import type { messagesFor } from "../locale/index.ts";
import type { ModelAccess } from "../model/ask-model.ts";
import { processEnv } from "../platform/env.ts";
import { toMessage } from "../platform/errors.ts";
import { Lru } from "../platform/lru.ts";
import type { Home } from "../platform/paths.ts";
import { findOldHooks } from "./config/read.ts";
import type { Settings } from "./config/schema.ts";
import { createEvaluate } from "./evaluate.ts";
import { closedGates, detourRefusal, isGate, keepIndex, keptGates, lostUserGates } from "./gates.ts";
import { hookNeeds, settingsFilesOf, unsentEvents } from "./hook-needs.ts";
import { createRules, readRules } from "./permission-rules.ts";
import { HookLoader, type ProjectHooks } from "./project-hooks.ts";
import { runHooks } from "./run-hooks.ts";
import { HookRuntime, type RuntimeOptions } from "./runtime.ts";
import { realDir, type TrustState, TrustStore, trustFile } from "./trust.ts";

type Messages = ReturnType<typeof messagesFor>;

interface UserHooksOptions {
  home: { dir: string; config: string };
  trust: TrustStore;
  runtime: HookRuntime;
}

interface HookOccasion {
  project: string;
  /** Maximum time that the client waits for the answer. */
  waitMs: number;
  /** The same for one event from two registered hooks. */
  identity: string;
  /** The variables of the session's terminal; only some events have them. */
  terminal?: Readonly<Record<string, string>> | undefined;
  /** Ignores hooks that are not gates, and shows no messages. */
  gatesOnly?: boolean;
  /** Claude Code's folder: its settings tell which events it sends. Absent for another client. */
  claudeDir?: string;
  /** Called only if there is a message. */
  words(): Messages;
}

/**
 * Two hooks of the client (from the plugin and the installation) send one event at the same moment. A real repetition, such
 * as a second Stop with the same text, has a model's answer in between.
 */
const TWIN_MS = 1000;

export class UserHooks {
  readonly loader: HookLoader;
  private readonly runs = new Map<string, Promise<Reply>>();
  /** Sessions that have received the message. */
  private readonly injected = new Lru<string, true>(1000);
  private readonly logged = new Lru<string, true>(1000);
  private readonly terminals = new Lru<string, Readonly<Record<string, string>>>(100);

  constructor(private readonly options: UserHooksOptions) {
    const { home, trust } = options;
    this.loader = new HookLoader(home, trust, keepIndex(home, trust));
  }

  async run(input: KnownInput, occasion: HookOccasion): Promise<Reply> {
    const twin = this.runs.get(occasion.identity);
    // Its hooks run once and its messages are shown once, but a refusal goes to both.
    if (twin !== undefined) return decisionOf(await twin);
    const run = this.runOnce(input, occasion).catch((error) =>
      this.refuseAll(input, occasion.project, error),
    );
    this.runs.set(occasion.identity, run);
    const forget = () => setTimeout(() => this.runs.delete(occasion.identity), TWIN_MS).unref();
    run.then(forget, forget);
    return run;
  }

  private async runOnce(input: KnownInput, occasion: HookOccasion): Promise<Reply> {
    const { project, waitMs, gatesOnly = false } = occasion;
    const { runtime } = this.options;
    const env = this.terminalOf(input.sessionId, occasion.terminal);
    const all = await this.loader.load(project);
    const loaded = gatesOnly ? { ...all, hooks: all.hooks.filter(isGate) } : all;
    if (loaded.findings.length > 0) this.logFindings(loaded);
    const folders = { projectDir: project, pluginRoot: env?.CLAUDE_PLUGIN_ROOT };
    const ask = () => runHooks(input, loaded.hooks, folders, runtime, { waitMs, env });
    const { reply } = loaded.hooks.length === 0 ? { reply: {} } : await ask();
    const closed = this.closed(input, project, loaded);
    const message =
      input.event === "SessionStart" && !gatesOnly ? this.notice(input.sessionId, loaded, occasion) : "";
    return mergeReplies([
      { name: "Pawl", reply: message === "" ? closed : { ...closed, message } },
      { name: "hooks", reply },
    ]).reply;
  }

  /** Kept in memory only, as it may hold secrets. A session sends it again with its next prompt to a new daemon. */
  private terminalOf(
    sessionId: string,
    given: Readonly<Record<string, string>> | undefined,
  ): Readonly<Record<string, string>> | undefined {
    if (given !== undefined) this.terminals.set(sessionId, given);
    return given ?? this.terminals.get(sessionId);
  }

  /** Hooks could not be read: the gates in the index refuse, everything else fails as before. */
  private refuseAll(input: KnownInput, project: string, error: unknown): Reply {
    const { home } = this.options;
    const gates = [...lostUserGates(home), ...keptGates(home.dir, realDir(project), undefined)];
    const reply = closedGates(input, gates, project, `Pawl could not read its hooks: ${toMessage(error)}`);
    if (Object.keys(reply).length === 0) throw error;
    this.options.runtime.options.log("error", "Hooks could not be read", { error: toMessage(error) });
    return reply;
  }

  /** Refusals of the gates that cannot run. */
  private closed(input: KnownInput, project: string, { hooks, shut }: ProjectHooks): Reply {
    const gates = [...hooks.filter(isGate), ...shut.flatMap((each) => each.gates)];
    const replies = shut.map((each) => closedGates(input, each.gates, project, each.why));
    const all = [detourRefusal(input, gates, project), ...replies];
    return mergeReplies(all.map((reply) => ({ name: "gates", reply }))).reply;
  }

  /** Once per session, one line each. */
  private notice(sessionId: string, loaded: ProjectHooks, occasion: HookOccasion): string {
    const { project, claudeDir } = occasion;
    if (this.injected.get(sessionId)) return "";
    this.injected.set(sessionId, true);
    const errors = loaded.findings.filter(({ level }) => level === "error").length;
    const hasOld = findOldHooks(project) !== undefined;
    const unsent =
      loaded.hooks.length === 0 || claudeDir === undefined
        ? []
        : unsentEvents(hookNeeds(loaded.hooks), settingsFilesOf(claudeDir, project));
    if (loaded.trust.state === "empty" && errors === 0 && unsent.length === 0 && !hasOld) return "";
    const words = occasion.words();
    const lines = [toTrustLine(loaded.trust, loaded.projectHooks.length, words)];
    if (errors > 0) lines.push(words.hooks.mistakes(errors, "pawl hooks validate"));
    if (unsent.length > 0) lines.push(words.hooks.unsent(unsent.join(", "), "pawl install"));
    if (hasOld) lines.push(words.notices.hooksJson(".claude/hooks.json", "pawl hooks migrate"));
    return lines.filter((line) => line !== "").join("\n");
  }

  private logFindings({ findings }: ProjectHooks): void {
    for (const { file, message, level } of findings) {
      const key = `${file}\0${message}`;
      if (this.logged.get(key)) continue;
      this.logged.set(key, true);
      if (level === "error") this.options.runtime.options.count("hooks.invalid");
      this.options.runtime.options.log("warn", "A hook is not used as it is written", {
        file,
        problem: message,
      });
    }
  }
}

function toTrustLine(trust: TrustState, hooks: number, words: Messages): string {
  const command = "pawl hooks trust";
  if (trust.state === "unknown") return words.hooks.untrusted(hooks, command);
  if (trust.state === "changed") return words.hooks.changed(trust.changes.join(", "), command);
  return "";
}

function decisionOf(reply: Reply): Reply {
  const said = Object.entries(reply).filter(([part]) => /^(?:deny|ask|block|stop)$/.test(part));
  return Object.fromEntries(said.filter(([, value]) => value !== undefined));
}

interface UserHooksDeps extends Pick<RuntimeOptions, "log" | "count" | "onRun"> {
  home: Home;
  settings: Settings;
  access: ModelAccess;
}

/** The user's own hooks and rules as one service of the daemon: runtime, trust, and the rules of `config.json`. */
export function createUserHooks({ home, settings, access, ...options }: UserHooksDeps) {
  const runtime = new HookRuntime({ env: processEnv, evaluate: createEvaluate(access), ...options });
  return {
    runtime,
    hooks: new UserHooks({ home, trust: new TrustStore(trustFile(home.dir)), runtime }),
    rules: createRules(readRules(home, settings)),
  };
}
