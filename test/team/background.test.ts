/** The daemon's rounds, in their thread, with a real server and a real thread. */
import { describe, expect, test } from "bun:test";
import { homeAt } from "../../src/platform/paths.ts";
import { startTeamBackground } from "../../src/team/background.ts";
import { writeTeam } from "../../src/team/config.ts";
import { freePort } from "../e2e/pawl.ts";
import { hasNoPostgres, startPostgres } from "../postgres.ts";
import { founder, member } from "./team-home.ts";

describe.skipIf(hasNoPostgres())("a team's rounds in the background", () => {
  test("tell once that the server is away and that it is back, and bring what others shared", async () => {
    await using server = await startPostgres();
    await using ann = await founder(server.url);
    await ann.share();
    await using mia = await member(ann, "Mia");
    await mia.share();
    await mia.remember("project://rules/tax", "Tax is 19 %.");
    await mia.sync();
    // At first this machine knows a wrong port; what it wrote under another device stays valid.
    const team = ann.team.config;
    writeTeam(ann.file, {
      ...team,
      device: "wrong",
      address: { ...team.address, port: await freePort() },
    });
    const said: string[] = [];
    let pulls = 0;
    const news: object[] = [];
    let ended = Promise.withResolvers<void>();
    const background = startTeamBackground({
      home: homeAt(ann.dir),
      now: () => 1_000_000,
      lastWork: () => 1_000_000,
      onRound: () => ended.resolve(),
      onNews: (all) => news.push(...all.map(({ added, gone }) => ({ added, gone }))),
      onPulled: () => pulls++,
      log: {
        info: (message) => said.push(message),
        warn: (message, about) => said.push(`${message} ${Object(about).code}`),
      },
      lookMs: 5,
    });
    const round = async () => {
      ended = Promise.withResolvers();
      background.soon();
      await ended.promise;
    };
    try {
      await ended.promise;
      await round();
      const away = "the team could not be reached team_unreachable";
      expect([said, pulls]).toEqual([[away], 0]);
      writeTeam(ann.file, team);
      await round();
      expect([said, pulls]).toEqual([[away, "the team is reached again"], 1]);
      expect(await ann.contents()).toEqual(["Tax is 19 %."]);
      // Nothing came in this time, and nothing is said again.
      await round();
      expect([said, pulls]).toEqual([[away, "the team is reached again"], 1]);
      await mia.remember("project://rules/port", "The port is 5432.");
      await mia.sync();
      await round();
      expect([said.length, pulls]).toEqual([2, 2]);
      expect(await ann.contents()).toEqual(["Tax is 19 %.", "The port is 5432."]);
      // Whose words one reads, and who reads one's own: both when somebody comes and when they leave.
      await using zoe = await member(ann, "Zoe");
      await round();
      await zoe.team.server.remove("Zoe");
      await round();
      expect(news).toEqual([
        { added: ["Zoe"], gone: [] },
        { added: [], gone: ["Zoe"] },
      ]);
    } finally {
      await background.close();
    }
  });
});
