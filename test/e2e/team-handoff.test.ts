/** Handing over through a team in the real client: three homes, three clones, one PostgreSQL. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hasNoPostgres, startPostgres } from "../postgres.ts";
import { callTool, say } from "./harness/model.ts";
import { eventually, type Pawl } from "./pawl.ts";
import { machine, ok, session } from "./team-machine.ts";

const LIMIT = 300_000;
const LAST = "The totals are rounded, the taxes are not.";
const DECISION = "Let's go with Redis for the job queue, not RabbitMQ.";

interface Listed {
  id: string;
  way: string;
  name: string;
  state: string;
  taken: { name: string; at: number }[];
}
const list = async (pawl: Pawl) => (await pawl.json<{ handoffs: Listed[] }>(["handoff", "--list"])).handoffs;

describe.skipIf(hasNoPostgres())("handing over through the team in the real client", () => {
  test(
    "the named member's next session starts with it, once, and nobody else's; the sender reviews it and sees that it was taken",
    async () => {
      await using server = await startPostgres();
      await using ann = await machine();
      await using mia = await machine("git@git.example:acme/shop.git");
      await using zoe = await machine();
      await ok(ann.pawl, ["team", "create", server.url, "--name", "Ann"]);
      await ok(ann.pawl, ["team", "share", "on"]);
      for (const [name, { pawl }] of [["Mia", mia] as const, ["Zoe", zoe] as const]) {
        const { join: text } = await ann.pawl.json<{ join: string }>(["team", "invite", name]);
        await ok(pawl, ["team", "join", text]);
        await ok(pawl, ["team", "share", "on"]);
      }

      const config = join(ann.scratch.project, "config.json");
      const secret = ["ghp", "x7Qm2Vb9Lk4Rt8Zp1Wn5Yc3Hd6Jf0SgAeUi2"].join("_");
      await session(ann, `Round the invoice totals; the token is ${secret}. ${DECISION}`, [
        callTool("Read", { file_path: config }),
        callTool("Edit", { file_path: config, old_string: "shop", new_string: "store" }),
        say(LAST),
      ]);
      const hasAnswer = async () => (await ann.pawl.run(["handoff", "--dry-run"])).stdout.includes(LAST);
      expect(await eventually(hasAnswer)).toBe(true);

      // Shown in full, and nothing goes before somebody agreed: not with a dry run, not without a person.
      const dry = await ann.pawl.run(["handoff", "--to", "Mia", "--dry-run"]);
      expect([dry.exitCode, dry.stderr]).toEqual([0, ""]);
      for (const text of [LAST, DECISION, "config.json", "[redacted:github]"])
        expect(dry.stdout).toContain(text);
      expect((await ann.pawl.run(["handoff", "--to", "Mia"])).exitCode).toBe(1);
      // Inside a session, `--yes` is the model's word.
      const inside = await ann.pawl.run(["handoff", "--to", "Mia", "--yes"], { env: { CLAUDECODE: "1" } });
      expect(inside.exitCode).toBe(1);
      expect(await list(ann.pawl)).toEqual([]);
      const wrong = await ann.pawl.run(["handoff", "--to", "Nobody", "--yes"]);
      expect([wrong.exitCode, wrong.stderr.includes("Nobody")]).toEqual([1, true]);

      expect(await ok(ann.pawl, ["handoff", "--to", "mia", "--yes"])).toContain("mia");
      expect((await list(ann.pawl))[0]).toMatchObject({ way: "out", name: "mia", state: "sent", taken: [] });
      const sql = new Bun.SQL(server.superUrl, { prepare: false, max: 1 });
      const [row] = await sql.unsafe("select convert_from(body, 'utf8') as text from pawl.handoff");
      await sql.close();
      expect(row.text).toContain(LAST);
      expect(row.text).not.toContain(secret);

      // No command: the daemons synchronise by themselves. Zoe's and the sender's sessions are not given it.
      const waits = async () => (await list(mia.pawl)).some(({ state }) => state === "waiting");
      expect(await eventually(waits, 90_000)).toBe(true);
      await ok(zoe.pawl, ["team", "sync"]);
      for (const other of [zoe, ann]) {
        const texts = await session(other, "Hello there", [say("Hello.")]);
        expect(texts.join("\n")).not.toContain("pawl-handoff");
      }
      expect(await list(zoe.pawl)).toEqual([]);

      const [first = ""] = await session(mia, "Hello there", [say("Hello.")]);
      expect(first.match(/<pawl-handoff>/g)).toHaveLength(1);
      expect(first).toMatch(/from Ann, (now|\d+ minutes? ago)/);
      expect(first).toContain(`- Last state: “${LAST}”`);
      expect(first).toContain(`“${DECISION}”`);
      expect(first).toContain("- Changed: “config.json”");
      expect(first).not.toContain(secret);
      const [again = ""] = await session(mia, "Hello again", [say("Hello.")]);
      expect(again).toContain("Hello again");
      expect(again).not.toContain("pawl-handoff");

      await ok(mia.pawl, ["team", "sync"]);
      await ok(ann.pawl, ["team", "sync"]);
      expect((await list(ann.pawl))[0]?.taken).toMatchObject([{ name: "Mia" }]);
      expect(await ok(ann.pawl, ["handoff", "--list"])).toMatch(/to mia\s+taken by Mia \d{4}/);
      expect(await ann.pawl.json(["team", "status"])).toMatchObject({
        handoffs: { sent: 0, taken: 1, waiting: 0 },
      });
      expect(readFileSync(join(mia.pawl.home, "logs", "pawl.log"), "utf8")).not.toContain(LAST);
    },
    LIMIT,
  );
});
