/** A proxy in front of PostgreSQL that can be silent, slow, closed, or cut the line after a number of messages. */
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../e2e/pawl.ts";

export interface TestProxy extends AsyncDisposable {
  port: number;
  /** `refuse`: closes at once. `silent`: takes everything and answers nothing. */
  mode: "pass" | "refuse" | "silent";
  delayMs: number;
  /** Cuts both lines after so many messages of the protocol in either direction, counted from now; then passes again. */
  cutAfter(messages: number): void;
  /** Messages since `cutAfter`, or since the start. */
  messages(): number;
  cutNow(): void;
}

export async function startProxy(target: number): Promise<TestProxy> {
  const port = await freePort();
  const lines = new Set<Socket>();
  let limit: number | undefined;
  let count = 0;

  function cutNow(): void {
    for (const line of lines) line.destroy();
    lines.clear();
  }

  /** True if the line was cut with this one. */
  function counted(): boolean {
    count++;
    if (limit === undefined || count < limit) return false;
    limit = undefined;
    cutNow();
    return true;
  }

  function pump(from: Socket, to: Socket, split: (chunk: Buffer) => Buffer[]): void {
    from.on("data", (chunk: Buffer) => {
      if (proxy.mode === "silent") return;
      const send = () => {
        for (const message of split(chunk)) {
          if (to.destroyed) return;
          // The message that is cut does not arrive.
          if (counted()) return;
          to.write(message);
        }
      };
      if (proxy.delayMs > 0) setTimeout(send, proxy.delayMs / 2);
      else send();
    });
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  }

  const server = createServer((client) => {
    if (proxy.mode === "refuse") {
      client.destroy();
      return;
    }
    const upstream = connect(target, "127.0.0.1");
    for (const line of [client, upstream]) {
      lines.add(line);
      line.on("close", () => lines.delete(line));
    }
    pump(client, upstream, createSplitter(true));
    pump(upstream, client, createSplitter(false));
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", () => done()));

  const proxy: TestProxy = {
    port,
    mode: "pass",
    delayMs: 0,
    cutAfter(messages) {
      count = 0;
      limit = messages;
    },
    messages: () => count,
    cutNow,
    async [Symbol.asyncDispose]() {
      cutNow();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
  return proxy;
}

/** Messages are a letter, a length and so many bytes; the client's first one has no letter. */
function createSplitter(isClient: boolean): (chunk: Buffer) => Buffer[] {
  let kept = Buffer.alloc(0);
  let isFirst = isClient;
  return (chunk) => {
    kept = Buffer.concat([kept, chunk]);
    const messages: Buffer[] = [];
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (kept.length < head + 4) return messages;
      const size = head + kept.readUInt32BE(head);
      if (kept.length < size) return messages;
      messages.push(kept.subarray(0, size));
      kept = kept.subarray(size);
      isFirst = false;
    }
  };
}
