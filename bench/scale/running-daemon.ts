/** A daemon on a copy of a made store, asked one thing after another. */
import { constants, copyFileSync, existsSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch } from "../../test/e2e/harness/scratch.ts";
import { createPawl, type Pawl } from "../../test/e2e/pawl.ts";
import type { Taken } from "./figures.ts";
import { threadMs } from "./thread-time.ts";

export interface RunningDaemon extends AsyncDisposable {
  pawl: Pawl;
  /** Wall time of `pawl up` and of its first answer. */
  upMs: number;
  pid: number;
  keeperPid: number;
  url: string;
  hookToken: string;
  hook(event: Record<string, unknown>): Promise<Taken & { answer: string }>;
  /** The same at the daemon's own socket: the keeper answers in its place when it is silent for long. */
  hookItself(event: Record<string, unknown>): Promise<Taken & { answer: string }>;
  api(path: string, body?: object): Promise<Taken & { answer: string }>;
  /** Until it has nothing else to do. */
  quiet(): Promise<void>;
}

interface StartOptions {
  /** Changes the copy before the daemon starts. */
  prepare?(copy: string): void;
  /** What it has to do after its start is what is measured. */
  isBusy?: boolean;
}

export async function startOn(
  database: string,
  { prepare, isBusy = false }: StartOptions = {},
): Promise<RunningDaemon> {
  const scratch = await createScratch();
  const pawl = await createPawl(scratch);
  mkdirSync(pawl.home, { recursive: true, mode: 0o700 });
  // A clone where the file system has them.
  copyFileSync(database, join(pawl.home, "pawl.db"), constants.COPYFILE_FICLONE);
  prepare?.(join(pawl.home, "pawl.db"));
  // A user's store was written long ago. Gigabytes that are still on their way to the disk hold up whoever writes.
  Bun.spawnSync(["sync"]);
  const from = performance.now();
  const up = await pawl.run(["up"]);
  await fetch(`${pawl.url}/api/health`);
  const upMs = performance.now() - from;
  if (up.exitCode !== 0) throw new Error(`pawl up ended with ${up.exitCode}: ${up.stderr}`);
  const pid = await pawl.pid();
  if (!isBusy) await untilReady(pawl);
  const hookToken = (await readFile(join(pawl.home, "hook-token"), "utf8")).trim();
  const token = await pawl.token();

  async function timed(url: string, init: BunFetchRequestInit): Promise<Taken & { answer: string }> {
    const pid = await pawl.pid();
    const cpu = threadMs(pid);
    const start = performance.now();
    const response = await connected(url, init);
    const answer = await response.text();
    const wall = performance.now() - start;
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${answer}\n${await pawl.log()}`);
    return { cpu: threadMs(pid) - cpu, wall, answer };
  }

  const headers = (secret: string) => ({
    "Content-Type": "application/json",
    Authorization: `Bearer ${secret}`,
  });
  const posted = (secret: string, body: object) => ({
    method: "POST",
    headers: headers(secret),
    body: JSON.stringify(body),
  });
  const socket = join(pawl.home, "daemon.sock");
  // Where there are no such sockets, or the path is too long for one, the daemon has a second port that nobody else knows.
  const itself = existsSync(socket) ? { unix: socket } : {};
  return {
    pawl,
    upMs,
    pid,
    keeperPid: await pawl.keeperPid(),
    url: pawl.url,
    hookToken,
    hook: (event) => timed(`${pawl.url}/hook`, posted(hookToken, event)),
    hookItself: (event) => timed(`${pawl.url}/hook`, { ...posted(hookToken, event), ...itself }),
    api: (path, body) =>
      timed(`${pawl.url}${path}`, body === undefined ? { headers: headers(token) } : posted(token, body)),
    quiet: () => untilReady(pawl),
    async [Symbol.asyncDispose]() {
      await pawl[Symbol.asyncDispose]();
      await scratch.dispose();
    },
  };
}

/** On a machine so busy that the keeper was taken for frozen, its connections break: said, and asked once more. */
async function connected(url: string, init: BunFetchRequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    console.error(`A connection broke: ${String(error)}`);
    await Bun.sleep(2_000);
    return fetch(url, init);
  }
}

/** What the start itself brings along (catching up, indexing) is not what is measured. */
async function untilReady(pawl: Pawl): Promise<void> {
  // It begins after the first answers: see daemon-work.ts.
  await Bun.sleep(2_000);
  const isQuiet = async () => (await pawl.json<{ doing: unknown[] }>(["status"])).doing.length === 0;
  for (let i = 0; i < 600 && !(await isQuiet()); i++) await Bun.sleep(200);
}
