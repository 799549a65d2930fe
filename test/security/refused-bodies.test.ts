/** A body that is refused is refused by its head, before it arrives; over a real socket. */
import { expect, test } from "bun:test";
import { connect } from "node:net";
import { BODY_LIMIT } from "../../src/platform/hook-request.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl } from "../e2e/pawl.ts";

/** What comes back for these bytes while nothing else is sent, until the other side closes. */
function answerTo(port: number, bytes: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let got = "";
  const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
  socket.on("data", (chunk) => {
    got += chunk.toString();
  });
  socket.on("error", () => undefined);
  socket.on("close", () => resolve(got));
  return promise;
}

test("no byte of a body is awaited from a caller without access, or above the limit", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  await pawl.run(["up"]);
  const token = await pawl.token();
  const head = (path: string, ...headers: string[]) =>
    [`POST ${path} HTTP/1.1`, `Host: 127.0.0.1:${pawl.port}`, ...headers, "", ""].join("\r\n");
  const mine = `Authorization: Bearer ${token}`;
  const large = `Content-Length: ${BODY_LIMIT + 1}`;
  const huge = `Content-Length: ${BODY_LIMIT * 100}`;
  const chunked = "Transfer-Encoding: chunked";
  const cases: [status: number, bytes: string][] = [
    [413, head("/hook", mine, large)],
    [413, head("/api/prompts", mine, large)],
    [413, head("/mcp", mine, large)],
    [413, head("/hook", mine, huge)],
    [401, head("/hook", large)],
    [401, head("/hook", chunked)],
    [401, head("/api/prompts", chunked, "Authorization: Bearer wrong")],
    [401, head("/nothing/here", large)],
    [403, head("/hook", mine, large, "Origin: http://evil.example")],
    [403, head("/hook", mine, chunked).replace(`127.0.0.1:${pawl.port}`, "evil.example")],
  ];
  for (const [status, bytes] of cases) {
    // Ends only because the daemon answers and closes: nothing of the body was sent.
    const answer = await answerTo(pawl.port, bytes);
    expect([bytes, answer.slice(0, 12)]).toEqual([bytes, `HTTP/1.1 ${status}`]);
  }
}, 120_000);

test("a body in chunks is refused as soon as it passes the limit, however long it would go on", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  await pawl.run(["up"]);
  const { promise, resolve } = Promise.withResolvers<number>();
  const piece = Buffer.alloc(1024 * 1024, "x");
  let sent = 0;
  const socket = connect(pawl.port, "127.0.0.1");
  const head = [
    `Host: 127.0.0.1:${pawl.port}`,
    `Authorization: Bearer ${await pawl.token()}`,
    "Transfer-Encoding: chunked",
  ];
  socket.write(`POST /api/prompts HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`);
  const push = () => {
    while (socket.writable) {
      sent += piece.length;
      if (!socket.write(Buffer.concat([Buffer.from("100000\r\n"), piece, Buffer.from("\r\n")]))) return;
    }
  };
  socket.on("drain", push);
  socket.on("error", () => undefined);
  socket.on("close", () => resolve(sent));
  push();
  // It ends although we would go on for ever: that is what counts. How much was on its way by then is up to the machine.
  expect(await promise).toBeGreaterThan(BODY_LIMIT);
  expect((await pawl.json<{ running: boolean }>(["status"])).running).toBe(true);
}, 120_000);
