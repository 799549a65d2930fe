/** Handoffs between two machines. The stores are real, the server keeps its rows in memory. */

import { expect, test } from "bun:test";
import { GivenServer, type Machine, openMachine, PROJECT } from "../../test/team/given-server.ts";
import { PawlError } from "../platform/errors.ts";
import { teamIn } from "./sql/index.ts";
import type { TeamHandoff } from "./sql/types.ts";

const HANDOFF = {
  ...{ pawlHandoff: 1, session: "s1", from: "somebody", to: "Mia Berg", at: 3, project: PROJECT },
  ...{ branch: null, workflow: null, request: "Go on with the secret.", state: null },
  ...{ open: [], decisions: [], files: [] },
};

async function openTeam() {
  const server = new GivenServer(["Ann", "Mia Berg", "Kim"]);
  const ann = await openMachine(server, 1);
  const mia = await openMachine(server, 2);
  const kim = await openMachine(server, 3);
  return {
    ...{ server, ann, mia, kim },
    async [Symbol.asyncDispose]() {
      for (const machine of [ann, mia, kim]) await machine[Symbol.asyncDispose]();
    },
  };
}

const handOver = ({ store }: Machine, id: string, name: string, more: Partial<TeamHandoff> = {}) =>
  teamIn(store).addTeamHandoff({
    ...{ project: PROJECT, id, way: "out", name, session: "s1", at: 50, state: "leaving", taken: [] },
    ...{ body: JSON.stringify(HANDOFF), ...more },
  });
const handoffs = async ({ store }: Machine) =>
  (await teamIn(store).teamHandoffs()).toSorted((a, b) => (a.id < b.id ? -1 : 1));

test("a handoff reaches the one that it is for, once, in the words and at the time that the server vouches for", async () => {
  await using at = await openTeam();
  await handOver(at.ann, "h1", "mia berg");
  expect(await at.ann.sync()).toMatchObject({ pushed: 1, pulled: 0 });
  expect(await at.ann.sync()).toMatchObject({ pushed: 0 });
  expect(at.server.handedOver.map(({ receiver, at: when }) => [receiver, when])).toEqual([[2, 50]]);
  expect(await at.mia.sync()).toMatchObject({ pulled: 1 });
  expect(await at.mia.sync()).toMatchObject({ pulled: 0 });
  expect(await at.kim.sync()).toMatchObject({ pulled: 0 });
  const [came] = await handoffs(at.mia);
  expect(came).toMatchObject({
    id: "h1",
    way: "in",
    name: "Ann",
    session: "",
    at: 50,
    state: "waiting",
    taken: [],
  });
  expect(JSON.parse(came?.body ?? "")).toEqual({
    ...{ ...HANDOFF, from: "Ann", at: 50, request: "Go on with the [x]." },
  });
  expect(await handoffs(at.ann)).toMatchObject([{ id: "h1", state: "sent" }]);
});

test("one for everybody comes to everybody else, and its author learns who took it", async () => {
  await using at = await openTeam();
  await at.ann.sync();
  at.server.asked.length = 0;
  await handOver(at.ann, "h1", "");
  await at.ann.sync();
  expect(at.server.asked).not.toContain("members");
  for (const machine of [at.mia, at.kim]) expect(await machine.sync()).toMatchObject({ pulled: 1 });
  expect(await teamIn(at.mia.store).takeTeamHandoffs(at.mia.folder, 70)).toHaveLength(1);
  expect(await at.mia.sync()).toMatchObject({ pushed: 1 });
  expect(at.server.handedOver[0]?.taken).toEqual([{ member: 2, at: 70 }]);
  expect(await at.ann.sync()).toMatchObject({ pulled: 1 });
  expect(await handoffs(at.ann)).toMatchObject([{ state: "sent", taken: [{ name: "Mia Berg", at: 70 }] }]);
  expect(await at.ann.sync()).toMatchObject({ pulled: 0 });
  // Whoever took it is not given it again, also by an empty store.
  const before = at.mia.store;
  expect(await teamIn(before).teamHandoffs()).toMatchObject([{ state: "taken" }]);
  await teamIn(before).dropTeamHandoff({ project: PROJECT, id: "h1" });
  expect(await at.mia.sync()).toMatchObject({ pulled: 0 });
  expect(await handoffs(at.mia)).toEqual([]);
});

