/**
 * Runs script hooks in processes of their own (one per project while all is well), kept warm: a call costs about as
 * much as one to a Worker, and neither `process.exit`, a crash nor memory without end can reach the daemon, which a
 * Worker cannot promise.
 *
 * A call that was not begun is given to a fresh process when the thread is held by another one. When a process ends,
 * calls that were begun in it are tried once more, each in a process of its own; if only one was, it is to blame.
 */
import { deferred } from "../../platform/deferred.ts";
import type { Env } from "../../platform/env.ts";
import { toMessage } from "../../platform/errors.ts";
import { ScriptFiles } from "./script-files.ts";
import { type ScriptCall, ScriptProcess } from "./script-process.ts";

interface ScriptRequest {
  /** Real path, already checked against `hookScriptPaths`. */
  file: string;
  input: unknown;
  toolUseID: string | undefined;
  timeoutMs: number;
  /** The working directory of the script: its project. */
  folder: string;
  /** The caller does not want it any more. */
  signal?: AbortSignal | undefined;
  /** Import it and call nothing: `pawl hooks validate`. */
  onlyLoad?: boolean;
}

export type ScriptResult =
  | { kind: "answer"; value: unknown }
  | { kind: "timeout" }
  | { kind: "failed"; error: string };

interface ScriptHostOptions {
  env: Env;
  /** What a script process may use before it is ended. */
  memoryMB?: number;
  /** An unused process is ended after this. */
  idleMs?: number;
  onOutput?(text: string): void;
}

const PONG_MS = 250;
const BLOCKED_MS = 500;
const MAX_ATTEMPTS = 2;
const STOPPED = "It was stopped: nobody waits for it any more.";

interface Lane {
  process: ScriptProcess;
  idle: ReturnType<typeof setTimeout> | undefined;
}

export class ScriptHost {
  private readonly files = new ScriptFiles();
  private readonly lanes = new Map<string, Lane>();
  private readonly alive = new Set<ScriptProcess>();
  private readonly ends = new Set<Promise<void>>();
  /** Files that ended or held up a process, with the version that did: they get one of their own. */
  private readonly offenders = new Map<string, string>();
  private closed = false;

  constructor(private readonly options: ScriptHostOptions) {}

  /** Never rejects. */
  async run(request: ScriptRequest): Promise<ScriptResult> {
    if (this.closed) return { kind: "failed", error: "Pawl is closing." };
    const result = deferred<ScriptResult>();
    let timers: ReturnType<typeof setTimeout>[] = [];
    let stop = (): void => undefined;
    try {
      const call: ScriptCall = {
        file: request.file,
        stamps: this.files.of(request.file),
        input: request.input,
        toolUseID: request.toolUseID,
        onlyLoad: request.onlyLoad === true,
        started: false,
        attempts: 0,
        answer: (json) =>
          result.resolve({ kind: "answer", value: json === undefined ? undefined : JSON.parse(json) }),
        fail: (error) => result.resolve({ kind: "failed", error }),
      };
      const where = { call, folder: request.folder, ...this.dispatch(call, request.folder) };
      this.places.set(call, where);
      timers = [
        setTimeout(() => this.rescue(where), Math.min(request.timeoutMs / 2, BLOCKED_MS)),
        setTimeout(() => {
          result.resolve({ kind: "timeout" });
          this.giveUp(where, `The hook's time (${request.timeoutMs} ms) is over.`);
        }, request.timeoutMs),
      ];
      stop = () => {
        result.resolve({ kind: "failed", error: STOPPED });
        this.giveUp(where, STOPPED);
      };
      request.signal?.addEventListener("abort", stop);
      if (request.signal?.aborted === true) stop();
    } catch (error) {
      result.resolve({ kind: "failed", error: toMessage(error) });
    }
    const settled = await result.promise;
    for (const timer of timers) clearTimeout(timer);
    request.signal?.removeEventListener("abort", stop);
    return settled;
  }

