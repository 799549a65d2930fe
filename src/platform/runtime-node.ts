/** `runtime.ts` for the library on node: the same exports with node's own means. Scripts still run in Bun, a dependency. */
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import type { Child, ChildOptions } from "./runtime.ts";

export type { Child, ChildOptions };

export function startChild(argv: readonly string[], { cwd, env, stdin, onMessage }: ChildOptions): Child {
  const [program = "", ...args] = argv;
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: [
      stdin === undefined ? "ignore" : "pipe",
      "pipe",
      "pipe",
      ...(onMessage === undefined ? [] : (["ipc"] as const)),
    ],
    serialization: "json",
    detached: true,
    windowsHide: true,
  });
  // The error is also emitted in a later event, which must not end the program.
  child.on("error", () => undefined);
  const { pid, stdout, stderr } = child;
  if (pid === undefined || stdout === null || stderr === null)
    throw new Error(`${program} could not be started`);
  if (onMessage !== undefined) child.on("message", onMessage);
  // A program that does not read its input is no error.
  child.stdin?.on("error", () => undefined);
  if (stdin !== undefined) child.stdin?.end(stdin);
  const exited = new Promise((done) => child.once("exit", done));
  return {
    pid,
    stdout: Readable.toWeb(stdout) as ReadableStream<Uint8Array>,
    stderr: Readable.toWeb(stderr) as ReadableStream<Uint8Array>,
    exited,
    get exitCode() {
      return child.exitCode;
    },
    get signalCode() {
      return child.signalCode;
    },
    send: (message) => void child.send(message as object, () => undefined),
    unref() {
      child.unref();
      child.channel?.unref();
      for (const stream of [stdout, stderr]) (stream as unknown as { unref?: () => void }).unref?.();
    },
  };
}

export function startDetached(
  argv: readonly string[],
  options: { cwd: string; env: ChildOptions["env"]; output: number },
): void {
  const { cwd, env, output } = options;
  const [program = "", ...args] = argv;
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", output, output],
  });
  child.on("error", () => undefined);
  child.unref();
}

export function runSilently(argv: readonly string[], cwd?: string): Promise<void> {
  const [program = "", ...args] = argv;
  const child = spawn(program, args, {
    stdio: "ignore",
    windowsHide: true,
    ...(cwd === undefined ? {} : { cwd }),
  });
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.once("exit", () => done());
  });
}

/**
 * npm's package `bun` is a placeholder until its install script has run; the real program is then in the package of this
 * platform. As in bin/pawl.
 */
export function bunProgram(): string {
  const require = createRequire(join(packageFolder(), "package.json"));
  const folder = dirname(require.resolve("bun/package.json"));
  const installed = join(folder, "bin", "bun.exe");
  if (isProgram(installed)) return installed;
  const { optionalDependencies = {} } = require("bun/package.json") as {
    optionalDependencies?: Record<string, string>;
  };
  for (const name of Object.keys(optionalDependencies)) {
    try {
      const found = require.resolve(`${name}/bin/${process.platform === "win32" ? "bun.exe" : "bun"}`, {
        paths: [folder],
      });
      if (isProgram(found)) return found;
    } catch {
      // Package managers install only the package that fits this machine.
    }
  }
  throw new Error(`Bun is missing: run npm install in ${packageFolder()}`);
}

function isProgram(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000;
}

/** The library is no program of Pawl's. */
export function ownBundle(): undefined {
  return undefined;
}

/** By its text: enough to notice that a file which a script imports has changed. */
export function importsIn(source: string, _loader: string): string[] {
  const found = source.matchAll(/(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*(["'])([^"'\n]+)\1/g);
  return [...found].map(([, , path = ""]) => path);
}

const ENDINGS = [
  "",
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".json",
  "/index.ts",
  "/index.js",
];

/** Files by relative path; aliases are Bun's business. */
export function resolveImport(path: string, folder: string): string {
  const base = resolve(folder, path);
  const candidates = [...ENDINGS.map((ending) => `${base}${ending}`), base.replace(/\.([cm]?)js$/, ".$1ts")];
  const found = /^\.{0,2}\//.test(path)
    ? candidates.find((file) => existsSync(file) && statSync(file).isFile())
    : undefined;
  if (found === undefined) throw new Error(`${path} is not a file`);
  return found;
}

declare const PAWL_LIBRARY_FOLDER: string;

/** Set by the build: the folder of the built file, `dist/lib`. */
export function packageFolder(): string {
  return dirname(dirname(PAWL_LIBRARY_FOLDER));
}
