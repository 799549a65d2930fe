/** Requests that are no events, on their way to the daemon and back. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { passOn } from "./pass-on.ts";
import type { Attached } from "./requests.ts";

let server: Bun.Server<undefined>;
let daemon: Attached;
let status: number;
beforeEach(() => {
  status = 200;
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const said = { method: request.method, path: pathname + search, body: await request.text() };
      return Response.json(said, { status, headers: { "x-own": "1", "keep-alive": "timeout=5" } });
    },
  });
  daemon = { pid: process.pid, version: "1", address: { port: server.port ?? 0 } };
});
afterEach(() => server.stop(true));

const answer = (code: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(body, { status: code, headers });
const pass = (init: RequestInit = {}, to: Attached | undefined = daemon) =>
  passOn(new Request("http://127.0.0.1/api/x?y=1", init), "/api/x?y=1", { daemon: to, answer });

test("the daemon gets method, path and body, and its answer comes back without the connection's own headers", async () => {
  const response = await pass({ method: "POST", body: "text" });
  expect(await response.json()).toEqual({ method: "POST", path: "/api/x?y=1", body: "text" });
  expect([response.status, response.headers.get("x-own")]).toEqual([200, "1"]);
  expect(response.headers.get("keep-alive")).toBeNull();
  expect(await (await pass()).json()).toEqual({ method: "GET", path: "/api/x?y=1", body: "" });
});

test("a large request that is refused ends its connection; a small one keeps it", async () => {
  const large = { method: "POST", body: "x", headers: { "transfer-encoding": "chunked" } };
  expect((await pass(large)).headers.get("connection")).toBeNull();
  status = 403;
  const refused = await pass(large);
  expect([refused.status, refused.headers.get("connection")]).toEqual([403, "close"]);
  expect((await pass({ method: "POST", body: "x" })).headers.get("connection")).toBeNull();
});

test("without a daemon, and with one that has gone, it is said", async () => {
  const none = await passOn(new Request("http://127.0.0.1/"), "/", { daemon: undefined, answer });
  expect([none.status, await none.json()]).toEqual([
    503,
    { error: "Pawl's daemon is not running. pawl up starts it." },
  ]);
  await server.stop(true);
  const gone = await pass();
  expect([gone.status, await gone.json()]).toEqual([
    502,
    { error: "Pawl's daemon ended before it answered." },
  ]);
});

test("a body in chunks that grows over the limit is too large, not the daemon's end", async () => {
  const chunk = new Uint8Array(8 * 1024 * 1024);
  let left = 5;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- > 0) controller.enqueue(chunk);
      else controller.close();
    },
  });
  const init = { method: "POST", body, headers: { "transfer-encoding": "chunked" }, duplex: "half" };
  const response = await pass(init as RequestInit);
  expect([response.status, response.headers.get("connection")]).toEqual([413, "close"]);
});
