/** Records that two people changed at the same time. The stores are real, the server keeps its records in memory. */

import { expect, test } from "bun:test";
import {
  GivenServer,
  type Machine,
  openMachine,
  openTwoMachines,
  PROJECT,
} from "../../test/team/given-server.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { forgettingIn } from "../team/sql/forget.ts";
import { slug } from "./apply-memory.ts";
import { chooseVersion, listConflicts } from "./conflicts.ts";
import { teamIn } from "./sql/index.ts";

const URI = "project://rules/lint";
const BESIDE = `${URI}@mia-berg`;

/** Both know one memory and have changed it, each in their own words; Ann knows of both. */
async function openConflict() {
  const team = await openTwoMachines();
  const { ann, mia } = team;
  await ann.remember(URI, "Lint.");
  for (const machine of [ann, mia]) await machine.sync();
  await ann.edit(URI, "By Ann.");
  await mia.edit(URI, "By Mia.");
  for (const machine of [mia, ann]) await machine.sync();
  return team;
}

async function versionBy(machine: Machine, author: string) {
  const [conflict] = await listConflicts(machine.parts);
  const rev = conflict?.versions.find((one) => one.author === author)?.rev;
  if (conflict === undefined || rev === undefined) throw new Error(`no version of ${author}`);
  return { conflict, rev };
}

test("both stay: one's own in its place, the other one beside it, contradicting it", async () => {
  await using at = await openConflict();
  expect(await at.ann.sync()).toMatchObject({ conflicts: 1 });
  expect(await at.ann.contents()).toEqual([`${URI} By Ann.`, `${BESIDE} By Mia.`]);
  expect(await memoriesIn(at.ann.store).relations({ uri: URI, project: at.ann.folder })).toEqual([
    { from: BESIDE, to: URI, kind: "contradicts" },
  ]);
  expect((await at.ann.memory(BESIDE))?.provenance?.team?.author).toBe("Mia Berg");
  expect(await listConflicts(at.ann.parts)).toEqual([
    {
      ...{ project: PROJECT, id: expect.any(String), uri: URI, folder: at.ann.folder },
      versions: [
        { rev: expect.any(String), author: "", at: 9, text: `${URI}: By Ann.` },
        { rev: expect.any(String), author: "Mia Berg", at: 9, text: `${URI}: By Mia.` },
      ],
    },
  ]);
  // Looked at again, nothing is written twice.
  const [record] = await listConflicts(at.ann.parts);
  if (record === undefined) throw new Error("no conflict");
  await teamIn(at.ann.store).markTeam(record, "pending", true);
  await at.rounds();
  expect(await at.ann.contents()).toHaveLength(2);
  expect(await at.mia.contents()).toEqual([`${URI} By Mia.`, `${URI}@ann By Ann.`]);
});

test.each(["", "Mia Berg"])("the version of %p that is chosen replaces both everywhere", async (author) => {
  await using at = await openConflict();
  const { conflict, rev } = await versionBy(at.ann, author);
  await chooseVersion(conflict, rev, at.ann.parts);
  await at.rounds();
  for (const machine of [at.ann, at.mia]) {
    expect(await machine.contents()).toEqual([`${URI} By ${author === "" ? "Ann" : "Mia"}.`]);
    expect(await listConflicts(machine.parts)).toEqual([]);
  }
  await expect(chooseVersion(conflict, rev, at.ann.parts)).rejects.toMatchObject({
    code: "team_conflict_unknown",
  });
  await expect(chooseVersion({ project: PROJECT, id: "none" }, rev, at.ann.parts)).rejects.toMatchObject({
    code: "team_conflict_unknown",
  });
});

test("choosing takes all of the chosen version, not its words alone", async () => {
  await using at = await openConflict();
  await memoriesIn(at.mia.store).changeMemory(
    { uri: URI, project: at.mia.folder },
    { priority: 1, disclosure: "Before a commit" },
    { at: 9, author: "user" },
  );
  await at.mia.sync();
  await at.ann.sync();
  const { conflict, rev } = await versionBy(at.ann, "Mia Berg");
  await chooseVersion(conflict, rev, at.ann.parts);
  expect(await at.ann.memory(URI)).toMatchObject({
    ...{ content: "By Mia.", priority: 1, disclosure: "Before a commit", status: "active" },
  });
});

test("throwing away the version beside it decides for one's own", async () => {
  await using at = await openConflict();
  await forgettingIn(at.ann.store).forget({ uri: BESIDE, project: at.ann.folder }, 9);
  await at.rounds();
  for (const machine of [at.ann, at.mia]) expect(await machine.contents()).toEqual([`${URI} By Ann.`]);
});

