/** The keeper's port and the daemon's socket under requests that no client of ours sends. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { packageDir } from "../../src/platform/paths.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl } from "../e2e/pawl.ts";
import { type BrokenRequest, brokenRequests } from "./broken-request.ts";

const REQUESTS = 10_000;
const AT_ONCE = 32;
/** An incomplete request is given up by us, not by the server. */
const GIVE_UP_MS = 15;
/** Only a test that fails waits this long. */
const ANSWER_MS = 30_000;

/** What a stack or a piece of our source would show. */
const SOURCE = [packageDir, "node_modules", ".ts:", "    at ", "<script>", "import {", "=> {", "bun:"];

type Server = { hostname: string; port: number } | { unix: string };

/** The whole answer, or what came before the connection ended. */
function exchange(server: Server, { bytes, isWhole }: BrokenRequest): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let got = "";
  let timer: ReturnType<typeof setTimeout>;
  const done = () => {
    clearTimeout(timer);
    resolve(got);
  };
  const socket: Bun.SocketHandler<undefined> = {
    open(opened) {
      timer = setTimeout(
        () => {
          if (isWhole) got += "(no answer)";
          opened.terminate();
          done();
        },
        isWhole ? ANSWER_MS : GIVE_UP_MS,
      );
      opened.write(bytes);
    },
    data(opened, chunk) {
      got += chunk.toString("latin1");
      if (!isComplete(got, bytes.subarray(0, 5).toString() === "HEAD ")) return;
      opened.end();
      done();
    },
    close: done,
    error: done,
  };
  const connected =
    "unix" in server ? Bun.connect({ ...server, socket }) : Bun.connect({ ...server, socket });
  connected.catch(done);
  return promise;
}

function isComplete(answer: string, isHead: boolean): boolean {
  const end = answer.indexOf("\r\n\r\n");
  if (end < 0) return false;
  if (isHead) return true;
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.slice(0, end))?.[1];
  return (
    length === undefined || answer.length >= end + 4 + Number(length) || /^HTTP\/1.1 (?:204|304)/.test(answer)
  );
}

test.each(["the keeper's port", "the daemon's own socket"])(
  "10,000 broken requests to %s get no 500 and no source, and the log stays short",
  async (where) => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    expect((await pawl.run(["up"])).exitCode).toBe(0);
    const pid = await pawl.pid();
    const hookToken = readFileSync(join(pawl.home, "hook-token"), "utf8").trim();
    const target = { port: pawl.port, token: await pawl.token(), hookToken };
    const requests = fc.sample(brokenRequests(target), { numRuns: REQUESTS, seed: 20_261 });

    const server =
      where === "the keeper's port"
        ? { hostname: "127.0.0.1", port: pawl.port }
        : { unix: join(pawl.home, "daemon.sock") };
    const statuses = new Map<string, number>();
    const queue = requests.values();
    const work = async () => {
      for (const request of queue) {
        const answer = await exchange(server, request);
        const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? "none";
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const shown = SOURCE.filter((text) => answer.includes(text));
        const isWrong = status === "500" || shown.length > 0 || answer.includes("(no answer)");
        if (isWrong)
          throw new Error(`${request.bytes.toString().slice(0, 1500)}\n→ ${answer.slice(0, 1500)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));

    // The requests are varied enough to say something: accepted ones and each kind of refusal are among them.
    for (const status of ["200", "400", "401", "403", "404", "413", "505"])
      expect([status, (statuses.get(status) ?? 0) > 20]).toEqual([status, true]);
    const log = join(pawl.home, "logs");
    for (const name of readdirSync(log))
      expect([name, statSync(join(log, name)).size < 500_000]).toEqual([name, true]);
    expect(existsSync(join(log, "pawl.log.1"))).toBe(false);
    expect(await pawl.pid()).toBe(pid);
    const headers = { authorization: `Bearer ${target.token}` };
    const { counts } = (await (await fetch(`${pawl.url}/api/daemon`, { headers })).json()) as {
      counts: object;
    };
    expect(Object.keys(counts).filter((name) => name.endsWith("_error"))).toEqual([]);
  },
  600_000,
);
