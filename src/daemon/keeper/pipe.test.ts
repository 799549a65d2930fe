/** Bytes between a connection and a server on this machine, with a client that takes as much as the test lets it. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { joinTo } from "./pipe.ts";

let server: Bun.TCPSocketListener<undefined>;
let received: string;
let atServer: Bun.Socket<undefined> | undefined;
let closed: number;
beforeEach(() => {
  [received, atServer, closed] = ["", undefined, 0];
  server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: (socket) => {
        atServer = socket;
      },
      data: (_, chunk) => {
        received += chunk.toString();
      },
      close: () => {
        closed++;
      },
    },
  });
});
afterEach(() => server.stop(true));

/** `room`: how many bytes it takes before it is full. */
function client(room = Number.POSITIVE_INFINITY) {
  const state = { room, got: "", ended: 0, held: 0 };
  const socket = {
    write(chunk: Uint8Array) {
      const taken = Math.min(chunk.length, state.room);
      state.room -= taken;
      state.got += Buffer.from(chunk.subarray(0, taken)).toString();
      // A socket that is full says so by a number below zero, too.
      return taken === 0 && chunk.length > 0 ? -1 : taken;
    },
    end: () => void state.ended++,
    pause: () => void state.held++,
    resume: () => void state.held--,
  };
  return { state, socket };
}

const bytes = (text: string) => new TextEncoder().encode(text);
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}

test("what was sent before and after the connection stands arrives in order, and the answer comes back", async () => {
  const { state, socket } = client();
  const pipe = joinTo(socket, server.port, [bytes("one "), bytes("two ")]);
  pipe.data(bytes("three "));
  await until(() => received === "one two three ");
  pipe.data(bytes("four"));
  await until(() => received === "one two three four");
  atServer?.write("answer");
  await until(() => state.got === "answer");
  expect(state).toMatchObject({ ended: 0, held: 0 });
});

test("what a full client has no room for waits for it, and it ends when all is written", async () => {
  const { state, socket } = client(3);
  const pipe = joinTo(socket, server.port, [bytes("x")]);
  await until(() => received === "x");
  atServer?.end("answer");
  await until(() => closed === 1);
  await until(() => state.got === "ans");
  expect(state.ended).toBe(0);
  state.room = 1;
  pipe.drain();
  expect([state.got, state.ended]).toEqual(["answ", 0]);
  state.room = 10;
  pipe.drain();
  await until(() => state.ended > 0);
  expect([state.got, state.ended]).toEqual(["answer", 1]);
});

test("the end of the client is the end of its connection, also when that comes first", async () => {
  const early = client();
  joinTo(early.socket, server.port, [bytes("never sent")]).end();
  await until(() => closed === 1);
  expect(received).toBe("");
  const late = client();
  const pipe = joinTo(late.socket, server.port, [bytes("x")]);
  await until(() => received === "x");
  pipe.end();
  await until(() => closed === 2);
});

test("where nobody listens the client's connection ends", async () => {
  const { port } = server;
  server.stop(true);
  const { state, socket } = client();
  joinTo(socket, port, []);
  await until(() => state.ended > 0);
  expect(state.got).toBe("");
});
