/** What is made of the database's rows. The rows are given; test/team asks a real PostgreSQL. */
import { expect, test } from "bun:test";
import type { ServerConnection } from "./connection.ts";
import { SCHEMA_VERSION } from "./team-functions.ts";
import { createTeamServer } from "./team-server.ts";

function answering(...answers: object[][]) {
  const asked: { text: string; values: readonly unknown[] }[] = [];
  const ran: unknown[] = [];
  const query = async (text: string, values: readonly unknown[] = []) => {
    asked.push({ text: text.replace(/\s+/g, " "), values });
    return (answers.shift() ?? []) as never[];
  };
  const close = async () => undefined;
  const run = async (steps: readonly unknown[]) => void ran.push(...steps);
  const connection = { query, queryOnce: query, run, close, [Symbol.asyncDispose]: close };
  return {
    asked,
    ran,
    connection: connection as ServerConnection,
    server: createTeamServer(connection as ServerConnection),
  };
}

test("the server says who it is, about all projects or the wanted ones; one that says nothing is an error", async () => {
  const hello = { version: SCHEMA_VERSION, minClient: SCHEMA_VERSION, team: "t" };
  const at = answering([{ hello }], [{ hello }]);
  expect(await at.server.hello()).toMatchObject({ team: "t" });
  expect(await at.server.hello([{ key: "a" }, { key: "b", seq: 3, mark: "m" }])).toMatchObject({ team: "t" });
  expect(at.asked.map(({ values }) => values)).toEqual([
    [null],
    ['[{"key":"a"},{"key":"b","seq":3,"mark":"m"}]'],
  ]);
  await expect(at.server.hello()).rejects.toThrow("said nothing");
});

test("a server that wants a newer Pawl is told with both versions", async () => {
  const hello = { version: SCHEMA_VERSION + 2, minClient: SCHEMA_VERSION + 1 };
  await expect(answering([{ hello }]).server.hello()).rejects.toMatchObject({
    code: "team_newer",
    params: { version: SCHEMA_VERSION + 2, known: SCHEMA_VERSION },
  });
});

test("members have only what the database knows of them", async () => {
  const bare = { id: 1, name: "Ann", rank: "writer", joined_at: null, invited_until: null };
  const key = Uint8Array.of(1);
  const { server } = answering([
    { ...bare, removed: false, public_key: null, key_proof: null, projects: [7] },
    {
      ...{ ...bare, id: 2, removed: true, public_key: key, key_proof: key, projects: [] },
      ...{ joined_at: new Date(5), invited_until: new Date(6) },
    },
  ]);
  expect(await server.members()).toEqual([
    { id: 1, name: "Ann", rank: "writer", isRemoved: false, projects: [7] },
    {
      ...{ id: 2, name: "Ann", rank: "writer", isRemoved: true, projects: [] },
      ...{ joinedAt: 5, invitedUntil: 6, publicKey: key, keyProof: key },
    },
  ]);
});

test("what was done names its project, record and detail where there are any", async () => {
  const bare = { at: new Date(5), member: "Ann", action: "join", project: null, record: null, detail: null };
  const { server, asked } = answering([bare, { ...bare, project: "p", record: "r", detail: "d" }]);
  expect(await server.activity(20)).toEqual([
    { at: 5, member: "Ann", action: "join" },
    { at: 5, member: "Ann", action: "join", project: "p", record: "r", detail: "d" },
  ]);
  expect(asked[0]?.values).toEqual([20]);
});

test("pushes and pulls go as the database reads them", async () => {
  const pushed = { answers: ["stored"], seq: 4, mark: "m" };
  const at = answering([{ pushed }], [], [{ done: true }], [], [{ id: 4 }], []);
  const item = { op: "forget", id: "a" } as const;
  expect(await at.server.push(7, [item])).toEqual(pushed as never);
  await expect(at.server.push(7, [item])).rejects.toThrow("said nothing");
  const record = { project: 7, id: "a", rev: "r" };
  expect([await at.server.judge(record, true), await at.server.judge(record, false)]).toEqual([true, false]);
  const label = Buffer.from("p");
  expect([await at.server.shareProject("p", label), await at.server.shareProject("p", label)]).toEqual([
    4,
    undefined,
  ]);
  await at.server.pull(
    [
      { project: 7, after: 0 },
      { project: 8, after: 3 },
    ],
    500,
  );
  await at.server.setMembership(7, "Mia", undefined);
  await at.server.setMembership(7, "Mia", "reader");
  await at.server.setReview("on");
  expect(at.asked.map(({ values }) => values)).toEqual([
    [7, '[{"op":"forget","id":"a"}]'],
    [7, '[{"op":"forget","id":"a"}]'],
    [7, "a", "r", true],
    [7, "a", "r", false],
    ["p", "cA=="],
    ["p", "cA=="],
    ["{7,8}", "{0,3}", 500],
    [7, "Mia", null],
    [7, "Mia", "reader"],
    ["on"],
  ]);
});

test("handing over goes as the database reads it; no answer is a refusal", async () => {
  const at = answering([{ answer: "known" }], []);
  const handoff = { project: 7, id: "h", receiver: null, at: 5, keyVersion: 1, body: Buffer.from("text") };
  expect([await at.server.handOver(handoff), await at.server.handOver(handoff)]).toEqual([
    "known",
    "refused",
  ]);
  await at.server.takeHandoff({ project: 7, id: "h" }, 9);
  await at.server.withdrawHandoff({ project: 7, id: "h" });
  await at.server.handoffs(2);
  expect(at.asked.map(({ values }) => values)).toEqual([
    [7, "h", null, 5, 1, "dGV4dA=="],
    [7, "h", null, 5, 1, "dGV4dA=="],
    [7, "h", 9],
    [7, "h"],
    [2],
  ]);
  expect(at.asked[4]?.text).toContain("limit 500");
});
