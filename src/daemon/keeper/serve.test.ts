/** The keeper's own port: what it says of itself, whom it obeys, and how a daemon attaches. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, freePort } from "../../../test/e2e/pawl.ts";
import { PROOF_HEADER, proveAnswer, proveRequest } from "../../platform/keeper-process.ts";
import { homeAt } from "../../platform/paths.ts";
import { type Keeper, serveKeeper } from "./serve.ts";

const TOKEN = "the token";
const nothing = () => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing } as never;
let dir: string;
let port: number;
let keeper: Keeper;
let left: number[];
let attached: number;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pawl-serve-"));
  const home = homeAt(dir);
  writeFileSync(home.token, `${TOKEN}\n`);
  port = await freePort();
  left = [];
  attached = 0;
  keeper = serveKeeper({
    home,
    port,
    version: "9.9.9",
    log,
    onAttach: () => void attached++,
    onLeave: (ms) => left.push(ms),
  });
});
afterEach(async () => {
  await keeper.stop();
  rmSync(dir, { recursive: true });
});

const call = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
const command = (path: string, message: object, token = TOKEN) => {
  const body = JSON.stringify(message);
  return call(path, { method: "POST", body, headers: proveRequest(token, path, body) });
};

test("it says who it is, to anybody", async () => {
  const response = await call("/keeper");
  expect(await response.json()).toEqual({
    ok: true,
    name: "pawl-keeper",
    pid: process.pid,
    version: "9.9.9",
  });
  expect(response.headers.get("cache-control")).toBe("no-store");
});

describe("a command", () => {
  test("needs a proof of the token, for this path and this body", async () => {
    expect((await call("/keeper/leave", { method: "POST", body: "{}" })).status).toBe(401);
    expect((await command("/keeper/leave", {}, "another")).status).toBe(401);
    const headers = proveRequest(TOKEN, "/keeper/bye", "{}");
    expect((await call("/keeper/leave", { method: "POST", body: "{}", headers })).status).toBe(401);
    expect((await call("/keeper/leave", { headers: proveRequest(TOKEN, "/keeper/leave", "") })).status).toBe(
      401,
    );
    expect(left).toEqual([]);
  });

  test("to leave is passed on with its time, which may be missing", async () => {
    expect((await command("/keeper/leave", { afterMs: 250 })).status).toBe(200);
    await command("/keeper/leave", {});
    await command("/keeper/leave", { afterMs: "soon" });
    expect(left).toEqual([250, 0, 0]);
  });

  test("that is none is said", async () => {
    expect((await command("/keeper/other", {})).status).toBe(404);
  });
});

test("a daemon attaches with a proof for both sides, gets requests, and leaves", async () => {
  const daemon = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => Response.json({ from: "daemon" }),
  });
  try {
    const body = JSON.stringify({ pid: process.pid, version: "9.9.9", address: { port: daemon.port } });
    const headers = proveRequest(TOKEN, "/keeper/attach", body);
    const stop = new AbortController();
    const response = await call("/keeper/attach", { method: "POST", body, headers, signal: stop.signal });
    expect(response.headers.get(PROOF_HEADER)).toBe(proveAnswer(TOKEN, headers[PROOF_HEADER] ?? ""));
    expect(await eventually(() => attached === 1)).toBe(true);
    const ask = async () => (await call("/api/x", { headers: { authorization: `Bearer ${TOKEN}` } })).json();
    expect(await ask()).toEqual({ from: "daemon" });
    // Another process's good-bye is none of its.
    await command("/keeper/bye", { pid: process.pid + 1 });
    expect(await ask()).toEqual({ from: "daemon" });
    await command("/keeper/bye", { pid: process.pid });
    expect((await call("/api/x", { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(503);
    stop.abort();
  } finally {
    await daemon.stop(true);
  }
});

test("without a daemon a look at the port counts as use, and a look at the keeper does not", async () => {
  const before = keeper.lastUsed();
  while (Date.now() <= before) await Bun.sleep(1);
  await call("/keeper");
  expect(keeper.lastUsed()).toBe(before);
  await call("/api/x");
  expect(keeper.lastUsed()).toBeGreaterThan(before);
});

test("another Host than a name with a port is refused", async () => {
  for (const host of ["a b", "", "x:123456", "<x>"]) {
    const response = await call("/keeper", { headers: { host } });
    expect([host, response.status]).toEqual([host, 400]);
  }
});
