/** The team of this machine. Its file and its store are real; what the database answers is given. */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { answering } from "../../test/team/given-connection.ts";
import { openTempStore } from "../../test/temp-store.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { readTeam, type TeamConfig, writeTeam } from "./config.ts";
import { examine } from "./doctor.ts";
import { newMemberKeys, newTeamSecrets, randomKey, sealFor } from "./encryption/keys.ts";
import { openTeam } from "./open.ts";
import { listWaiting } from "./review.ts";
import { SCHEMA_VERSION } from "./server/team-functions.ts";
import { teamIn } from "./sql/index.ts";

const TEAM: TeamConfig = {
  ...{ team: "t", member: { id: 1, name: "Ann" }, device: "d", encrypted: false },
  address: { host: "db", port: 5432, database: "shop", user: "ann", password: "p" },
};
const HELLO = {
  ...{ version: SCHEMA_VERSION, minClient: 1, team: "t", encrypted: false, review: false, keyVersion: 0 },
  ...{
    now: 1_000_000,
    member: { id: 1, name: "Ann", rank: "writer", joined: true },
    projects: [] as object[],
    ...{ handoffs: "", hasLeft: false, wishes: 0, waiting: 0 },
  },
};

async function open(answers: Record<string, unknown>, config = TEAM) {
  const at = await openTempStore();
  const file = join(at.dir, "team.json");
  writeTeam(file, config);
  const server = answering(answers);
  const team = openTeam({
    ...{ file, store: at.store, redact: { text: (text) => text.replaceAll("secret", "[x]"), version: 1 } },
    ...{ now: () => 1_000_000, isExcluded: () => false },
    connect: () => server.connection,
  });
  return { ...server, team, file, store: at.store, [Symbol.asyncDispose]: at[Symbol.asyncDispose] };
}

test("another team in the same database is not this machine's", async () => {
  await using at = await open({ hello: { ...HELLO, team: "other" } });
  await expect(at.team.hello()).rejects.toMatchObject({ code: "team_other" });
});

test("an older database is not worked with", async () => {
  await using at = await open({ hello: { ...HELLO, version: SCHEMA_VERSION - 1 } });
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

test("the examination tells of the server, its schema, its clock, missing projects and the outbox", async () => {
  const hello = {
    ...HELLO,
    version: SCHEMA_VERSION,
    projects: [{ id: 7, key: "p", seq: 0, rank: "writer" }],
  };
  await using at = await open({ hello: () => hello });
  for (const project of ["p", "q"])
    await teamIn(at.store).saveTeamFolder({
      folder: `/${project}`,
      project,
    });
  const examined = (now: number) => examine(at.team, () => now);
  expect(await examined(1_300_499)).toEqual([
    { name: "server", ok: true, place: "db:5432/shop" },
    { name: "schema", ok: true, version: SCHEMA_VERSION, known: SCHEMA_VERSION },
    { name: "clock", ok: true, seconds: 300 },
    { name: "projects", ok: false, missing: ["/q"] },
    { name: "encryption", ok: true, sslmode: "verify-full" },
    { name: "outbox", ok: true, pending: 0, conflicts: 0, records: 0 } as never,
  ]);
  await teamIn(at.store).dropTeamFolder("/q");
  hello.version = SCHEMA_VERSION + 1;
  expect(await examined(699_000)).toMatchObject([
    { name: "server", ok: true },
    { name: "schema", ok: false, version: SCHEMA_VERSION + 1 },
    { name: "clock", ok: false, seconds: 301 },
    { name: "projects", ok: true, missing: [] },
    { name: "encryption" },
    { name: "outbox" },
  ]);
});

test("the examination of a server that is away tells why, and a maintainer's tells whether roles can be made", async () => {
  await using away = await open({ hello: new Error("no route") });
  expect((await examine(away.team, () => 1)).slice(0, 2)).toEqual([
    { name: "server", ok: false, place: "db:5432/shop", reason: "no route" },
    { name: "encryption", ok: true, sslmode: "verify-full" },
  ]);
  const hello = { ...HELLO, member: { ...HELLO.member, rank: "maintainer" } };
  const refused = Object.assign(new Error("no"), { errno: "42501" });
  for (const [answer, ok] of [
    [[{ may: true }], true],
    [[{ may: false }], false],
    [[], false],
    [refused, false],
  ] as const) {
    await using at = await open({ rolcreaterole: answer, hello });
    expect(await examine(at.team, () => 1_000_000)).toContainEqual({ name: "roles", ok });
  }
  await using odd = await open({ rolcreaterole: new Error("odd"), hello });
  expect(await examine(odd.team, () => 1)).toContainEqual(
    expect.objectContaining({ name: "server", ok: false, reason: "odd" }),
  );
});

test("the examination tells of a connection that is not encrypted, except within this machine", async () => {
  const encryption = async (address: object) => {
    await using at = await open(
      { hello: new Error("away") },
      { ...TEAM, address: { ...TEAM.address, ...address } },
    );
    const found = (await examine(at.team, () => 1)).find(({ name }) => name === "encryption");
    return found?.name === "encryption" ? [found.ok, found.sslmode] : [];
  };
  expect(await encryption({ host: "localhost" })).toEqual([true, "disable"]);
  expect(await encryption({ host: "localhost", sslmode: "require" })).toEqual([true, "require"]);
  expect(await encryption({ sslmode: "require" })).toEqual([false, "require"]);
  expect(await encryption({ sslmode: "disable" })).toEqual([false, "disable"]);
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
