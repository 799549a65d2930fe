/** Finds, starts and ends the keeper from another process. */

import { backgroundEnv, isAlive, type Program, RETURN_MEMORY_SLOWLY } from "./daemon-process.ts";
import { type Env, processEnv } from "./env.ts";
import { readIfThere } from "./files.ts";
import { KEEPER_HEADER } from "./hook-request.ts";
import { type Home, packageDir } from "./paths.ts";
import { keeperProgram } from "./programs.ts";

interface KeeperInfo {
  pid: number;
  port: number;
  version: string;
}

/** The port belongs to another program. */
export const EXIT_TAKEN = 3;

/**
 * For a process that does little for a long time: a small heap. Without the optimizing compiler, and with `--smol`, it uses 4
 * MB less and takes half as long again for an event (0.39 ms instead of 0.26).
 */
const ENGINE = {
  BUN_JSC_forceRAMSize: String(16 * 1024 * 1024),
  BUN_JSC_numberOfGCMarkers: "1",
  ...RETURN_MEMORY_SLOWLY,
};

interface KeeperStart {
  port: number;
  /** The port is ours already: share it until the current owner has stopped listening. */
  takeOver?: boolean;
  program?: Program;
  env?: Env;
}

export function startKeeper(
  home: Home,
  { port, takeOver, program, env = processEnv }: KeeperStart,
): Bun.Subprocess {
  const { bun = process.execPath, root = packageDir, file = keeperProgram(root) } = program ?? {};
  const args = ["--home", home.dir, "--port", String(port), ...(takeOver === true ? ["--take-over"] : [])];
  const child = Bun.spawn([bun, "--no-env-file", file, ...args], {
    cwd: root,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", "ignore", "ignore"],
    env: { ...backgroundEnv(home, env), ...ENGINE },
  });
  child.unref();
  return child;
}

/** Variables of `ENGINE`. The keeper removes them for everything that it starts. */
export const ENGINE_VARIABLES = Object.keys(ENGINE);

/** The file of the last keeper, which may have been killed since. */
export function readKeeperInfo(home: Home): KeeperInfo | undefined {
  try {
    const info = JSON.parse(readIfThere(home.keeper) ?? "") as KeeperInfo;
    return Number.isInteger(info.pid) && Number.isInteger(info.port) ? info : undefined;
  } catch {
    // Missing, or not written by a keeper.
    return undefined;
  }
}

const HEALTH_MS = 1000;

/** The keeper of this home, if one answers. */
export async function findKeeper(home: Home): Promise<KeeperInfo | undefined> {
  const info = readKeeperInfo(home);
  if (info === undefined || !isAlive(info.pid)) return undefined;
  try {
    const answer = await fetch(`http://127.0.0.1:${info.port}/keeper`, {
      signal: AbortSignal.timeout(HEALTH_MS),
    });
    return answer.headers.get(KEEPER_HEADER) === String(info.pid) ? info : undefined;
  } catch {
    // No answer, or another program has the port by now.
    return undefined;
  }
}

/** True if this process is a keeper of this home. The id in a file may belong to another program by now. */
export function isKeeperOf(home: Home, pid: number): boolean {
  return isAlive(pid) && commandLine(pid).includes(home.dir);
}

function commandLine(pid: number): string {
  if (process.platform === "linux") return readIfThere(`/proc/${pid}/cmdline`) ?? "";
  if (process.platform === "win32") return "";
  return Bun.spawnSync(["/bin/ps", "-o", "command=", "-p", String(pid)]).stdout.toString();
}

/** Ends the keeper, even if it is busy. With `afterMs`, waits until open sessions have noticed that hooks are gone. */
export async function stopKeeper(home: Home, afterMs = 0): Promise<boolean> {
  const named = readKeeperInfo(home);
  const isOurs = named !== undefined && isKeeperOf(home, named.pid);
  const keeper = isOurs ? named : await findKeeper(home);
  if (keeper === undefined) return false;
  const token = readIfThere(home.token)?.trim();
  if (afterMs > 0 && token !== undefined) {
    const body = JSON.stringify({ afterMs });
    const headers = proveRequest(token, "/keeper/leave", body);
    await fetch(`http://127.0.0.1:${keeper.port}/keeper/leave`, { method: "POST", headers, body });
    return true;
  }
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (isAlive(keeper.pid)) process.kill(keeper.pid, signal);
    const deadline = Date.now() + STOP_MS;
    while (Date.now() < deadline && isAlive(keeper.pid)) await Bun.sleep(10);
  }
  return true;
}

/** A keeper gives requests that are in progress two seconds. */
const STOP_MS = 2500;

// * How daemon and keeper know each other. After `kill -9` any program may have the port, so the token itself is never sent:
// each side proves that it can read it.

export const PROOF_HEADER = "x-pawl-proof";
export const PROOF_TIME_HEADER = "x-pawl-proof-time";

/** A proof that was overheard expires soon. */
const FRESH_MS = 10_000;

/** For a request: valid for this path and this body. */
export function proveRequest(
  token: string,
  path: string,
  body: string,
  at = Date.now(),
): Record<string, string> {
  return {
    [PROOF_HEADER]: proof(token, `request\n${path}\n${at}\n${body}`),
    [PROOF_TIME_HEADER]: String(at),
  };
}

export function isProvenRequest(
  token: string,
  headers: Headers,
  path: string,
  body: string,
  now = Date.now(),
): boolean {
  const at = Number(headers.get(PROOF_TIME_HEADER));
  if (token === "" || !(Math.abs(now - at) <= FRESH_MS)) return false;
  return isSame(headers.get(PROOF_HEADER) ?? "", proof(token, `request\n${path}\n${at}\n${body}`));
}

/** For the answer: valid for the request with this proof. */
export function proveAnswer(token: string, requestProof: string): string {
  return proof(token, `answer\n${requestProof}`);
}

function proof(token: string, text: string): string {
  return new Bun.CryptoHasher("sha256", token).update(text).digest("hex");
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && crypto.timingSafeEqual(a, b);
}
