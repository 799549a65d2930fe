/** A team whose database is behind PgBouncer in transaction mode: every statement may run on another connection. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { memoriesIn } from "../../../src/memory/sql/index.ts";
import { joinTeam } from "../../../src/team/join.ts";
import { parseInvitation } from "../../../src/team/join-string.ts";
import { AUTH_STATEMENTS, hasNoPgBouncer, startPgBouncer } from "../../pgbouncer.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../../postgres.ts";
import { differences, readServer } from "../../team/equal.ts";
import { founder, inviteTo, member, PROJECT, remove, type TeamHome } from "../../team/team-home.ts";

const MEMBERS = 6;
const ROUNDS = 15;

describe.skipIf(hasNoPostgres() || hasNoPgBouncer())("behind PgBouncer", () => {
  let server: Postgres;
  const homes: TeamHome[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    const admin = new Bun.SQL(server.superUrl, { prepare: false, max: 1 });
    for (const statement of AUTH_STATEMENTS) await admin.unsafe(statement);
    await admin.close();
  });
  afterAll(async () => {
    for (const home of homes) await home[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test("members are created, invited, join with a password of their own, share, and get everything by asking", async () => {
    await using bouncer = await startPgBouncer(server, { query: true });
    const through = (url: string) => url.replace(`:${server.port}/`, `:${bouncer.port}/`);
    const ann = await founder(through(server.url));
    homes.push(ann);
    await ann.share();
    for (let place = 1; place < MEMBERS; place++) {
      const home = await member(ann, `Member ${place}`);
      homes.push(home);
      expect(home.team.config.address.port).toBe(bouncer.port);
      await home.share();
    }
    // All at once, with two connections to the server for each role: answers must not get mixed up.
    await Promise.all(
      homes.map(async (home, place) => {
        for (let round = 0; round < ROUNDS; round++) {
          await home.remember(`project://m${place}/n${round}`, `Member ${place} said ${round}.`);
          await home.sync();
        }
      }),
    );
    for (const home of homes) await home.sync();
    expect(await differences(homes, PROJECT, await readServer(server.superUrl, PROJECT))).toEqual([]);
    for (const home of homes) expect(await home.contents()).toHaveLength(MEMBERS * ROUNDS);
    const last = homes.at(-1);
    const memory = await (last &&
      memoriesIn(last.store).memory({ uri: "project://m2/n3", project: last.folder }));
    expect(memory).toMatchObject({
      content: "Member 2 said 3.",
      provenance: { team: { author: "Member 2" } },
    });
    await remove(ann, "Member 5");
    // On a line that was open PgBouncer lets it wait; a new one it refuses.
    last?.reopen();
    await expect(last?.sync()).rejects.toThrow("refused");
  }, 120_000);

  test("a role that is not in its list is refused in words that say so", async () => {
    const { user, password } = homes[0]?.team.config.address ?? { user: "", password: "" };
    await using bouncer = await startPgBouncer(server, { list: { [user]: password } });
    const ann = homes[0] as TeamHome;
    ann.patch((team) => ({ ...team, address: { ...team.address, port: bouncer.port } }));
    const { join } = await inviteTo(ann, "Unknown");
    const error = await joinTeam(parseInvitation(join), `${ann.dir}/unknown.json`).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({
      code: "team_login",
      hint: expect.stringContaining("PgBouncer"),
    });
  });
});
