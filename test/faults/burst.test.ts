/** Thousands of events in one moment: each is answered, each is stored, and the daemon is not taken for frozen. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually } from "../e2e/pawl.ts";
import { isLong } from "./killer.ts";

const EVENTS = isLong ? 10_000 : 2_000;

test(
  `G13 ${EVENTS} events at once: all answered, all stored, by one daemon`,
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const pid = await pawl.pid();
    const token = await pawl.token();
    // One connection each: `fetch` would queue them on this side.
    const post = (i: number) =>
      rawPost(pawl.port, token, {
        hook_event_name: "PostToolUse",
        session_id: `burst-${i % 50}`,
        cwd: scratch.project,
        tool_name: "Read",
        tool_input: { file_path: `/p/${i}.ts` },
        tool_response: `line of file ${i}\n`.repeat(20),
        tool_use_id: `toolu_${i}`,
      });
    const answers = await Promise.all(Array.from({ length: EVENTS }, (_, i) => post(i)));
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    const stored = () => {
      using db = new Database(join(pawl.home, "pawl.db"), { readonly: true });
      return db.query<{ n: number }, []>("select count(distinct tool_use_id) as n from calls").get()?.n ?? 0;
    };
    await eventually(() => stored() >= EVENTS);
    expect(stored()).toBe(EVENTS);
    expect(await pawl.pid()).toBe(pid);
  },
  isLong ? 300_000 : 120_000,
);

/** The status of the answer; 0 without one. */
async function rawPost(port: number, token: string, event: object): Promise<number> {
  const body = JSON.stringify(event);
  const done = Promise.withResolvers<number>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open(opened) {
        opened.write(
          `POST /hook HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
            `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
      },
      data(_, chunk) {
        done.resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString("latin1"))?.[1] ?? 0));
      },
      close: () => done.resolve(0),
      error: () => done.resolve(0),
    },
  }).catch(() => undefined);
  if (socket === undefined) return 0;
  const status = await done.promise;
  socket.end();
  return status;
}
