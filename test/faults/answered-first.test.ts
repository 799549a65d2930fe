/** A call that is answered before it is stored is not lost when the daemon is killed in between. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isAlive } from "../../src/platform/daemon-process.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually, type Pawl } from "../e2e/pawl.ts";
import { script, toJsonl } from "../fixtures/transcript-lines.ts";

const ID = "5e551017-0000-4000-8000-00000000000a";

function storedCalls(pawl: Pawl): string[] {
  using db = new Database(join(pawl.home, "pawl.db"), { readonly: true });
  return db
    .query<{ id: string }, []>("select tool_use_id as id from calls order by entry")
    .all()
    .map(({ id }) => id);
}

/** One connection for all events, as the client has one for a session. */
async function openLine({ hostname, port }: URL, token: string) {
  let read = "";
  let onRead: () => void = () => undefined;
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, chunk) {
        read += chunk.toString();
        onRead();
      },
      close: () => onRead(),
    },
  });
  return {
    /** The body of the answer. */
    async post(event: object): Promise<string> {
      read = "";
      const body = Buffer.from(JSON.stringify(event));
      const head = `POST /hook HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n`;
      socket.write(Buffer.concat([Buffer.from(head), body]));
      const isComplete = () => {
        const [start = "", answer] = read.split("\r\n\r\n");
        return answer?.length === Number(/content-length: *(\d+)/i.exec(start)?.[1]);
      };
      while (!isComplete()) {
        await new Promise<void>((resolve) => {
          onRead = resolve;
        });
      }
      return read.split("\r\n\r\n")[1] ?? "";
    },
  };
}

/** A session of Reads with a transcript, as the client has one. */
async function openSession() {
  const stack = new AsyncDisposableStack();
  const scratch = stack.use(await createScratch({ git: true }));
  const pawl = stack.use(await createPawl(scratch));
  await pawl.run(["up"]);
  const line = await openLine(new URL(pawl.url), await pawl.token());
  const transcript = join(scratch.home, ".claude", "projects", "p", `${ID}.jsonl`);
  const s = script("new", ID);
  const lines = [s.user("Look at the notes")];
  const write = () => writeFileSync(transcript, toJsonl(lines));
  mkdirSync(dirname(transcript), { recursive: true });
  write();
  return {
    pawl,
    async post(id: string): Promise<string> {
      const input = { file_path: `/p/${id}.md` };
      lines.push(s.call(id, "Read", input), s.result(id, `notes of ${id}`));
      write();
      return line.post({
        hook_event_name: "PostToolUse",
        session_id: ID,
        cwd: scratch.project,
        transcript_path: transcript,
        tool_name: "Read",
        tool_input: input,
        tool_response: `notes of ${id}`,
        tool_use_id: id,
      });
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function kill(pid: number): Promise<void> {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already: the keeper ends a daemon that does not answer.
  }
  expect(await eventually(async () => !isAlive(pid))).toBe(true);
}

const areStored = (pawl: Pawl, ids: string[]) =>
  eventually(async () => storedCalls(pawl).length >= ids.length).then(() =>
    expect(storedCalls(pawl)).toEqual(ids),
  );

test("killed between the answer and the commit: the next daemon reads the call from the transcript, once", async () => {
  await using session = await openSession();
  const { pawl, post } = session;
  // The first one is stored before its answer: from then on the store knows the transcript.
  expect(await post("toolu_1")).toBe("{}");
  expect(storedCalls(pawl)).toEqual(["toolu_1"]);

  const pid = await pawl.pid();
  const keeper = await pawl.keeperPid();
  const other = new Database(join(pawl.home, "pawl.db"));
  // Nobody can commit while this is open.
  other.run("begin immediate");
  expect(await post("toolu_2")).toBe("{}");
  // Without it, nobody else holds the event.
  await kill(keeper);
  await kill(pid);
  other.run("rollback");
  other.close();
  expect(storedCalls(pawl)).toEqual(["toolu_1"]);

  await pawl.run(["up"]);
  await areStored(pawl, ["toolu_1", "toolu_2"]);
}, 120_000);

test("the keeper answers what nothing is to be said about, also while the daemon is stopped, and it is stored once", async () => {
  await using session = await openSession();
  const { pawl, post } = session;
  for (const id of ["toolu_1", "toolu_2"]) expect(await post(id)).toBe("{}");
  await areStored(pawl, ["toolu_1", "toolu_2"]);
  process.kill(await pawl.pid(), "SIGSTOP");
  // Only the keeper gives this answer.
  expect(await post("toolu_3")).toBe('{"async":true}');
  await areStored(pawl, ["toolu_1", "toolu_2", "toolu_3"]);
}, 120_000);

test("keeper and daemon killed between the keeper's answer and the commit: the transcript has the call", async () => {
  await using session = await openSession();
  const { pawl, post } = session;
  for (const id of ["toolu_1", "toolu_2"]) expect(await post(id)).toBe("{}");
  await areStored(pawl, ["toolu_1", "toolu_2"]);
  const pids = [await pawl.keeperPid(), await pawl.pid()];
  process.kill(pids[1] as number, "SIGSTOP");
  expect(await post("toolu_3")).toBe('{"async":true}');
  for (const pid of pids) await kill(pid);
  await pawl.run(["up"]);
  await areStored(pawl, ["toolu_1", "toolu_2", "toolu_3"]);
}, 120_000);

test("a hook that the user writes in the middle of a session is asked at the very next call", async () => {
  await using session = await openSession();
  const { pawl, post } = session;
  for (const id of ["toolu_1", "toolu_2", "toolu_3"]) expect(await post(id)).toBe("{}");
  const command = `echo '{"systemMessage":"the hook was asked"}'`;
  const hooks = { PostToolUse: [{ hooks: [{ type: "command", command }] }] };
  writeFileSync(join(pawl.home, "config.json"), JSON.stringify({ hooks }));
  expect(await post("toolu_4")).toContain("the hook was asked");
  expect(await post("toolu_5")).toContain("the hook was asked");
}, 120_000);
