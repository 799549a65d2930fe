/**
 * Sends the events of an Agent SDK session to the daemon, as `pawl hook` does for the client, and returns the
 * replies. So the session is recorded once, gets its context, and runs the user's own hooks.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { type HookEventName, PAWL_EVENTS } from "../clients/index.ts";
import type { HookNeeds } from "../clients/settings/entries.ts";
import { refuseWithoutDaemon } from "../hooks/gates-without-daemon.ts";
import type { Clock } from "../platform/clock.ts";
import { readDaemonInfo, startDaemon } from "../platform/daemon-process.ts";
import { type Env, isOff } from "../platform/env.ts";
import { readIfThere } from "../platform/files.ts";
import { HOOK_ENV_HEADER, HOOK_WAIT_HEADER, SESSION_ENV } from "../platform/hook-request.ts";
import { markOff } from "../platform/off.ts";
import type { Home } from "../platform/paths.ts";
import { addToSpool } from "../platform/spool.ts";
import { redactJson } from "../redact/index.ts";
import type { Log, SDKHookInput, SDKHookOutput, SDKHooks } from "./types.ts";

interface FeedOptions {
  home: Home;
  env: Env;
  now: Clock;
  log: Log;
  /** Needs of the user's own hooks, which run in the daemon: more events, and more time. */
  needs?: HookNeeds | undefined;
  /** Total time, including the daemon's start: a person is waiting. */
  patienceMs?: number;
}

const PATIENCE_MS = 2000;
/** Margin between the daemon's deadline and ours, and between ours and the SDK's. */
const MARGIN_MS = 500;
const RETRY_MS = 25;

export class MemoryFeed {
  constructor(private readonly options: FeedOptions) {}

  /** One callback per event. */
  hooks(): SDKHooks {
    const events = new Set([...PAWL_EVENTS, ...(this.options.needs?.keys() ?? [])]);
    // A hook on WorktreeCreate takes over the creation and must return a path.
    events.delete("WorktreeCreate");
    const inject = (input: SDKHookInput) => this.report(input);
    const matcherOf = (event: HookEventName) => ({
      hooks: [inject],
      timeout: Math.ceil((this.waitOf(event) + this.patienceMs + MARGIN_MS) / 1000),
    });
    return Object.fromEntries([...events].map((event) => [event, [matcherOf(event)]]));
  }

  /** Never rejects. Without a daemon, the event goes to the spool and the session continues. */
  async report(input: SDKHookInput): Promise<SDKHookOutput> {
    const { env, home, now, log, needs } = this.options;
    try {
      // A session that Pawl itself started must not feed Pawl. It is skipped like a session with Pawl switched off.
      if (env.PAWL_GUARD !== undefined || isOff(env)) {
        const { hook_event_name: event, session_id: session } = input;
        if (event === "SessionStart" || event === "UserPromptSubmit") markOff(home.off, session, now());
        return {};
      }
      const body = JSON.stringify(input);
      const event: HookEventName = input.hook_event_name;
      const answer = await this.ask(body, this.waitOf(event));
      if (answer !== undefined) return answer;
      addToSpool(home.spool, now(), JSON.stringify(redactJson(JSON.parse(body))));
      if (needs?.get(event)?.gate === true) return (await refuseWithoutDaemon(home, input)) as SDKHookOutput;
    } catch (error) {
      log("error", "Could not send an event to Pawl", { event: input.hook_event_name, error });
    }
    return {};
  }

  private get patienceMs(): number {
    return this.options.patienceMs ?? PATIENCE_MS;
  }

  /** How long a reply may take once the daemon has the event. */
  private waitOf(event: HookEventName): number {
    const seconds = this.options.needs?.get(event)?.seconds ?? 0;
    return seconds === 0 ? this.patienceMs : Math.max(this.patienceMs, seconds * 1000 + MARGIN_MS);
  }

  private async ask(body: string, waitMs: number): Promise<SDKHookOutput | undefined> {
    const { home, env, now } = this.options;
    const deadline = now() + this.patienceMs;
    let started = false;
    for (let left = this.patienceMs; left > 0; left = deadline - now()) {
      const answer = await this.post(body, Math.max(left, waitMs));
      if (answer === "silent") return undefined;
      if (answer !== "absent") return answer;
      if (!started) startDaemon(home, env);
      started = true;
      await sleep(RETRY_MS);
    }
    return undefined;
  }

  private async post(body: string, withinMs: number): Promise<SDKHookOutput | "absent" | "silent"> {
    const { home, env } = this.options;
    const daemon = readDaemonInfo(home);
    const token = readIfThere(home.token)?.trim();
    if (daemon === undefined || token === undefined) return "absent";
    const values = SESSION_ENV.flatMap((name) => (env[name] ? [[name, env[name]]] : []));
    try {
      const response = await fetch(`http://127.0.0.1:${daemon.port}/hook`, {
        method: "POST",
        body,
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
          [HOOK_WAIT_HEADER]: String(Math.max(1, withinMs - MARGIN_MS)),
          [HOOK_ENV_HEADER]: encodeURIComponent(JSON.stringify(Object.fromEntries(values))),
        },
        signal: AbortSignal.timeout(withinMs),
      });
      if (response.ok) return (await response.json()) as SDKHookOutput;
      // 413 concerns this event only. Any other status comes from another program, or from a daemon that is shutting down.
      return response.status === 413 ? {} : "absent";
    } catch (error) {
      return error instanceof DOMException && error.name === "TimeoutError" ? "silent" : "absent";
    }
  }
}
