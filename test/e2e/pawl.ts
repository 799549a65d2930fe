/** Pawl for an end-to-end test: the real program with its own home and port, stopped at the end. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import type { Scratch } from "./harness/scratch.ts";

const ROOT = resolve(import.meta.dir, "..", "..");
/** What `bin/pawl` starts, without Node.js: three quarters of a short command are its start. `bin/pawl.test.ts` tests it. */
const PROGRAM = [
  process.execPath,
  "--no-env-file",
  `--config=${join(ROOT, "bin", "bunfig.toml")}`,
  `--tsconfig-override=${join(ROOT, "package.json")}`,
  join(ROOT, "src", "cli", "main.ts"),
];

export interface Ran {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface Pawl extends AsyncDisposable {
  home: string;
  port: number;
  url: string;
  /** The environment that the client's hooks need to find this Pawl if they are not installed. */
  env: Record<string, string>;
  run(args: string[], options?: { cwd?: string; stdin?: string; env?: Record<string, string> }): Promise<Ran>;
  /** Runs with `--json` and parses the output. */
  json<T = Record<string, unknown>>(args: string[], options?: { cwd?: string }): Promise<T>;
  token(): Promise<string>;
  /** The daemon's pid, as it reports it. */
  pid(): Promise<number>;
  /** The keeper's process. */
  keeperPid(): Promise<number>;
  log(): Promise<string>;
}

/** `bin`: the program of another checkout; `folder`: the name of Pawl's home. */
export async function createPawl(
  scratch: Scratch,
  { bin, folder = "pawl" }: { bin?: string; folder?: string } = {},
): Promise<Pawl> {
  const home = join(scratch.root, folder);
  const port = await freePort();
  const env = { PATH: process.env.PATH ?? "", HOME: scratch.home, PAWL_HOME: home, PAWL_PORT: String(port) };

  const run: Pawl["run"] = async (args, options = {}) => {
    const startedIn = options.cwd ?? scratch.project;
    const child = Bun.spawn([...(bin === undefined ? PROGRAM : [bin]), ...args], {
      cwd: bin === undefined ? ROOT : startedIn,
      env: { ...env, ...(bin === undefined ? { PAWL_STARTED_IN: startedIn } : {}), ...options.env },
      stdin: options.stdin === undefined ? "ignore" : new Blob([options.stdin]),
      stdout: "pipe",
      stderr: "pipe",
    });
    const [stdout, stderr, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { exitCode, stdout, stderr };
  };

  return {
    home,
    port,
    url: `http://127.0.0.1:${port}`,
    env,
    run,
    async json<T>(args: string[], options: { cwd?: string } = {}) {
      const ran = await run([...args, "--json"], options);
      if (ran.stdout === "") throw new Error(`pawl ${args.join(" ")} printed nothing: ${ran.stderr}`);
      return JSON.parse(ran.stdout) as T;
    },
    token: async () => (await readFile(join(home, "token"), "utf8")).trim(),
    pid: async () => JSON.parse(await readFile(join(home, "daemon.json"), "utf8")).pid as number,
    keeperPid: async () => JSON.parse(await readFile(join(home, "keeper.json"), "utf8")).pid as number,
    log: () => readFile(join(home, "logs", "pawl.log"), "utf8"),
    async [Symbol.asyncDispose]() {
      await run(["down", "--all"]);
    },
  };
}

/**
 * A port that nobody has. Not one that the system hands out for port 0: those also go to outgoing connections, and to
 * the tests beside this one, between this moment and the daemon's start.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve: found } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once("error", () => found(false));
  server.listen(port, "127.0.0.1", () => server.close(() => found(true)));
  return promise;
}

/** Waits until it is so. The limit is for a machine that is busy: only a failing test ever waits that long. */
export async function eventually(
  isSo: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (await isSo()) return true;
    await Bun.sleep(25);
  }
  return false;
}
