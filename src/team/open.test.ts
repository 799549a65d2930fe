/** The team of this machine. Its file and its store are real; what the database answers is given. */

import { expect, test } from "bun:test";
import { HELLO, openGiven as open, TEAM } from "../../test/team/given-connection.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { readTeam, type TeamConfig } from "./config.ts";
import { newMemberKeys, newTeamSecrets, randomKey, sealFor } from "./encryption/keys.ts";
import { listWaiting } from "./review.ts";
import { TEAM_SCHEMA } from "./server/team-functions.ts";
import { teamIn } from "./sql/index.ts";

test("another team in the same database is not this machine's", async () => {
  await using at = await open({ hello: { ...HELLO, team: "other" } });
  await expect(at.team.hello()).rejects.toMatchObject({ code: "team_other" });
});

test("an older database is not worked with", async () => {
  await using at = await open({ hello: { ...HELLO, version: TEAM_SCHEMA - 1 } });
  await expect(at.team.hello()).rejects.toMatchObject({ code: "team_older" });
});

function encrypted() {
  const secrets = newTeamSecrets();
  const keys = { ...newMemberKeys(), ...secrets };
  const config: TeamConfig = { ...TEAM, encrypted: true, keys };
  const sealed = (version: number, key: string, naming = secrets.naming) => ({
    version,
    sealed: sealFor(keys.public, JSON.stringify({ naming, key })).toString("base64"),
  });
  return { secrets, keys, config, sealed };
}

test("a new key of the team is taken over and kept; one that is known is not asked for", async () => {
  const { config, sealed, secrets } = encrypted();
  const key = randomKey();
  let keyVersion = 1;
  await using at = await open(
    {
      hello: () => ({ ...HELLO, encrypted: true, keyVersion }),
      sealed_keys: [sealed(1, "another"), sealed(2, key)],
    },
    config,
  );
  await at.team.hello();
  expect(at.count("sealed_keys")).toBe(0);
  keyVersion = 2;
  await at.team.hello();
  expect(at.team.config.keys?.versions).toEqual({ 1: secrets.versions[1] as string, 2: key });
  expect(readTeam(at.file)).toEqual(at.team.config);
  expect(at.team.parts().codec.keyVersion).toBe(2);
  await at.team.hello();
  expect(at.count("sealed_keys")).toBe(1);
});

test("a new key that holders of the old ones did not make is refused and not kept", async () => {
  const { config, sealed } = encrypted();
  await using at = await open(
    {
      "pawl.hello": { ...HELLO, encrypted: true, keyVersion: 2 },
      sealed_keys: [sealed(2, randomKey(), "forged")],
    },
    config,
  );
  await expect(at.team.hello()).rejects.toMatchObject({ code: "team_forged" });
  expect(readTeam(at.file)).toEqual(config);
});

test("a round reads handoffs when their mark changes, and not while it stays", async () => {
  const hello = { ...HELLO, handoffs: "m1" };
  await using at = await open({ hello: () => hello });
  const reads = async () => {
    const before = at.count("pawl.handoff h");
    expect(await at.team.sync()).toMatchObject({ pushed: 0, pulled: 0 });
    return at.count("pawl.handoff h") - before;
  };
  expect([await reads(), await reads()]).toEqual([1, 0]);
  hello.handoffs = "m2";
  expect([await reads(), await reads()]).toEqual([1, 0]);
});

test("what waits to go out is known although the server is away", async () => {
  await using at = await open({ hello: () => new Error("away") });
  await teamIn(at.store).saveTeamFolder({
    folder: "/f",
    project: "p",
  });
  await memoriesIn(at.store).saveMemory({
    ...{ uri: "project://a", project: "/f", content: "A.", origin: "user", redaction: 1, author: "u", at: 1 },
  });
  await expect(at.team.sync()).rejects.toThrow("away");
  expect(await teamIn(at.store).teamCounts()).toMatchObject({ pending: 1 });
});

test("records that wait for a second person are readable; one that is not can be rejected", async () => {
  const text = (body: object) => new TextEncoder().encode(JSON.stringify(body));
  const memory = { kind: "memory", uri: "project://a", content: "A secret.", priority: 5 };
  const body = text({ ...memory, status: "active", origin: "user" });
  const row = {
    project: 7,
    id: "a",
    rev: "r",
    seq: 1,
    author: 2,
    at: 4.6,
    seen: {},
    state: "waiting",
    keyVersion: 0,
    body,
  };
  const member = { name: "Mia", rank: "writer", isRemoved: false, projects: [7] };
  await using at = await open({
    "pawl.hello": { ...HELLO, projects: [{ id: 7, key: "p", seq: 1, rank: "writer" }] },
    "pawl.members": [{ id: 2, ...member }],
    "'waiting'": [
      row,
      { ...row, id: "b", author: 9 },
      { ...row, project: 8 },
      { ...row, body: null },
      { ...row, body: text({ kind: "later" }) },
    ],
  });
  const shown = {
    ...{ project: 7, rev: "r", at: 5, kind: "memory", text: "project://a: A [x]." },
    body: { ...memory, content: "A [x].", status: "active", origin: "user" } as never,
  };
  const redact = { text: (one: string) => one.replaceAll("secret", "[x]"), version: 1 };
  expect(await listWaiting(at.team, redact)).toEqual([
    { ...shown, id: "a", author: "Mia" },
    { ...shown, id: "b", author: "#9" },
    { project: 7, id: "a", rev: "r", at: 5, author: "Mia", kind: "unreadable", text: "" },
  ]);
});
