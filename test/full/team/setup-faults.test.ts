/** Joining over a line that breaks: whoever was invited is in, or can join again with the same string. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { PawlError } from "../../../src/platform/errors.ts";
import { readTeam } from "../../../src/team/config.ts";
import { joinTeam } from "../../../src/team/join.ts";
import { parseInvitation } from "../../../src/team/join-string.ts";
import { openConnection } from "../../../src/team/server/connection.ts";
import { createTeamServer } from "../../../src/team/server/team-server.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../../postgres.ts";
import { startProxy } from "../../team/proxy.ts";
import { founder, inviteTo, type TeamHome } from "../../team/team-home.ts";

describe.skipIf(hasNoPostgres())("joining", () => {
  let server: Postgres;
  let ann: TeamHome;
  beforeAll(async () => {
    server = await startPostgres();
    ann = await founder(server.url, { isEncrypted: true });
  });
  afterAll(async () => {
    await ann[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test(
    "survives a cut at every message of the protocol",
    async () => {
      await using proxy = await startProxy(server.port);
      const invitationFor = async (name: string) => ({
        ...parseInvitation((await inviteTo(ann, name)).join),
        port: proxy.port,
      });
      proxy.cutAfter(Number.POSITIVE_INFINITY);
      await joinTeam(await invitationFor("Whole"), `${ann.dir}/whole.json`);
      const messages = proxy.messages();
      expect(messages).toBeGreaterThan(20);
      let again = 0;
      for (let at = 1; at <= messages; at++) {
        const invitation = await invitationFor(`Cut ${at}`);
        const file = `${ann.dir}/cut-${at}.json`;
        proxy.cutAfter(at);
        try {
          await joinTeam(invitation, file);
        } catch (error) {
          if (!(error instanceof PawlError) || error.code !== "team_unreachable") throw error;
          proxy.cutAfter(Number.POSITIVE_INFINITY);
          expect(readTeam(file)).toBeUndefined();
          again++;
          await joinTeam(invitation, file);
        }
        proxy.cutAfter(Number.POSITIVE_INFINITY);
        const team = readTeam(file);
        if (team === undefined) throw new Error(`nothing was kept after the cut at ${at}`);
        await using connection = openConnection(team.address);
        expect((await createTeamServer(connection).hello()).member).toMatchObject({
          name: `Cut ${at}`,
          joined: true,
        });
      }
      expect(again).toBeGreaterThan(0);
      console.log(`cut at ${messages} places, joined again ${again} times`);
    },
    10 * 60_000,
  );
});
