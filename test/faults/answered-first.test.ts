/** A call that is answered before it is stored is not lost when the daemon is killed in between. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

test("killed between the answer and the commit: the next daemon reads the call from the transcript, once", async () => {
  await using scratch = await createScratch({ git: true });
  await using pawl = await createPawl(scratch);
  await pawl.run(["up"]);
  const token = await pawl.token();
  const transcript = join(scratch.home, ".claude", "projects", "p", `${ID}.jsonl`);
  const s = script("new", ID);
  const lines = [s.user("Look at the notes")];
  const read = (id: string) => ({ name: "Read", input: { file_path: `/p/${id}.md` } });
  const write = () => writeFileSync(transcript, toJsonl(lines));
  mkdirSync(dirname(transcript), { recursive: true });
  write();
  const post = async (id: string) => {
    lines.push(s.call(id, read(id).name, read(id).input), s.result(id, `notes of ${id}`));
    write();
    const answer = await fetch(`${pawl.url}/hook`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({
        hook_event_name: "PostToolUse",
        session_id: ID,
        cwd: scratch.project,
        transcript_path: transcript,
        tool_name: read(id).name,
        tool_input: read(id).input,
        tool_response: `notes of ${id}`,
        tool_use_id: id,
      }),
    });
    return answer.text();
  };
  // The first one is stored before its answer: from then on the store knows the transcript.
  expect(await post("toolu_1")).toBe("{}");
  expect(storedCalls(pawl)).toEqual(["toolu_1"]);

  const pid = await pawl.pid();
  const other = new Database(join(pawl.home, "pawl.db"));
  // Nobody can commit while this is open.
  other.run("begin immediate");
  expect(await post("toolu_2")).toBe("{}");
  process.kill(pid, "SIGKILL");
  await eventually(async () => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  });
  other.run("rollback");
  other.close();
  expect(storedCalls(pawl)).toEqual(["toolu_1"]);

  await pawl.run(["up"]);
  expect(await eventually(async () => storedCalls(pawl).length > 1)).toBe(true);
  expect(storedCalls(pawl)).toEqual(["toolu_1", "toolu_2"]);
}, 60_000);
