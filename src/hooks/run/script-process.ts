/** One process that runs scripts: calls in, answers out, and what became of those in flight when it ends. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Env } from "../../platform/env.ts";
import { GUARD } from "../../platform/guard.ts";
import { packageDir } from "../../platform/paths.ts";
import { bunProgram, type Child, startChild } from "../../platform/runtime.ts";
import { killGroup } from "./group.ts";
import type { Stamps } from "./script-files.ts";

/** What the daemon and a script process say to each other. */
export type ToScripts =
  | { kind: "call"; id: number; file: string; input: unknown; toolUseID: string | undefined }
  /** Only imported, to see whether it can be. */
  | { kind: "load"; id: number; file: string }
  /** The call's time is over: its signal fires. */
  | { kind: "abort"; id: number; reason: string }
  | { kind: "ping" };

export type FromScripts =
  | { kind: "ready" }
  /** Sent before the script runs: a call without it was not begun, and can be given to another process. */
  | { kind: "started"; id: number }
  /** `json` is the answer's text; absent when the script answered nothing. */
  | { kind: "answer"; id: number; json: string | undefined }
  | { kind: "error"; id: number; message: string }
  | { kind: "pong" };

export interface ScriptCall {
  readonly file: string;
  readonly stamps: Stamps;
  readonly input: unknown;
  readonly toolUseID: string | undefined;
  /** It is only imported, not called. */
  readonly onlyLoad?: boolean;
  /** Begun in its present process. */
  started: boolean;
  attempts: number;
  answer(json: string | undefined): void;
  fail(message: string): void;
}

interface ProcessOptions {
  folder: string;
  env: Env;
  memoryMB: number;
  /** What scripts print. */
  onOutput(text: string): void;
  /** It ended with these still in flight; `why` is for people. */
  onEnd(process: ScriptProcess, orphans: ScriptCall[], why: string): void;
}

/** By its place in the package: this file may stand in a bundle. */
const FOLDER = join(packageDir, "src", "hooks", "run");
const WORKER = join(FOLDER, "script-worker.ts");
const TAIL = 2000;

export class ScriptProcess {
  ready = false;
  ended = false;
  readonly exited: Promise<void>;
  private readonly child: Child;
  private readonly calls = new Map<number, ScriptCall>();
  private readonly loaded = new Map<string, string | undefined>();
  private nextId = 1;
  private tail = "";
  private pongs: (() => void)[] = [];

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
      // Its last words say why, but a grandchild may hold the pipe open.
      await Promise.race([output, sleep(50)]);
      this.ended = true;
      const orphans = [...this.calls.values()];
      this.calls.clear();
      options.onEnd(this, orphans, this.finalMessage());
    });
  }

  get pid(): number {
    return this.child.pid;
  }

  get busy(): number {
    return this.calls.size;
  }

  /** False when it has an older version of one of these files: what is imported once stays. */
  canRun(stamps: Stamps): boolean {
    for (const [file, stamp] of stamps) {
      const mine = this.loaded.get(file);
      if (mine !== undefined && mine !== stamp) return false;
    }
    return true;
  }

  send(call: ScriptCall): number {
    const id = this.nextId++;
    call.started = false;
    call.attempts++;
    this.calls.set(id, call);
    for (const [file, stamp] of call.stamps) this.loaded.set(file, stamp);
    const { file, input, toolUseID } = call;
    this.post(
      call.onlyLoad === true ? { kind: "load", id, file } : { kind: "call", id, file, input, toolUseID },
    );
    return id;
  }

  /** Its time is over: the script hears of it, its answer is not waited for. */
  abort(id: number, reason: string): void {
    this.calls.delete(id);
    this.post({ kind: "abort", id, reason });
  }

  /** Takes a call that was not begun back; undefined when it was. */
  takeBack(id: number): ScriptCall | undefined {
    const call = this.calls.get(id);
    if (call === undefined || call.started) return undefined;
    this.calls.delete(id);
    return call;
  }

  /** Whether its thread still answers. */
  async isResponsive(withinMs: number): Promise<boolean> {
    const pong = new Promise<boolean>((resolve) => {
      this.pongs.push(() => resolve(true));
    });
    this.post({ kind: "ping" });
    return Promise.race([pong, sleep(withinMs).then(() => false)]);
  }

  /** With everything that its scripts started. */
  kill(): void {
    if (!this.ended) killGroup(this.child.pid);
  }

  private post(message: ToScripts): void {
    // Between its end and our notice of it there is nobody to send to; `onEnd` takes care of the call.
    if (!this.ended && this.child.exitCode === null && this.child.signalCode === null)
      this.child.send(message);
  }

  private receive(message: FromScripts): void {
    if (message.kind === "ready") this.ready = true;
    else if (message.kind === "pong") for (const pong of this.pongs.splice(0)) pong();
    else {
      const call = this.calls.get(message.id);
      if (call === undefined) return;
      if (message.kind === "started") {
        call.started = true;
        return;
      }
      this.calls.delete(message.id);
      if (message.kind === "answer") call.answer(message.json);
      else call.fail(message.message);
    }
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
