/** The process of one script: sends calls and receives answers. Pending calls fail when it ends. */

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { deferred } from "../../platform/deferred.ts";
import { type Env, GUARD } from "../../platform/env.ts";
import { packageDir } from "../../platform/paths.ts";
import { bunProgram, type Child, startChild } from "../../platform/runtime.ts";
import { killGroup } from "./group.ts";
import { STOPPED } from "./outcome.ts";

export interface ScriptCall {
  /** The real path, already checked against `hookScriptPaths`. */
  file: string;
  input: unknown;
  toolUseID: string | undefined;
  timeoutMs: number;
  /** Aborts when the caller no longer needs the result. */
  signal?: AbortSignal | undefined;
  /** Only import it, without a call: `pawl hooks validate`. */
  onlyLoad?: boolean;
}

/** Messages between the daemon and a script process. `abort`: the call timed out, so its signal fires. */
export type ToScripts =
  | ({ kind: "call"; id: number } & Pick<ScriptCall, "file" | "input" | "toolUseID" | "onlyLoad">)
  | { kind: "abort"; id: number; reason: string };

export type FromScripts =
  /** `json` is the answer's text; absent if the script returned nothing. */
  { kind: "answer"; id: number; json: string | undefined } | { kind: "error"; id: number; message: string };

export type ScriptResult =
  | { kind: "answer"; value: unknown }
  | { kind: "timeout" }
  | { kind: "failed"; error: string };

interface ProcessOptions {
  folder: string;
  env: Env;
  memoryMB: number;
  /** What the script prints. */
  onOutput(text: string): void;
  /** A call was abandoned. The script may block its thread, so later calls must not go to this process. */
  onLate(): void;
  onEnd(): void;
}

/** Relative to the package, because this file may be part of a bundle. */
const FOLDER = join(packageDir, "src", "hooks", "run");
const WORKER = join(FOLDER, "script-worker.ts");
const TAIL = 2000;
/** Time for abandoned calls, and other calls in the same process, to end. */
const END_MS = 1000;

export class ScriptProcess {
  readonly exited: Promise<void>;
  private ended = false;
  private readonly child: Child;
  private readonly calls = new Map<number, (result: ScriptResult) => void>();
  private nextId = 1;
  private tail = "";

  constructor(private readonly options: ProcessOptions) {
    // No auto-install: a script's missing package is an error, not a download.
    this.child = startChild([bunProgram(), "--no-install", WORKER, options.folder], {
      cwd: FOLDER,
      env: {
        ...options.env,
        ...GUARD,
        PAWL_SCRIPT_MEMORY_MB: String(options.memoryMB),
        PAWL_SCRIPT_OWNER: String(process.pid),
      },
      onMessage: (message) => this.receive(message as FromScripts),
    });
    this.child.unref();
    const output = Promise.allSettled([this.drain(this.child.stdout), this.drain(this.child.stderr)]);
    this.exited = this.child.exited.then(async () => {
      // Its last output contains the reason, but a grandchild may hold the pipe open.
      await Promise.race([output, sleep(50)]);
      this.ended = true;
      for (const resolve of this.calls.values()) resolve({ kind: "failed", error: this.finalMessage() });
      this.calls.clear();
      options.onEnd();
    });
  }

  get pid(): number {
    return this.child.pid;
  }

  async call({
    timeoutMs,
    signal,
    file,
    input,
    toolUseID,
    onlyLoad = false,
  }: ScriptCall): Promise<ScriptResult> {
    const id = this.nextId++;
    const { promise, resolve } = deferred<ScriptResult>();
    this.calls.set(id, resolve);
    this.post({ kind: "call", id, file, input, toolUseID, onlyLoad });
    const giveUp = (reason: string, result: ScriptResult) => {
      this.calls.delete(id);
      resolve(result);
      this.post({ kind: "abort", id, reason });
      this.options.onLate();
    };
    const late = () => giveUp(`The hook's time (${timeoutMs} ms) is over.`, { kind: "timeout" });
    const stop = () => giveUp(STOPPED, { kind: "failed", error: STOPPED });
    const timer = setTimeout(late, timeoutMs);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted === true) stop();
    const result = await promise;
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    return result;
  }

  endWhenDone(): void {
    const end = () => (this.calls.size === 0 ? this.kill() : this.endWhenDone());
    setTimeout(end, END_MS).unref();
  }

  /** Includes everything that its script started. */
  kill(): void {
    if (!this.ended) killGroup(this.child.pid);
  }

  private post(message: ToScripts): void {
    // After its end no process reads; the calls fail when the end is detected.
    if (!this.ended && this.child.exitCode === null && this.child.signalCode === null)
      this.child.send(message);
  }

  private receive(message: FromScripts): void {
    const resolve = this.calls.get(message.id);
    this.calls.delete(message.id);
    if (message.kind === "error") resolve?.({ kind: "failed", error: message.message });
    else
      resolve?.({ kind: "answer", value: message.json === undefined ? undefined : JSON.parse(message.json) });
  }

  private async drain(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      const text = decoder.decode(chunk, { stream: true });
      this.tail = (this.tail + text).slice(-TAIL);
      this.options.onOutput(text.slice(0, TAIL));
    }
  }

  private finalMessage(): string {
    const last = this.tail.trim().split("\n").at(-1) ?? "";
    const how =
      this.child.signalCode === null ? `code ${this.child.exitCode}` : String(this.child.signalCode);
    return last.endsWith("was ended.") ? last : `The script ended its process (${how}).`;
  }
}
