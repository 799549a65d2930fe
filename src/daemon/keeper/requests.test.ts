import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Attached } from "./requests.ts";
import { forwarded, sendEvent } from "./requests.ts";

let dir: string;
let daemon: Attached;
let server: Bun.Server<undefined>;
let seen: { body: number; host: string | null }[];

function listen(): void {
  server = Bun.serve({
    unix: join(dir, "daemon.sock"),
    maxRequestBodySize: 64 * 1024 * 1024,
    async fetch(request) {
      const body = await request.bytes();
      seen.push({ body: body.length, host: request.headers.get("host") });
      return Response.json({ got: body.length }, { headers: { "x-own": "1" } });
    },
  } as Bun.Serve.Options<undefined>);
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-requests-"));
  daemon = { pid: process.pid, version: "1", address: { unix: join(dir, "daemon.sock") } };
  seen = [];
  listen();
});
afterEach(async () => {
  await server.stop(true);
  rmSync(dir, { recursive: true, force: true });
});

const headers = new Headers({ host: "127.0.0.1:47100", "content-type": "application/json" });
const post = async (bytes: number) => {
  const response = await sendEvent(daemon, headers, new Uint8Array(bytes).fill(32));
  const { status, headers: own } = response;
  return { status, own: own.get("x-own"), answer: (await response.json()) as unknown };
};

test("an event arrives whole with its headers, and its answer comes back", async () => {
  for (const bytes of [0, 10, 8000, 20_000_000])
    expect(await post(bytes)).toEqual({ status: 200, own: "1", answer: { got: bytes } });
  expect(seen.every(({ host }) => host === "127.0.0.1:47100")).toBe(true);
});

test("many at once get their own answers", async () => {
  const sizes = Array.from({ length: 100 }, (_, i) => i);
  const answers = await Promise.all(sizes.map(post));
  expect(answers.map(({ answer }) => answer)).toEqual(sizes.map((got) => ({ got })));
});

test("a connection that was closed while it was idle is replaced", async () => {
  await post(1);
  await server.stop(true);
  listen();
  expect((await post(2)).answer).toEqual({ got: 2 });
});

test("without a daemon it fails", async () => {
  await post(1);
  await server.stop(true);
  await expect(post(2)).rejects.toThrow();
});

test("an answer in pieces is read to its end, also one that does not name its length", async () => {
  const pieces = ["HTTP/1.1 200 OK\r\nx-ow", "n: 1\r\nContent-Length: 6\r\n\r", "\n{ }", "   "];
  const answers = [pieces, ["HTTP/1.1 204 No Content\r\nx-own: 2\r\n\r\n"]];
  using slow = Bun.listen({
    unix: join(dir, "slow.sock"),
    socket: {
      async data(socket) {
        for (const piece of answers.shift() ?? []) {
          socket.write(piece);
          socket.flush();
          await new Promise(setImmediate);
        }
      },
    },
  });
  const to: Attached = { ...daemon, address: { unix: slow.unix } };
  const ask = () => sendEvent(to, headers, new Uint8Array(1));
  const first = await ask();
  expect([first.status, first.headers.get("x-own"), await first.text()]).toEqual([200, "1", "{ }   "]);
  const second = await ask();
  expect([second.status, second.headers.get("x-own"), await second.text()]).toEqual([204, "2", ""]);
});

test("sixteen connections wait for the next event, more are closed", async () => {
  let open = 0;
  let closed = 0;
  using server = Bun.listen({
    unix: join(dir, "many.sock"),
    socket: {
      open: () => {
        open++;
      },
      data: (socket) => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"),
      close: () => {
        open--;
        closed++;
      },
    },
  });
  const to: Attached = { ...daemon, address: { unix: server.unix } };
  await Promise.all(Array.from({ length: 20 }, () => sendEvent(to, headers, new Uint8Array(1))));
  while (closed < 4) await new Promise(setImmediate);
  expect(open).toBe(16);
});

test("headers of one connection are not passed on", () => {
  const names = [
    "connection",
    "keep-alive",
    "transfer-encoding",
    "content-length",
    "upgrade",
    "te",
    "trailer",
  ];
  const given = new Headers([...names.map((name) => [name, "1"] as [string, string]), ["x-mine", "m"]]);
  expect(forwarded(given).map(([name]) => name)).toEqual(["x-mine"]);
  expect(given.has("connection")).toBe(true);
});
