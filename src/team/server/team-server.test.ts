/** What is made of the database's answers. They are given; test/team asks a real PostgreSQL. */
import { expect, test } from "bun:test";
import { answering } from "../../../test/team/given-connection.ts";
import { TEAM_SCHEMA } from "./team-functions.ts";
import { createTeamServer } from "./team-server.ts";

const saying = (hello: object) => createTeamServer(answering({ "pawl.hello": hello }).connection).hello();

test("a server that works with this version is taken, also a newer one that says so", async () => {
  for (const version of [TEAM_SCHEMA, TEAM_SCHEMA + 2])
    expect(await saying({ version, minClient: TEAM_SCHEMA, team: "t" })).toMatchObject({ team: "t" });
});

test("a server that needs a newer Pawl, and one that is older, are named with both versions", async () => {
  const newer = { version: TEAM_SCHEMA + 2, minClient: TEAM_SCHEMA + 1 };
  await expect(saying(newer)).rejects.toMatchObject({
    ...{ code: "team_newer", params: { version: TEAM_SCHEMA + 2, known: TEAM_SCHEMA } },
  });
  const older = { version: TEAM_SCHEMA - 1, minClient: 1 };
  await expect(saying(older)).rejects.toMatchObject({
    ...{ code: "team_older", params: { version: TEAM_SCHEMA - 1, known: TEAM_SCHEMA } },
  });
});

test("lists and objects go to the database's functions as JSON, the rest as it is", async () => {
  const at = answering({ "pawl.push": { answers: [], seq: 4, mark: "m" } });
  const server = createTeamServer(at.connection);
  await server.push(7, [{ op: "forget", id: "a" }]);
  await server.setMembership(7, "Mia", undefined);
  expect(at.asked).toEqual([
    { text: "select pawl.push($1, $2::text::jsonb) as answer", values: [7, '[{"op":"forget","id":"a"}]'] },
    { text: "select pawl.set_membership($1, $2, $3) as answer", values: [7, "Mia", null] },
  ]);
});
