/** The user's own hooks in the daemon: which count here and now, each event once, and what the user has to know. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { messagesFor } from "../locale/index.ts";
import type { KnownInput, Reply } from "../protocol/index.ts";
import { mergeReplies } from "../protocol/merge-replies.ts";
import type { Hook } from "./config/hooks.ts";
import { closedGates } from "./gates.ts";
import { HookLoader, type ProjectHooks } from "./project-hooks.ts";
import { runHooks } from "./run-hooks.ts";
import type { HookRuntime } from "./runtime.ts";
import type { TrustState, TrustStore } from "./trust.ts";

type Messages = ReturnType<typeof messagesFor>;

interface UserHooksOptions {
  home: { dir: string; config: string };
  trust: TrustStore;
  runtime: HookRuntime;
}

interface HookOccasion {
  project: string;
  /** How long the client waits for the answer. */
  waitMs: number;
  /** The same for one event that two registered hooks bring. */
  identity: string;
  /** Asked for only where something is said. */
  words(): Messages;
}

/**
 * Two hooks of the client (plugin and installed ones) bring one event in the same moment. A real repetition, such as
 * a second Stop with the same words, has a model's answer in between.
 */
const TWIN_MS = 1000;
const MAX_SESSIONS = 1000;

export class UserHooks {
  private readonly loader: HookLoader;
  private readonly runs = new Map<string, Promise<Reply>>();
  /** Sessions that were told, oldest first. */
  private readonly injected = new Set<string>();
  private readonly logged = new Set<string>();
  /** The project's gates as they were while the user trusted them. */
  private readonly gates = new Map<string, readonly Hook[]>();

  constructor(private readonly options: UserHooksOptions) {
    this.loader = new HookLoader(options.home, options.trust);
  }

  async run(input: KnownInput, occasion: HookOccasion): Promise<Reply> {
    const twin = this.runs.get(occasion.identity);
    // Its hooks run once and its words are said once; but what is refused is refused to both.
    if (twin !== undefined) return decisionOf(await twin);
    const run = this.runOnce(input, occasion);
    this.runs.set(occasion.identity, run);
    const forget = () => setTimeout(() => this.runs.delete(occasion.identity), TWIN_MS).unref();
    run.then(forget, forget);
    return run;
  }

  private async runOnce(input: KnownInput, { project, waitMs, words }: HookOccasion): Promise<Reply> {
    const { runtime } = this.options;
    const loaded = await this.loader.load(project);
    if (loaded.findings.length > 0) this.logFindings(loaded);
    const isQuiet = loaded.hooks.length + loaded.projectHooks.length + loaded.findings.length === 0;
    if (isQuiet && input.event !== "SessionStart") return {};
    const { reply } =
      loaded.hooks.length === 0
        ? { reply: {} }
        : await runHooks(input, loaded.hooks, { projectDir: project }, runtime, { waitMs });
    const closed = this.closed(input, project, loaded);
    const message =
      input.event === "SessionStart" ? this.notice(input.sessionId, project, loaded, words) : "";
    if (message === "" && Object.keys(closed).length === 0) return reply;
    return mergeReplies([
      { name: "Pawl", reply: message === "" ? closed : { ...closed, message } },
      { name: "hooks", reply },
    ]).reply;
  }

  /**
   * A change takes the user's consent away, and with it the gate. Whoever works in the project could open a gate by
   * editing its file, so until the user has looked again the gate stays shut.
   */
  private closed(input: KnownInput, project: string, { trust, projectHooks }: ProjectHooks): Reply {
    if (trust.state === "trusted") this.gates.set(project, projectHooks);
    if (trust.state !== "changed") return {};
    const why = `${trust.changes.join(", ")} changed since you allowed it. Look at it and run: pawl hooks trust`;
    return closedGates(input, this.gates.get(project) ?? projectHooks, why);
  }

  /** Once a session, one line each. */
  private notice(sessionId: string, project: string, loaded: ProjectHooks, toWords: () => Messages): string {
    if (this.injected.has(sessionId)) return "";
    this.injected.add(sessionId);
    const oldest = this.injected.values().next().value;
    if (this.injected.size > MAX_SESSIONS && oldest !== undefined) this.injected.delete(oldest);

    const errors = loaded.findings.filter(({ level }) => level === "error").length;
    const hasOld = hasOldHooks(project);
    if (loaded.trust.state === "empty" && errors === 0 && !hasOld) return "";
    const words = toWords();
    const lines = [toTrustLine(loaded.trust, loaded.projectHooks.length, words)];
    if (errors > 0) lines.push(words.hooks.mistakes(errors, "pawl hooks validate"));
    if (hasOld) lines.push(words.notices.hooksJson(".claude/hooks.json", "pawl hooks migrate"));
    return lines.filter((line) => line !== "").join("\n");
  }

  private logFindings({ findings }: ProjectHooks): void {
    for (const { file, message, level } of findings) {
      const key = `${file}\0${message}`;
      if (this.logged.has(key)) continue;
      if (this.logged.size > MAX_SESSIONS) this.logged.clear();
      this.logged.add(key);
      if (level === "error") this.options.runtime.options.count("hooks.invalid");
      this.options.runtime.options.log("warn", "A hook is not used as it is written", {
        file,
        problem: message,
      });
    }
  }
}

/** S2.12, S2.13: it is never loaded; that it is there is worth a word. */
function hasOldHooks(project: string): boolean {
  return existsSync(join(project, ".claude", "hooks.json"));
}

function toTrustLine(trust: TrustState, hooks: number, words: Messages): string {
  const command = "pawl hooks trust";
  if (trust.state === "unknown") return words.hooks.untrusted(hooks, command);
  if (trust.state === "changed") return words.hooks.changed(trust.changes.join(", "), command);
  return "";
}

function decisionOf({ deny, ask, block, stop }: Reply): Reply {
  return {
    ...(deny === undefined ? {} : { deny }),
    ...(ask === undefined ? {} : { ask }),
    ...(block === undefined ? {} : { block }),
    ...(stop === undefined ? {} : { stop }),
  };
}