test("an edit of one's own decides too, and the version beside it goes", async () => {
  await using at = await openConflict();
  await at.ann.edit(URI, "By both.");
  await at.rounds();
  for (const machine of [at.ann, at.mia]) {
    expect(await machine.contents()).toEqual([`${URI} By both.`]);
    expect(await listConflicts(machine.parts)).toEqual([]);
  }
});

test("an edit of the version beside it goes nowhere", async () => {
  await using at = await openConflict();
  await at.ann.edit(BESIDE, "Something else.");
  expect(await at.ann.sync()).toMatchObject({ pushed: 0 });
  expect(await at.mia.contents()).toContain(`${URI} By Mia.`);
});

test("the other version that changes again replaces what stood beside", async () => {
  await using at = await openConflict();
  await at.mia.edit(URI, "By Mia, again.");
  await at.mia.sync();
  await at.ann.sync();
  expect(await at.ann.contents()).toEqual([`${URI} By Ann.`, `${BESIDE} By Mia, again.`]);
});

test("the same words of both are one record without a conflict", async () => {
  const server = new GivenServer(["Ann", "Mia Berg"]);
  await using ann = await openMachine(server, 1);
  await using mia = await openMachine(server, 2);
  for (const machine of [ann, mia]) await machine.remember(URI, "Lint.");
  for (const machine of [ann, mia, ann]) expect(await machine.sync()).toMatchObject({ conflicts: 0 });
  for (const machine of [ann, mia]) expect(await machine.contents()).toEqual([`${URI} Lint.`]);
  // It is one record: whoever changes it changes it for both.
  await mia.edit(URI, "Lint now.");
  for (const machine of [mia, ann]) await machine.sync();
  expect(await ann.contents()).toEqual([`${URI} Lint now.`]);
});

test("two that were written under one name before anybody knew of the other both stay", async () => {
  const server = new GivenServer(["Ann", "Mia Berg"]);
  await using ann = await openMachine(server, 1);
  await using mia = await openMachine(server, 2);
  await ann.remember(URI, "By Ann.");
  await mia.remember(URI, "By Mia.");
  for (const machine of [ann, mia, ann]) await machine.sync();
  expect(await ann.contents()).toEqual([`${URI} By Ann.`, `${BESIDE} By Mia.`]);
  expect(await mia.contents()).toEqual([`${URI} By Mia.`, `${URI}@ann By Ann.`]);
  expect(await ann.sync()).toMatchObject({ conflicts: 1 });
});

test("a name that is kept back here is not given to another member's record: that gets one of its own", async () => {
  const server = new GivenServer(["Ann", "Mia Berg"]);
  await using ann = await openMachine(server, 1);
  await using mia = await openMachine(server, 2);
  await teamIn(ann.store).setTeamPrivate(ann.folder, "memory", URI, true);
  await ann.remember(URI, "Private.");
  await mia.remember(URI, "By Mia.");
  for (const machine of [mia, ann]) await machine.sync();
  expect(await ann.contents()).toEqual([`${URI} Private.`, `${BESIDE} By Mia.`]);
  // Her next words come under the same name, and a change of them here goes back as hers.
  await mia.edit(URI, "By Mia, again.");
  for (const machine of [mia, ann]) await machine.sync();
  expect(await ann.contents()).toEqual([`${URI} Private.`, `${BESIDE} By Mia, again.`]);
  await ann.edit(BESIDE, "By Ann.");
  for (const machine of [ann, mia]) await machine.sync();
  expect(await mia.contents()).toEqual([`${URI} By Ann.`]);
  expect(await ann.contents()).toEqual([`${URI} Private.`, `${BESIDE} By Ann.`]);
});

test("where the name beside is taken, a number is added", async () => {
  await using at = await openConflict();
  const server = at.server;
  await using third = await openMachine(server, 1, "/machines/3/shop");
  Object.assign(third.parts, { device: "d3" });
  await third.remember(URI, "By Ann's other machine.");
  await third.remember(BESIDE, "Taken.");
  await third.sync();
  const all = await third.contents();
  expect(all).toContain(`${BESIDE} Taken.`);
  expect(all.some((line) => line.startsWith(`${BESIDE}-2 `))).toBe(true);
});

test("names of members become parts of an address", () => {
  expect(["Mia Berg", " Ölaf! ", "---", "", "O'Neil-Kim"].map(slug)).toEqual([
    ...["mia-berg", "ölaf", "member", "member", "o-neil-kim"],
  ]);
});
