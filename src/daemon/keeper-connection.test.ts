/** How the daemon finds out who has the public port, against real sockets. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eventually, freePort } from "../../test/e2e/pawl.ts";
import { isProvenRequest, PROOF_HEADER, proveAnswer } from "../platform/keeper-process.ts";
import { attach, sayBye } from "./keeper-connection.ts";

const TOKEN = "the token";
const ADDRESS = { unix: "/home/dev/.pawl/daemon.sock" };
type Heard = { head: string; headers: Headers; body: string };
let heard: Heard[];
let lost: number;
let stop: () => void;
let sockets: Bun.Socket<undefined>[];
beforeEach(() => {
  heard = [];
  lost = 0;
  sockets = [];
  stop = () => undefined;
});
afterEach(() => stop());

/** A server that answers each request with what it is given; undefined closes the connection. */
function serve(answer: (request: Heard) => string | string[] | undefined): number {
  const server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: (socket) => void sockets.push(socket),
      data(socket, chunk) {
        const [head = "", body = ""] = chunk.toString().split("\r\n\r\n");
        const lines = head.split("\r\n").slice(1);
        const headers = new Headers(lines.map((line) => line.split(": ") as [string, string]));
        const request = { head: head.split("\r\n")[0] ?? "", headers, body };
        heard.push(request);
        const parts = [answer(request)].flat();
        if (parts[0] === undefined) return void socket.end();
        void (async () => {
          for (const part of parts) {
            socket.write(part ?? "");
            socket.flush();
            await Bun.sleep(5);
          }
        })();
      },
    },
  });
  stop = () => server.stop(true);
  return server.port;
}

const prove = ({ headers }: Heard) => proveAnswer(TOKEN, headers.get(PROOF_HEADER) ?? "");
const welcome = (request: Heard, more: { status?: string; pid?: string; proof?: string } = {}) =>
  [
    `HTTP/1.1 ${more.status ?? "200 OK"}`,
    `X-Pawl-Keeper: ${more.pid ?? "4711"}`,
    "x-pawl: 1.2.3",
    `x-pawl-proof: ${more.proof ?? prove(request)}`,
    "",
    "attached\n",
  ].join("\r\n");
const connect = (port: number) =>
  attach({ port, address: ADDRESS, version: "9.9.9", token: TOKEN, onLost: () => void lost++ });

describe("a keeper of ours", () => {
  test("is told who comes, with a proof, and says who it is", async () => {
    const port = serve((request) => welcome(request));
    const keeper = await connect(port);
    if (typeof keeper === "string") throw new Error(keeper);
    expect([keeper.pid, keeper.version, heard.length]).toEqual([4711, "1.2.3", 1]);
    const [{ head, headers, body } = { head: "", headers: new Headers(), body: "" }] = heard;
    expect(head).toBe("POST /keeper/attach HTTP/1.1");
    expect(JSON.parse(body)).toEqual({ pid: process.pid, version: "9.9.9", address: ADDRESS });
    expect([headers.get("host"), headers.get("content-type"), headers.get("content-length")]).toEqual([
      `127.0.0.1:${port}`,
      "application/json",
      String(body.length),
    ]);
    expect(isProvenRequest(TOKEN, headers, "/keeper/attach", body)).toBe(true);
    keeper.release();
  });

  test("may answer in parts, and what it sends later changes nothing", async () => {
    const port = serve((request) => {
      const whole = welcome(request);
      return [whole.slice(0, 20), whole.slice(20, -12), whole.slice(-12), "more\r\n\r\n"];
    });
    const keeper = await connect(port);
    expect(keeper).toMatchObject({ pid: 4711, version: "1.2.3" });
    expect(lost).toBe(0);
    if (typeof keeper !== "string") keeper.release();
  });

  test("without a version has none", async () => {
    const port = serve((request) => welcome(request).replace("x-pawl: 1.2.3\r\n", ""));
    const keeper = await connect(port);
    expect(keeper).toMatchObject({ pid: 4711, version: "" });
    if (typeof keeper !== "string") keeper.release();
  });

  test("that ends is noticed, once", async () => {
    const port = serve((request) => welcome(request));
    await connect(port);
    for (const socket of sockets) socket.end();
    expect(await eventually(() => lost > 0)).toBe(true);
    await Bun.sleep(5);
    expect(lost).toBe(1);
  });

  test("that the daemon lets go is not lost", async () => {
    let closed = 0;
    const port = serve((request) => welcome(request));
    const keeper = await connect(port);
    if (typeof keeper === "string") throw new Error(keeper);
    const [socket] = sockets;
    socket?.reload({ socket: { data: () => undefined, close: () => void closed++ } } as never);
    keeper.release();
    expect(await eventually(() => closed === 1)).toBe(true);
    await Bun.sleep(5);
    expect(lost).toBe(0);
  });
});

describe("another program", () => {
  test.each<[string, (request: Heard) => string | undefined]>([
    ["answers with an error", (request) => welcome(request, { status: "401 Unauthorized" })],
    ["does not know the token", (request) => welcome(request, { proof: "0".repeat(64) })],
    ["has no process id", (request) => welcome(request, { pid: "none" })],
    ["has a process id that is none", (request) => welcome(request, { pid: "0" })],
    ["has half a process", (request) => welcome(request, { pid: "1.5" })],
    ["is an ordinary server", () => "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"],
    ["closes without a word", () => undefined],
  ])("that %s is foreign, and is let go", async (_, answer) => {
    const port = serve(answer);
    expect(await connect(port)).toBe("foreign");
    expect(lost).toBe(0);
  });
});

test("where nobody listens, the keeper is absent", async () => {
  expect(await connect(await freePort())).toBe("absent");
});

describe("a daemon that stops", () => {
  test.each([true, false])("says so with a proof, restart: %p", async (restart) => {
    const port = serve(() => "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    await sayBye({ port, token: TOKEN, restart });
    const [{ head, headers, body } = { head: "", headers: new Headers(), body: "" }] = heard;
    expect([head, JSON.parse(body)]).toEqual(["POST /keeper/bye HTTP/1.1", { pid: process.pid, restart }]);
    expect(isProvenRequest(TOKEN, headers, "/keeper/bye", body)).toBe(true);
  });

  test("does not mind that the keeper is gone", async () => {
    await sayBye({ port: await freePort(), token: TOKEN, restart: false });
    expect(heard).toEqual([]);
  });
});
