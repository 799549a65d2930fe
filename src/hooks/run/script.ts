/**
 * Runs script hooks, each file in its own warm process: a call costs about as much as one to a Worker, and a script that
 * exits, crashes, hangs or fills the memory affects only itself. A Worker cannot guarantee that.
 */
import type { Env } from "../../platform/env.ts";
import { toMessage } from "../../platform/errors.ts";
import { FileCache, type Stamps } from "../file-cache.ts";
import { scanScript } from "./script-files.ts";
import { type ScriptCall, ScriptProcess, type ScriptResult } from "./script-process.ts";

interface ScriptRequest extends ScriptCall {
  /** The script's working directory: its project. */
  folder: string;
}

interface ScriptHostOptions {
  env: Env;
  /** Maximum memory of a script process before it is ended. */
  memoryMB?: number;
  /** An unused process is ended after this time. */
  idleMs?: number;
  onOutput?(text: string): void;
}

interface Warm {
  process: ScriptProcess;
  /** The file versions that it has imported. An import is permanent. */
  stamps: Stamps;
  idle?: ReturnType<typeof setTimeout>;
}

export class ScriptHost {
  private readonly scans = new FileCache<Stamps>();
  /** By folder and script. */
  private readonly warm = new Map<string, Warm>();
  private readonly alive = new Set<ScriptProcess>();
  private closed = false;

  constructor(private readonly options: ScriptHostOptions) {}

  /** Never rejects. */
  async run(request: ScriptRequest): Promise<ScriptResult> {
    if (this.closed) return { kind: "failed", error: "Pawl is closing." };
    try {
      return await this.processFor(request).call(request);
    } catch (error) {
      return { kind: "failed", error: toMessage(error) };
    }
  }

  /** Ends all processes; pending calls fail. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { idle } of this.warm.values()) clearTimeout(idle);
    this.warm.clear();
    for (const process of this.alive) process.kill();
    // Script processes do not keep a program running, but a caller that awaits their end does.
    const hold = setInterval(() => undefined, 1000);
    await Promise.all([...this.alive].map(({ exited }) => exited));
    clearInterval(hold);
  }

  /** For tests and `pawl doctor`. */
  get pids(): number[] {
    return [...this.alive].map(({ pid }) => pid);
  }

  private processFor({ file, folder }: ScriptRequest): ScriptProcess {
    const stamps = this.scans.get(file, () => {
      const { stamps: value } = scanScript(file);
      return { value, stamps: value };
    });
    const key = `${folder}\0${file}`;
    let warm = this.warm.get(key);
    if (warm?.stamps !== stamps) {
      if (warm !== undefined) this.retire(warm.process);
      warm = { process: this.open(folder), stamps };
      this.warm.set(key, warm);
    }
    const { process } = warm;
    clearTimeout(warm.idle);
    warm.idle = setTimeout(() => this.retire(process), this.options.idleMs ?? 300_000).unref();
    return process;
  }

  private open(folder: string): ScriptProcess {
    const process = new ScriptProcess({
      folder,
      env: { ...this.options.env, CLAUDE_PROJECT_DIR: folder },
      memoryMB: this.options.memoryMB ?? 512,
      onOutput: this.options.onOutput ?? (() => undefined),
      onLate: () => this.retire(process),
      onEnd: () => {
        this.alive.delete(process);
        this.retire(process);
      },
    });
    this.alive.add(process);
    return process;
  }

  /** Gets no new calls, and ends after its last one. */
  private retire(process: ScriptProcess): void {
    for (const [key, warm] of this.warm) {
      if (warm.process !== process) continue;
      clearTimeout(warm.idle);
      this.warm.delete(key);
    }
    process.endWhenDone();
  }
}
