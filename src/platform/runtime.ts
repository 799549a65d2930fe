/**
 * Wraps Bun for the parts that the library (`pawl`, `pawl/sdk`) shares with the program. Built for node, the library uses
 * `runtime-node.ts` instead (bin/library.ts): the same exports, without Bun.
 */
export interface Child {
  readonly pid: number;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly exited: Promise<unknown>;
  readonly exitCode: number | null;
  readonly signalCode: string | null;
  send(message: unknown): void;
  unref(): void;
}

export interface ChildOptions {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Absent: none. */
  stdin?: Uint8Array<ArrayBuffer>;
  /** With it both can send messages, as JSON. */
  onMessage?: (message: unknown) => void;
}

/** A process with a group of its own, so that its end is the end of what it started. Throws when it cannot be started. */
export function startChild(argv: readonly string[], { cwd, env, stdin, onMessage }: ChildOptions): Child {
  return Bun.spawn([...argv], {
    cwd,
    env,
    stdin: stdin ?? "ignore",
    stdout: "pipe",
    stderr: "pipe",
    detached: true,
    windowsHide: true,
    ...(onMessage === undefined
      ? {}
      : { serialization: "json", ipc: (message: unknown) => onMessage(message) }),
  }) as Child;
}

/** Does not wait for the process; both outputs go to the open file. */
export function startDetached(
  argv: readonly string[],
  options: { cwd: string; env: ChildOptions["env"]; output: number },
): void {
  const { cwd, env, output } = options;
  Bun.spawn([...argv], {
    cwd,
    env,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", output, output],
  }).unref();
}

/** Runs a program of the system to its end; its output is dropped. */
export async function runSilently(argv: readonly string[], cwd?: string): Promise<void> {
  const stdio = ["ignore", "ignore", "ignore"] as ["ignore", "ignore", "ignore"];
  await Bun.spawn([...argv], { stdio, windowsHide: true, ...(cwd === undefined ? {} : { cwd }) }).exited;
}

/** The Bun that runs scripts and the daemon. */
export function bunProgram(): string {
  return process.execPath;
}

/** The names that a source imports or requires. Throws when it does not parse. */
export function importsIn(source: string, loader: "ts" | "tsx" | "js" | "jsx"): string[] {
  return new Bun.Transpiler({ loader }).scanImports(source).map(({ path }) => path);
}

/** The file behind an import, aliases of tsconfig.json included. Throws when there is none. */
export function resolveImport(path: string, folder: string): string {
  return Bun.resolveSync(path, folder);
}

/** The bundle that this program runs from; undefined where it runs from its sources. */
export function ownBundle(): string | undefined {
  return import.meta.dir === "" ? Bun.main : undefined;
}

/** This package's folder. In a bundle only the program can tell, from the package's `dist`. */
export function packageFolder(): string {
  if (import.meta.dir !== "") return import.meta.dir.slice(0, -"/src/platform".length);
  const above = (path: string) => path.slice(0, Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")));
  return above(above(Bun.main));
}