test("one that its author takes back is gone where it waited, and stays where it was taken", async () => {
  await using at = await openTeam();
  await handOver(at.ann, "h1", "");
  for (const machine of [at.ann, at.mia, at.kim]) await machine.sync();
  await teamIn(at.mia.store).takeTeamHandoffs(at.mia.folder, 70);
  const [own] = await handoffs(at.ann);
  if (own === undefined) throw new Error("none");
  await teamIn(at.ann.store).changeTeamHandoff(own, "sent", { state: "withdrawn", untold: true });
  expect(await at.ann.sync()).toMatchObject({ pushed: 1 });
  expect(at.server.handedOver[0]?.body).toBeNull();
  expect(await at.kim.sync()).toMatchObject({ pulled: 1 });
  expect(await handoffs(at.kim)).toEqual([]);
  await at.mia.sync();
  expect(await handoffs(at.mia)).toMatchObject([{ state: "taken" }]);
  // Its author's own stays as it is.
  expect(await handoffs(at.ann)).toMatchObject([{ state: "withdrawn" }]);
});

test("what nobody can be given is refused: an unknown name, a reader's, one without content", async () => {
  await using at = await openTeam();
  await handOver(at.ann, "unknown", "Nobody");
  await teamIn(at.ann.store).addTeamHandoff({
    ...{
      project: PROJECT,
      id: "empty",
      way: "out",
      name: "",
      session: "",
      at: 1,
      state: "leaving",
      taken: [],
    },
  });
  at.server.ranks.set(2, "reader");
  await handOver(at.mia, "reader", "Ann");
  for (const machine of [at.ann, at.mia]) await machine.sync();
  expect((await handoffs(at.ann)).map(({ id, state }) => [id, state])).toEqual([
    ["empty", "refused"],
    ["unknown", "refused"],
  ]);
  expect((await handoffs(at.mia)).map(({ id, state }) => [id, state])).toEqual([["reader", "refused"]]);
  expect(at.server.handedOver).toEqual([]);
});

test("one of a project that is not shared here now waits until it is", async () => {
  await using at = await openTeam();
  await handOver(at.ann, "h1", "", { project: "remote:not-shared" });
  expect(await at.ann.sync()).toMatchObject({ pushed: 0 });
  expect(await handoffs(at.ann)).toMatchObject([{ state: "leaving" }]);
});

test("one that this version cannot read is left out, and is read by the next version", async () => {
  await using at = await openTeam();
  await handOver(at.ann, "h1", "", { body: JSON.stringify({ ...HANDOFF, pawlHandoff: 2 }) });
  await handOver(at.ann, "h2", "", { body: "no json" });
  await at.ann.sync();
  expect(await at.mia.sync()).toMatchObject({ pulled: 0 });
  expect(await handoffs(at.mia)).toEqual([]);
  for (const row of at.server.handedOver) row.body = new TextEncoder().encode(JSON.stringify(HANDOFF));
  expect(await at.mia.sync()).toMatchObject({ pulled: 2 });
  expect((await handoffs(at.mia)).every(({ body }) => body !== undefined)).toBe(true);
});

test("a key that no member vouches for is written to by nobody, and a missing key stops the round", async () => {
  await using at = await openTeam();
  const plain = at.ann.parts.codec;
  const failing = (code: string) => () => {
    throw new PawlError(code as "team_forged", "no");
  };
  await handOver(at.ann, "h1", "Mia Berg");
  Object.assign(at.ann.parts, { codec: { ...plain, sealFor: failing("team_key_missing") } });
  await expect(at.ann.sync()).rejects.toMatchObject({ code: "team_key_missing" });
  expect(await handoffs(at.ann)).toMatchObject([{ state: "leaving" }]);
  Object.assign(at.ann.parts, { codec: { ...plain, sealFor: failing("team_forged") } });
  await at.ann.sync();
  expect(await handoffs(at.ann)).toMatchObject([{ state: "refused" }]);
  expect(at.server.handedOver).toEqual([]);

  await handOver(at.kim, "h2", "Mia Berg");
  await at.kim.sync();
  Object.assign(at.mia.parts, { codec: { ...plain, openSealed: failing("team_key_missing") } });
  await expect(at.mia.sync()).rejects.toMatchObject({ code: "team_key_missing" });
  Object.assign(at.mia.parts, { codec: { ...plain, openSealed: failing("team_forged") } });
  await at.mia.sync();
  expect(await handoffs(at.mia)).toEqual([]);
});