  /** Ends all processes; calls in flight fail. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { idle } of this.lanes.values()) clearTimeout(idle);
    this.lanes.clear();
    for (const process of this.alive) process.kill();
    // Script processes do not keep a program running; whoever waits for their end does.
    const hold = setInterval(() => undefined, 1000);
    await Promise.all(this.ends);
    clearInterval(hold);
  }

  /** For tests and `pawl doctor`. */
  get pids(): number[] {
    return [...this.alive].map(({ pid }) => pid);
  }

  private readonly places = new WeakMap<ScriptCall, Place>();

  private dispatch(call: ScriptCall, folder: string, alone = false): Pick<Place, "process" | "id"> {
    const own = alone || this.offenders.get(call.file) === call.stamps.get(call.file);
    const key = own ? `${folder}\0${call.file}` : folder;
    let lane = this.lanes.get(key);
    if (lane !== undefined && !lane.process.canRun(call.stamps)) {
      this.retire(lane.process);
      lane = undefined;
    }
    if (lane === undefined) {
      lane = { process: this.open(folder), idle: undefined };
      this.lanes.set(key, lane);
    }
    this.restartIdle(lane);
    return { process: lane.process, id: lane.process.send(call) };
  }

  private open(folder: string): ScriptProcess {
    const process = new ScriptProcess({
      folder,
      env: { ...this.options.env, CLAUDE_PROJECT_DIR: folder },
      memoryMB: this.options.memoryMB ?? 512,
      onOutput: this.options.onOutput ?? (() => undefined),
      onEnd: (ended, orphans, why) => this.takeOver(ended, orphans, why),
    });
    this.alive.add(process);
    const end = process.exited.finally(() => {
      this.alive.delete(process);
      this.ends.delete(end);
    });
    this.ends.add(end);
    return process;
  }

  /** Nothing new goes to it; it ends with its last call. */
  private retire(process: ScriptProcess): void {
    for (const [key, lane] of this.lanes) {
      if (lane.process !== process) continue;
      clearTimeout(lane.idle);
      this.lanes.delete(key);
    }
    this.endWhenDone(process);
  }

  private endWhenDone(process: ScriptProcess): void {
    if (process.busy === 0) process.kill();
    else setTimeout(() => this.endWhenDone(process), 100).unref();
  }

  private restartIdle(lane: Lane): void {
    clearTimeout(lane.idle);
    lane.idle = setTimeout(() => this.retire(lane.process), this.options.idleMs ?? 300_000);
    lane.idle.unref();
  }

  /** Not begun after a while: another script holds the thread. */
  private rescue(place: Place): void {
    if (!place.process.ready || place.process.ended) return;
    const call = place.process.takeBack(place.id);
    if (call === undefined) return;
    this.retire(place.process);
    this.move(call, place, false);
  }

  private giveUp(place: Place, why: string): void {
    const { process, id, call } = place;
    const only = process.busy === 1;
    process.abort(id, why);
    // Someone asks whether the thread is held; if so, the process is replaced.
    const check = process.isResponsive(PONG_MS).then((responsive) => {
      if (responsive || process.ended) return;
      if (only) this.blame(call);
      this.retire(process);
      process.kill();
    });
    const owned = check.finally(() => this.ends.delete(owned));
    this.ends.add(owned);
  }

  private takeOver(process: ScriptProcess, orphans: ScriptCall[], why: string): void {
    this.retire(process);
    const begun = orphans.filter(({ started }) => started);
    const [first] = begun;
    if (begun.length === 1 && first !== undefined) this.blame(first);
    for (const call of orphans) {
      const place = this.places.get(call);
      const hopeless =
        !process.ready || call.attempts >= MAX_ATTEMPTS || (begun.length === 1 && call.started);
      if (place === undefined || this.closed || hopeless) call.fail(why);
      else this.move(call, place, call.started);
    }
  }

  private move(call: ScriptCall, place: Place, alone: boolean): void {
    try {
      Object.assign(place, this.dispatch(call, place.folder, alone));
    } catch (error) {
      call.fail(toMessage(error));
    }
  }

  private blame({ file, stamps }: ScriptCall): void {
    this.offenders.set(file, stamps.get(file) ?? "");
  }
}

/** Where a call is now. */
interface Place {
  call: ScriptCall;
  folder: string;
  process: ScriptProcess;
  id: number;
}
