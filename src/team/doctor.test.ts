/** The examination of this machine and its team, whose database answers what a test gives. */

import { expect, test } from "bun:test";
import { HELLO, openGiven, TEAM } from "../../test/team/given-connection.ts";
import { loadCliMessages } from "../locale/cli/index.ts";
import { examine as examineWith } from "./doctor.ts";
import type { OpenTeam } from "./open.ts";
import { TEAM_SCHEMA } from "./server/team-functions.ts";
import { teamIn } from "./sql/index.ts";

const { team: say } = await loadCliMessages("en");
const examine = (team: OpenTeam, now: () => number) => examineWith(team, say.doctor, now);

test("the examination tells of the server, its schema, its clock, missing projects and the outbox", async () => {
  const hello = {
    ...HELLO,
    version: TEAM_SCHEMA,
    projects: [{ id: 7, key: "p", seq: 0, rank: "writer" }],
  };
  await using at = await openGiven({ hello: () => hello });
  for (const project of ["p", "q"])
    await teamIn(at.store).saveTeamFolder({
      folder: `/${project}`,
      project,
    });
  const examined = async (now: number) =>
    (await examine(at.team, () => now)).map(({ ok, message }) => [ok, message]);
  expect(await examined(1_300_499)).toEqual([
    [true, "db:5432/shop answers."],
    [true, `The database has version ${TEAM_SCHEMA}, this Pawl ${TEAM_SCHEMA}.`],
    [true, "The clocks differ by 300 seconds."],
    [false, "No access to the project of /q."],
    [true, "The connection is made with sslmode=verify-full."],
    [true, "0 records waiting to be sent, 0 conflicts."],
  ]);
  await teamIn(at.store).dropTeamFolder("/q");
  hello.version = TEAM_SCHEMA + 1;
  expect((await examined(699_000)).slice(0, 4)).toEqual([
    [true, "db:5432/shop answers."],
    [false, `The database has version ${TEAM_SCHEMA + 1}, this Pawl ${TEAM_SCHEMA}.`],
    [false, "The clocks differ by 301 seconds."],
    [true, "All shared projects are open to you."],
  ]);
});

test("the examination of a server that is away tells why, and a maintainer's tells whether roles can be made", async () => {
  await using away = await openGiven({ hello: new Error("no route") });
  expect((await examine(away.team, () => 1)).slice(0, 2)).toMatchObject([
    { name: "server", ok: false, message: "db:5432/shop: no route" },
    { name: "encryption", ok: true },
  ]);
  const hello = { ...HELLO, member: { ...HELLO.member, rank: "maintainer" } };
  const refused = Object.assign(new Error("no"), { errno: "42501" });
  for (const [answer, ok] of [
    [[{ may: true }], true],
    [[{ may: false }], false],
    [[], false],
    [refused, false],
  ] as const) {
    await using at = await openGiven({ rolcreaterole: answer, hello });
    expect(await examine(at.team, () => 1_000_000)).toContainEqual(
      expect.objectContaining({ name: "roles", ok }),
    );
  }
  await using odd = await openGiven({ rolcreaterole: new Error("odd"), hello });
  expect(await examine(odd.team, () => 1)).toContainEqual(
    expect.objectContaining({ name: "server", ok: false, message: "db:5432/shop: odd" }),
  );
});

test("the examination tells of a connection that is not encrypted, except within this machine", async () => {
  const encryption = async (address: object) => {
    await using at = await openGiven(
      { hello: new Error("away") },
      { ...TEAM, address: { ...TEAM.address, ...address } },
    );
    const found = (await examine(at.team, () => 1)).find(({ name }) => name === "encryption");
    return [found?.ok, found?.message.match(/sslmode=([\w-]+)/)?.[1]];
  };
  expect(await encryption({ host: "localhost" })).toEqual([true, "disable"]);
  expect(await encryption({ host: "localhost", sslmode: "require" })).toEqual([true, "require"]);
  expect(await encryption({ sslmode: "require" })).toEqual([false, "require"]);
  expect(await encryption({ sslmode: "disable" })).toEqual([false, "disable"]);
});
