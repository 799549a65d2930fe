/** A team in the real client: three homes, three clones in different folders, one PostgreSQL. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { readTeam } from "../../src/team/config.ts";
import { openConnection } from "../../src/team/server/connection.ts";
import { hasNoPostgres, startPostgres } from "../postgres.ts";
import { callTool, say } from "./harness/model.ts";
import { eventually, type Pawl } from "./pawl.ts";
import { machine, ok, session } from "./team-machine.ts";

const LIMIT = 300_000;
const RULE = "Never push tags yourself.";
const DECISION = "Let's go with Redis for the job queue, not RabbitMQ.";

const bash = (command: string) => callTool("Bash", { command, description: "Run" });
describe.skipIf(hasNoPostgres())("team memory in the real client", () => {
  test(
    "what one member's sessions teach is in the other's next session with its author, and a third account gets nothing",
    async () => {
      await using server = await startPostgres();
      await using ann = await machine();
      await using mia = await machine("git@git.example:acme/shop.git");
      await using zoe = await machine();

      await ok(ann.pawl, ["team", "create", server.url, "--name", "Ann"]);
      await ok(ann.pawl, ["team", "share", "on"]);
      const { join: forMia } = await ann.pawl.json<{ join: string }>(["team", "invite", "Mia"]);
      await ok(mia.pawl, ["team", "join", forMia]);
      await ok(mia.pawl, ["team", "share", "on"]);
      // Zoe is in the team, and in another project only.
      await ok(ann.pawl, ["team", "share", "--as", "other", "--project", ann.scratch.home, "on"]);
      const { join: forZoe } = await ann.pawl.json<{ join: string }>([
        "team",
        "invite",
        "Zoe",
        "--project",
        ann.scratch.home,
      ]);
      await ok(zoe.pawl, ["team", "join", forZoe]);

      // What Ann's sessions teach: a rule, a decision, a solution, and a pitfall that came up three times.
      const config = join(ann.scratch.project, "config.json");
      await session(ann, `The release is due. ${RULE} ${DECISION}`, [
        bash("./check.sh"),
        callTool("Read", { file_path: config }),
        callTool("Edit", { file_path: config, old_string: '"shop" }', new_string: '"shop", "port": 80 }' }),
        bash("./check.sh"),
        say("It passes now."),
      ]);
      for (const turn of [1, 2, 3]) {
        await session(ann, `Run the tool, part ${turn}`, [
          bash("./tool.sh --all"),
          bash("./tool.sh --every"),
          say("Done."),
        ]);
      }
      const learned = async () =>
        (await ann.pawl.json<{ solutions: unknown[] }>(["solution", "list"])).solutions.length > 0 &&
        (await ann.pawl.json<{ memories: unknown[] }>(["memory", "list"])).memories.length >= 2;
      expect(await eventually(learned)).toBe(true);

      const has = async (pawl: Pawl, text: string) =>
        (await pawl.json<{ memories: { content: string }[] }>(["memory", "list"])).memories.some(
          ({ content }) => content === text,
        );
      // No command: the daemons synchronise by themselves.
      expect(await eventually(() => has(mia.pawl, RULE))).toBe(true);
      await ok(ann.pawl, ["team", "sync"]);
      await ok(mia.pawl, ["team", "sync"]);
      await mia.pawl.run(["down"]);
      await ok(mia.pawl, ["up"]);
      // A standing rule of somebody else's is a proposal until Mia keeps it.
      const { memories } = await mia.pawl.json<{
        memories: { uri: string; content: string; status: string }[];
      }>(["memory", "list"]);
      const rule = memories.find(({ content }) => content === RULE);
      expect(rule?.status).toBe("proposed");
      await ok(mia.pawl, ["memory", "keep", rule?.uri ?? ""]);

      const texts = await session(mia, "Hello there", [bash("./check.sh"), say("I see.")]);
      const first = texts[0] ?? "";
      expect(first).toContain(`“${RULE}” (Ann, today)`);
      expect(first).toContain(`Ann, today: “${DECISION}”`);
      expect(first).toContain("`./tool.sh --every` works. (Ann, today)");
      expect(first).not.toContain("failed like this before");
      expect(texts[1]).toContain("`./check.sh` failed like this before");
      expect(texts[1]).toContain("(Ann, today)");

      // Zoe's project is the same clone, but she has no access to it: by command, by daemon, by raw SQL.
      const asked = await zoe.pawl.run(["team", "share", "on"]);
      expect(asked.stdout).toContain("is not open to you in the team");
      await ok(zoe.pawl, ["team", "sync"]);
      const hers = await session(zoe, "Hello there", [bash("./check.sh"), say("I see.")]);
      for (const text of [RULE, DECISION, "(Ann, today)"]) expect(hers.join("\n")).not.toContain(text);
      const { address } = readTeam(join(zoe.pawl.home, "team.json")) ?? {};
      if (address === undefined) throw new Error("Zoe has no team");
      await using raw = openConnection(address);
      expect(await raw.query("select * from pawl.record")).toEqual([]);
      const all = await raw.query("select pawl.hello(null) as h, pawl.members() as m");
      expect(JSON.stringify(all)).not.toContain("acme/shop");
    },
    LIMIT,
  );
});
