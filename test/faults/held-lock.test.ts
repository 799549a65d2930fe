/** Another process holds the database's lock, and daemon and keeper are killed meanwhile: no event is lost. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually } from "../e2e/pawl.ts";
import { isLong, killAll } from "./killer.ts";

/** A lock that lasts until so many rounds of events were answered; each round ends with a kill. */
const ROUNDS = isLong ? 12 : 2;
const EVENTS = 3;

test("events that found the lock held are stored once and in order, whoever was killed meanwhile", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  await pawl.run(["up"]);
  const sent: string[] = [];
  const ask = async (text: string) => {
    sent.push(text);
    const body = { hook_event_name: "UserPromptSubmit", session_id: "held", cwd: scratch.project };
    const ran = await pawl.run(["hook"], {
      stdin: JSON.stringify({ ...body, prompt: text, prompt_id: text }),
    });
    expect([text, ran.exitCode]).toEqual([text, 0]);
  };
  await ask("before");
  using other = new Database(join(pawl.home, "pawl.db"));
  other.run("begin immediate");
  for (let round = 0; round < ROUNDS; round++) {
    for (let n = 0; n < EVENTS; n++) await ask(`round ${round} event ${n}`);
    await killAll(pawl);
  }
  other.run("rollback");
  await pawl.run(["up"]);
  await ask("after");
  const stored = () => {
    using db = new Database(join(pawl.home, "pawl.db"), { readonly: true });
    return db
      .query<{ text: string }, []>(
        "select t.text from entries e join texts t on t.entry = e.id where e.kind = 'prompt' order by e.at, e.id",
      )
      .all()
      .map(({ text }) => text);
  };
  await eventually(() => stored().length >= sent.length, 60_000);
  expect(stored()).toEqual(sent);
}, 300_000);
