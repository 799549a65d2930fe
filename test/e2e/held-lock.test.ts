/** A real session while another process holds the database: it is answered, and nothing of it is lost. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { killAll } from "../faults/killer.ts";
import { createScratch, runClaude } from "./harness/client.ts";
import { callTool, say, startModel } from "./harness/model.ts";
import { createPawl, eventually } from "./pawl.ts";

const COMMANDS = ["echo one", "echo two", "echo three"];

test.each([false, true])(
  "every event of a session is stored once and in order, daemon and keeper killed meanwhile: %p",
  async (isKilled) => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    await using model = startModel([
      ...COMMANDS.map((command) => callTool("Bash", { command, description: "Say it" })),
      say("Said."),
    ]);
    const path = join(pawl.home, "pawl.db");
    const other = new Database(path);
    other.run("begin immediate");
    const { home, project } = scratch;
    const ran = await runClaude({ home, cwd: project, model, prompt: "Say three", allowedTools: ["Bash"] });
    expect(ran.exitCode).toBe(0);
    // By the hooks themselves: no transcript is read while the lock is held.
    expect(readdirSync(join(pawl.home, "spool")).length).toBeGreaterThan(0);
    if (isKilled) await killAll(pawl);
    other.run("rollback");
    other.close();
    if (isKilled) await pawl.run(["up"]);
    const stored = () => {
      using db = new Database(path, { readonly: true });
      return db
        .query<{ kind: string; said: string }, [string]>(
          `select e.kind, coalesce(t.text, json_extract(c.input, '$.command')) as said
           from entries e join sessions s on s.seq = e.session
           left join texts t on t.entry = e.id left join calls c on c.entry = e.id
           where s.id = ? and e.kind in ('prompt', 'observation', 'response') order by e.at, e.id`,
        )
        .all(ran.sessionId)
        .map(({ kind, said }) => `${kind}: ${said}`);
    };
    const expected = [
      "prompt: Say three",
      ...COMMANDS.map((command) => `observation: ${command}`),
      "response: Said.",
    ];
    expect(await eventually(() => stored().length >= expected.length)).toBe(true);
    expect(stored()).toEqual(expected);
  },
  180_000,
);
