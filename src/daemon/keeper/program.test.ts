/** The keeper as the process that it is: how it starts, takes a port over, and ends. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, freePort } from "../../../test/e2e/pawl.ts";
import { EXIT_TAKEN, readKeeperInfo, stopKeeper } from "../../platform/keeper-process.ts";
import { type Home, homeAt } from "../../platform/paths.ts";
import { version } from "../../platform/version.ts";
import { isPortOpen } from "./orphan.ts";

let home: Home;
let port: number;
const started: Bun.Subprocess[] = [];
beforeEach(async () => {
  home = homeAt(mkdtempSync(join(tmpdir(), "pawl-program-")));
  writeFileSync(home.token, "the token\n");
  port = await freePort();
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
  rmSync(home.dir, { recursive: true, force: true });
});

function start(args: string[] = [], env: Record<string, string> = {}) {
  const program = join(import.meta.dir, "program.ts");
  const place = env.PAWL_HOME === undefined ? ["--home", home.dir] : [];
  const child = Bun.spawn([process.execPath, program, ...place, "--port", String(port), ...args], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { PATH: process.env.PATH ?? "", ...env },
  });
  started.push(child);
  return child;
}

const isKeeper = (child: Bun.Subprocess) => eventually(() => readKeeperInfo(home)?.pid === child.pid);

test("it says where it is, answers, and leaves by a signal; the end of a terminal is none", async () => {
  const keeper = start();
  expect(await isKeeper(keeper)).toBe(true);
  expect(JSON.parse(readFileSync(home.keeper, "utf8"))).toEqual({ pid: keeper.pid, port, version });
  expect(statSync(home.keeper).mode & 0o777).toBe(0o600);
  const answer = await fetch(`http://127.0.0.1:${port}/keeper`);
  expect(await answer.json()).toEqual({ ok: true, name: "pawl-keeper", pid: keeper.pid, version });
  keeper.kill("SIGHUP");
  expect((await fetch(`http://127.0.0.1:${port}/keeper`)).status).toBe(200);
  keeper.kill("SIGTERM");
  expect(await keeper.exited).toBe(0);
  expect([existsSync(home.keeper), await isPortOpen(port)]).toEqual([false, false]);
});

test("it finds its home in the environment, leaves when it is asked to, and keeps the file of another", async () => {
  const keeper = start([], { PAWL_HOME: home.dir });
  expect(await isKeeper(keeper)).toBe(true);
  const info = JSON.parse(readFileSync(home.keeper, "utf8"));
  expect(await stopKeeper(home, 1)).toBe(true);
  expect(await keeper.exited).toBe(0);
  expect(existsSync(home.keeper)).toBe(false);
  const next = start();
  expect(await isKeeper(next)).toBe(true);
  const other = JSON.stringify({ ...info, pid: process.pid });
  writeFileSync(home.keeper, other);
  next.kill("SIGINT");
  expect(await next.exited).toBe(0);
  expect(readFileSync(home.keeper, "utf8")).toBe(other);
});

test("a port that somebody has is theirs, unless it is handed over", async () => {
  expect(await isPortOpen(port)).toBe(false);
  const first = start();
  expect(await isKeeper(first)).toBe(true);
  expect(await isPortOpen(port)).toBe(true);
  expect(await start().exited).toBe(EXIT_TAKEN);
  const second = start(["--take-over"]);
  expect(await isKeeper(second)).toBe(true);
  first.kill("SIGTERM");
  await first.exited;
  expect(readKeeperInfo(home)?.pid).toBe(second.pid);
  expect(await (await fetch(`http://127.0.0.1:${port}/keeper`)).json()).toMatchObject({ pid: second.pid });
});

test("a port that cannot be shared is waited for, as long as its owner takes to let it go", async () => {
  const owner = Bun.listen({ hostname: "127.0.0.1", port, socket: { data: () => undefined } });
  const keeper = start(["--take-over"]);
  await Bun.sleep(300);
  expect(readKeeperInfo(home)).toBeUndefined();
  owner.stop(true);
  expect(await isKeeper(keeper)).toBe(true);
});
