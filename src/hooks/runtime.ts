/** The context of hooks beyond one event: warm scripts, background work, and which hooks ran once. */

import { setMaxListeners } from "node:events";
import type { KnownInput, Reply } from "../clients/index.ts";
import type { Env } from "../platform/env.ts";
import { Lru } from "../platform/lru.ts";
import type { Evaluate } from "./run/prompt.ts";
import { ScriptHost } from "./run/script.ts";

type LogLevel = "debug" | "info" | "warn" | "error";
export type HookLog = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void;
type Count = (name: string) => void;

interface FinishedRun {
  id: string;
  name: string;
  ms: number;
  error?: string | undefined;
  /** The input and the reply. */
  input: KnownInput;
  reply: Reply;
}

export interface RuntimeOptions {
  /** The surroundings of every child. */
  env: Env;
  log: HookLog;
  count: Count;
  /** Called after every run, so that a listener can count runs. */
  onRun?: ((run: FinishedRun) => void) | undefined;
  /** For `mode: "evaluate"`. */
  evaluate?: Evaluate | undefined;
}

export class HookRuntime {
  readonly scripts: ScriptHost;
  private readonly closing = new AbortController();
  private readonly background = new Set<Promise<unknown>>();
  /** For `once`, by session. */
  private readonly ran = new Lru<string, Set<string>>(1000);

  constructor(readonly options: RuntimeOptions) {
    this.scripts = new ScriptHost({
      env: options.env,
      onOutput: (text) => options.log("info", "A script printed", { text }),
    });
    // Each command of an event listens to it.
    setMaxListeners(0, this.closing.signal);
  }

  /** Fires when the runtime closes. */
  get signal(): AbortSignal {
    return this.closing.signal;
  }

  /** The caller does not wait for this work; `close` does. */
  detach(work: Promise<unknown>): void {
    const owned = work.finally(() => this.background.delete(owned));
    this.background.add(owned);
  }

  /** True the first time in a session. Claimed before the hook runs, so that two simultaneous events cause one run. */
  claimOnce(sessionId: string, hookId: string): boolean {
    const ran = this.ran.get(sessionId) ?? new Set();
    this.ran.set(sessionId, ran);
    if (ran.has(hookId)) return false;
    ran.add(hookId);
    return true;
  }

  forgetSession(sessionId: string): void {
    this.ran.delete(sessionId);
  }

  /** Waits for background work, without ending it. */
  async settle(): Promise<void> {
    while (this.background.size > 0) await Promise.allSettled(this.background);
  }

  /** Ends running work, with all of its processes. */
  async close(): Promise<void> {
    this.closing.abort(new Error("Pawl is closing."));
    await this.scripts.close();
    await this.settle();
  }
}
