import { afterEach, beforeEach, expect, test } from "bun:test";
import { freePort } from "../../../test/e2e/pawl.ts";
import { type Front, openFront } from "./front.ts";
import type { RawEvent } from "./raw-event.ts";

let port: number;
let front: Front;
let inner: Bun.Server<undefined>;
let events: RawEvent[];
let respond: (event: RawEvent) => Promise<string>;
let afterwards: (() => Promise<unknown>) | undefined;

const ok = (body: string, extra = "") =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${extra}\r\n${body}`;

beforeEach(async () => {
  port = await freePort();
  events = [];
  respond = async ({ body }) => ok(JSON.stringify({ got: body.length }));
  afterwards = undefined;
  inner = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    maxRequestBodySize: 100_000_000,
    fetch: async (request) => {
      const body = await request.bytes();
      const url = new URL(request.url);
      if (url.pathname === "/large") return new Response(new Uint8Array(30_000_000));
      return Response.json({ inner: `${request.method} ${url.pathname}`, bytes: body.length });
    },
  });
  front = openFront({
    port,
    innerPort: inner.port ?? 0,
    own: [`127.0.0.1:${port}`],
    isOwn: (headers) => headers.get("authorization") === "Bearer t0ken",
    onEvent: async (event) => {
      events.push(event);
      const bytes = Buffer.from(await respond(event));
      return afterwards === undefined ? { bytes } : { bytes, afterwards };
    },
  });
});
afterEach(async () => {
  await front.stop();
  await inner.stop(true);
});

const url = (path: string) => `http://127.0.0.1:${port}${path}`;
const post = async (bytes: number, headers: Record<string, string> = { Authorization: "Bearer t0ken" }) => {
  const response = await fetch(url("/hook"), { method: "POST", headers, body: new Uint8Array(bytes) });
  return (await response.json()) as unknown;
};

test("events of any size go the short way, one after another and many at once", async () => {
  for (const bytes of [1, 8000, 200_000, 20_000_000]) expect(await post(bytes)).toEqual({ got: bytes });
  const sizes = Array.from({ length: 100 }, (_, i) => i + 1);
  expect(await Promise.all(sizes.map((size) => post(size)))).toEqual(sizes.map((got) => ({ got })));
  expect(events).toHaveLength(104);
});

test("what is no event goes to the server behind, there and back whole", async () => {
  expect(await (await fetch(url("/api/x"))).json()).toEqual({ inner: "GET /api/x", bytes: 0 });
  const sent = await fetch(url("/api/y"), { method: "PUT", body: new Uint8Array(30_000_000) });
  expect(await sent.json()).toEqual({ inner: "PUT /api/y", bytes: 30_000_000 });
  expect((await (await fetch(url("/large"))).bytes()).length).toBe(30_000_000);
  expect(events).toHaveLength(0);
});

test("a large body of somebody without the token is left to the server behind", async () => {
  expect(await post(200_000, {})).toEqual({ inner: "POST /hook", bytes: 200_000 });
  expect(events).toHaveLength(0);
});

test("a request in small pieces is one event, and two in one piece are answered in order", async () => {
  const one = (body: string) =>
    `POST /hook HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const pieces = [...one("{}")].flatMap((_, i, all) => (i % 7 === 0 ? [all.slice(i, i + 7).join("")] : []));
  expect(await say(pieces)).toContain('{"got":2}');
  expect(events).toHaveLength(1);
  // The first is being answered when the second comes.
  const { promise, resolve } = Promise.withResolvers<string>();
  respond = () => (events.length === 2 ? promise : Promise.resolve(ok("second")));
  const both = say([one("{ }"), one("{  }")], "second");
  await Bun.sleep(20);
  resolve(ok("first"));
  expect((await both).match(/first|second/g)).toEqual(["first", "second"]);
});

test("an answer that ends the connection ends it, and one that fails leaves none", async () => {
  respond = async () => ok("{}", "connection: close\r\n");
  expect(
    await say([`POST /hook HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 2\r\n\r\n{}`], null),
  ).toContain("200 OK");
  respond = () => Promise.reject(new Error("no"));
  expect(
    await say([`POST /hook HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 2\r\n\r\n{}`], null),
  ).toBe("");
});

test("it stops when the events under way are answered", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  respond = () => promise;
  const asked = post(1);
  while (events.length === 0) await Bun.sleep(1);
  let isStopped = false;
  const stopped = front.stop().then(() => {
    isStopped = true;
  });
  await Bun.sleep(10);
  expect(isStopped).toBe(false);
  resolve(ok("{}"));
  expect(await asked).toEqual({});
  await stopped;
});

/** What comes back until `end` is in it, or, with null, until the connection ends. */
function say(pieces: readonly string[], end: string | null = "}"): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      async open(socket) {
        for (const piece of pieces) {
          socket.write(piece);
          await Bun.sleep(1);
        }
      },
      data(socket, chunk) {
        text += chunk.toString();
        if (end === null || !text.includes(end)) return;
        resolve(text);
        socket.end();
      },
      close: () => resolve(text),
      error: (_, error) => reject(error),
    },
  }).catch(reject);
  return promise;
}

test("what is done afterwards keeps nobody waiting but the connection's next event", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  afterwards = () => promise;
  const one = (body: string) =>
    `POST /hook HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  let read = "";
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data(_, chunk) {
        read += chunk.toString();
      },
    },
  });
  socket.write(one("{}"));
  while (!read.includes('{"got":2}')) await Bun.sleep(1);
  socket.write(one("{ }"));
  // Others are served meanwhile.
  expect(await post(4)).toEqual({ got: 4 });
  expect(events.map(({ body }) => body.length)).toEqual([2, 4]);
  afterwards = () => Promise.reject(new Error("an error is nobody's"));
  resolve();
  while (!read.includes('{"got":3}')) await Bun.sleep(1);
  socket.write(one("{  }"));
  while (!read.includes('{"got":4}')) await Bun.sleep(1);
  socket.end();
});
