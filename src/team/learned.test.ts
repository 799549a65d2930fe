/** Solutions and what sessions taught, on their way between two machines. */

import { expect, test } from "bun:test";
import { type Machine, openMachine, openTwoMachines, PROJECT } from "../../test/team/given-server.ts";
import { DIGEST_VERSION } from "../memory/digest/types.ts";
import { BY_HAND, type SolutionDraft } from "../memory/records/knowledge.ts";
import { digestsIn, knowledgeIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import { forgettingIn } from "../team/sql/forget.ts";
import { collect } from "./collect.ts";
import { type Shareable, setSharing, sharingOf } from "./sharing.ts";
import { teamIn } from "./sql/index.ts";

const written = (machine: Machine, more: Partial<SolutionDraft> = {}): SolutionDraft => ({
  ...{ project: machine.folder, fingerprint: "f", kind: BY_HAND, toolName: "Bash", errorSample: "no port" },
  ...{ text: "Restart the secret proxy.", steps: ["Wait."], source: "user", redaction: 1, at: 3, ...more },
});
const solutionsOf = ({ store, folder }: Machine) =>
  knowledgeIn(store).solutions({ project: folder, limit: 9 });

const CURE = { kind: "run", command: "npm install" } as const;

/** A session that cured a failure. */
async function learn(machine: Machine, session: string, at: number, isCured = true): Promise<void> {
  await recordsIn(machine.store).record({
    session: { id: session, project: machine.folder, cwd: machine.folder, at },
    prompts: [{ key: `p-${session}`, sessionId: session, text: "Build it.", at, redaction: 1 }],
  });
  await digestsIn(machine.store).saveDigest({
    ...{ version: DIGEST_VERSION, sessionId: session, startedAt: at, lastAt: at, turns: [], files: [] },
    commands: [],
    failures: isCured
      ? [
          {
            ...{
              key: "npm build|x",
              tool: "Bash",
              command: "npm build",
              error: "no secret module",
              names: [],
            },
            ...{ isUsage: false, at, observation: "o", cure: CURE },
          },
        ]
      : [],
  });
}

test("a solution that somebody wrote comes to the others with its author, and never back", async () => {
  await using at = await openTwoMachines();
  await knowledgeIn(at.ann.store).saveSolution(written(at.ann));
  // Only those written by hand: what is learned is shared by what it was learned from.
  await knowledgeIn(at.ann.store).saveSolution(
    written(at.ann, { kind: "run", fingerprint: "g", text: "Other." }),
  );
  expect(await at.ann.sync()).toMatchObject({ pushed: 1 });
  expect(await at.mia.sync()).toMatchObject({ pulled: 1, pushed: 0 });
  expect(await solutionsOf(at.mia)).toMatchObject([
    {
      ...{ kind: BY_HAND, fingerprint: "f", toolName: "Bash", errorSample: "no port", source: "user" },
      ...{ text: "Restart the [x] proxy.", steps: ["Wait."] },
      provenance: { team: { author: "Ann", at: 3 } },
    },
  ]);
  await teamIn(at.mia.store).markTeamChange({
    ...{ kind: "solution", folder: at.mia.folder, key: (await solutionsOf(at.mia))[0]?.id.slice(9) ?? "" },
  });
  expect(await at.mia.sync()).toMatchObject({ pushed: 0 });
  // Looked at once more, it is not sent once more.
  const [own] = (await solutionsOf(at.ann)).filter(({ kind }) => kind === BY_HAND);
  await teamIn(at.ann.store).markTeamChange({
    kind: "solution",
    folder: at.ann.folder,
    key: own?.id.slice(9) ?? "",
  });
  expect(await at.ann.sync()).toMatchObject({ pushed: 0 });
});

test("a solution is collected once; one that is gone, kept back or learned is not", async () => {
  await using at = await openTwoMachines();
  const { store, folder, parts } = at.ann;
  const { id } = await knowledgeIn(store).saveSolution(written(at.ann));
  await collect(parts);
  expect(await teamIn(parts.store).teamOutbox({ limit: 9 })).toHaveLength(1);
  const learned = await knowledgeIn(store).saveSolution(
    written(at.ann, { kind: "run", fingerprint: "g", text: "Other." }),
  );
  const kept = await knowledgeIn(store).saveSolution(
    written(at.ann, { fingerprint: "h", text: "Mine alone." }),
  );
  await teamIn(store).setTeamPrivate(folder, "solution", kept.id.slice(9), true);
  for (const key of [id.slice(9), learned.id.slice(9), kept.id.slice(9), "999"])
    await teamIn(store).markTeamChange({ kind: "solution", folder, key });
  await collect(parts);
  expect(await teamIn(parts.store).teamOutbox({ limit: 9 })).toHaveLength(1);
});

test("looked at again, a solution of another member stays the same record", async () => {
  await using at = await openTwoMachines();
  await knowledgeIn(at.ann.store).saveSolution(written(at.ann));
  await at.rounds();
  const before = (await solutionsOf(at.mia)).map(({ id }) => id);
  const [head] = await teamIn(at.mia.store).listTeamHeads({ project: PROJECT, limit: 9 });
  if (head === undefined) throw new Error("none came");
  await teamIn(at.mia.store).markTeam(head, "pending", true);
  await at.mia.sync();
  expect((await solutionsOf(at.mia)).map(({ id }) => id)).toEqual(before);
});

test("a second machine of the same member gets their memories, and not what the first one learned", async () => {
  await using at = await openTwoMachines();
  await knowledgeIn(at.ann.store).saveSolution(written(at.ann));
  await at.ann.remember("project://rules/lint", "Lint.");
  await at.ann.sync();
  await using second = await openMachine(at.server, 1, "/machines/3/shop");
  Object.assign(second.parts, { device: "d3" });
  await second.sync();
  expect([await second.contents(), await solutionsOf(second)]).toEqual([["project://rules/lint Lint."], []]);
  expect(await second.memory("project://rules/lint")).not.toHaveProperty("provenance.team");
});

test("a solution that is removed leaves the others, and one's own of the same words stays", async () => {
  await using at = await openTwoMachines();
  const { id } = await knowledgeIn(at.ann.store).saveSolution(written(at.ann));
  await knowledgeIn(at.mia.store).saveSolution(written(at.mia, { text: "Restart the [x] proxy." }));
  await at.rounds();
  expect(await solutionsOf(at.mia)).toHaveLength(1);
  await knowledgeIn(at.ann.store).removeSolution(id);
  await at.rounds();
  expect(await solutionsOf(at.mia)).toHaveLength(1);
  expect((await solutionsOf(at.mia))[0]?.provenance?.team).toBeUndefined();
});

test("a solution of another member that is removed here is gone here alone", async () => {
  await using at = await openTwoMachines();
  await knowledgeIn(at.ann.store).saveSolution(written(at.ann));
  await at.rounds();
  const [theirs] = await solutionsOf(at.mia);
  await knowledgeIn(at.mia.store).removeSolution(theirs?.id ?? "");
  await at.rounds();
  expect([await solutionsOf(at.mia), (await solutionsOf(at.ann)).length]).toEqual([[], 1]);
});

test("what sessions teach is a solution elsewhere, in one record however many sessions teach it", async () => {
  await using at = await openTwoMachines();
  await learn(at.ann, "s1", 100);
  expect(await at.ann.sync()).toMatchObject({ pushed: 1 });
  await at.mia.sync();
  const [first] = await solutionsOf(at.mia);
  expect(first).toMatchObject({
    ...{ fingerprint: "npm build|x", kind: "run", toolName: "Bash", errorSample: "no [x] module" },
    ...{ source: "derived", steps: [JSON.stringify(CURE)], provenance: { team: { author: "Ann", at: 100 } } },
  });
  // Nothing new is taught: nothing is sent.
  await teamIn(at.ann.store).markTeamChange({ kind: "digests", folder: at.ann.folder, key: "" });
  expect(await at.ann.sync()).toMatchObject({ pushed: 0 });
  await learn(at.ann, "s2", 200);
  expect(await at.ann.sync()).toMatchObject({ pushed: 1 });
  await at.mia.sync();
  const after = await solutionsOf(at.mia);
  expect(after.map(({ provenance }) => provenance?.team?.at)).toEqual([200]);
  expect(at.server.rows).toHaveLength(1);
});

test("what no session teaches any more is taken back", async () => {
  await using at = await openTwoMachines();
  await learn(at.ann, "s1", 100);
  await at.rounds();
  expect(await solutionsOf(at.mia)).toHaveLength(1);
  await learn(at.ann, "s1", 100, false);
  await collect(at.ann.parts);
  expect(await teamIn(at.ann.parts.store).teamOutbox({ limit: 9 })).toHaveLength(1);
  await collect(at.ann.parts);
  expect(await teamIn(at.ann.parts.store).teamOutbox({ limit: 9 })).toHaveLength(1);
  await at.rounds();
  expect(await solutionsOf(at.mia)).toEqual([]);
  expect(at.server.rows.map(({ state }) => state)).toEqual(["forgotten"]);
  // Learned anew, it is another record.
  await learn(at.ann, "s3", 300);
  await at.rounds();
  expect(await solutionsOf(at.mia)).toHaveLength(1);
});

test("two members who learn the same keep it each for themselves", async () => {
  await using at = await openTwoMachines();
  for (const machine of [at.ann, at.mia]) await learn(machine, "s1", 100);
  await at.rounds();
  expect(at.server.rows.map(({ author }) => author)).toEqual([1, 2]);
  expect(await at.ann.sync()).toMatchObject({ conflicts: 0 });
});

test("a copy that a forgotten session took along is filled again where other sessions teach the same", async () => {
  await using at = await openTwoMachines();
  for (const [place, id] of ["s1", "s2", "s3", "s4"].entries()) await learn(at.ann, id, 100 + place);
  await at.rounds();
  const heads = async () =>
    (await teamIn(at.ann.store).listTeamHeads({ project: PROJECT, limit: 9 })).map(({ hash, body }) => [
      hash,
      body,
    ]);
  const before = await heads();
  await forgettingIn(at.ann.store).forget({ sessionId: "s1" }, 9);
  expect(await heads()).not.toEqual(before);
  await at.rounds();
  expect(await heads()).toEqual(before);
  expect(await solutionsOf(at.mia)).toHaveLength(1);
});

async function memoryOf(machine: Machine, uri: string): Promise<Shareable> {
  const record = await machine.memory(uri);
  if (record === undefined) throw new Error(`no ${uri}`);
  return { kind: "memory", record };
}

test("each record says whether it is shared", async () => {
  await using at = await openTwoMachines();
  const { ann, mia } = at;
  const state = async (machine: Machine, one: Shareable) => (await sharingOf([one], machine.parts))[0];
  const uri = "project://rules/lint";
  await ann.remember(uri, "Lint.");
  await ann.remember("user://me", "Mine.", "");
  await ann.remember("project://far", "Far.", "/elsewhere");
  const of = async (name: string, in_?: string) =>
    ({ kind: "memory", record: await ann.memory(name, in_) }) as Shareable;
  expect(await state(ann, await of(uri))).toEqual({ key: uri, state: "leaving" });
  expect(await state(ann, await of("user://me", ""))).toEqual({ key: "user://me", state: "never" });
  expect(await state(ann, await of("project://far", "/elsewhere"))).toEqual({
    key: "project://far",
    state: "off",
  });
  at.server.isReviewed = true;
  await ann.sync();
  expect((await state(ann, await of(uri)))?.state).toBe("waiting");
  at.server.isReviewed = false;
  await ann.edit(uri, "Lint!");
  expect((await state(ann, await of(uri)))?.state).toBe("waiting");
  await collect(ann.parts);
  expect((await state(ann, await of(uri)))?.state).toBe("leaving");
  await at.rounds();
  expect((await state(ann, await of(uri)))?.state).toBe("shared");
  expect(await state(mia, await memoryOf(mia, uri))).toEqual({ key: uri, state: "theirs", author: "Ann" });
  ann.excluded.add(ann.folder);
  expect((await state(ann, await of(uri)))?.state).toBe("off");
});

test("a memory that is taken back stays here alone, and can be shared again", async () => {
  await using at = await openTwoMachines();
  const { ann, mia } = at;
  const uri = "project://rules/lint";
  await ann.remember(uri, "Lint.");
  await at.rounds();
  await expect(setSharing(await memoryOf(mia, uri), false, mia.parts)).rejects.toMatchObject({
    code: "team_not_shareable",
  });
  await setSharing(await memoryOf(ann, uri), false, ann.parts);
  expect((await sharingOf([await memoryOf(ann, uri)], ann.parts))[0]?.state).toBe("private");
  await ann.edit(uri, "Lint, privately.");
  await at.rounds();
  expect([await mia.contents(), await ann.contents()]).toEqual([[], [`${uri} Lint, privately.`]]);
  await setSharing(await memoryOf(ann, uri), true, ann.parts);
  await at.rounds();
  expect(await mia.contents()).toEqual([`${uri} Lint, privately.`]);
  // One that was never sent is kept back as well.
  await ann.remember("project://new", "New.");
  await setSharing(await memoryOf(ann, "project://new"), false, ann.parts);
  await at.rounds();
  expect(await mia.contents()).toHaveLength(1);
  await ann.remember("project://far", "Far.", "/elsewhere");
  const far = { kind: "memory", record: await ann.memory("project://far", "/elsewhere") } as Shareable;
  await expect(setSharing(far, true, ann.parts)).rejects.toMatchObject({ code: "team_not_shareable" });
});

test("solutions are taken back and shared again, written or learned", async () => {
  await using at = await openTwoMachines();
  const { ann } = at;
  const byHand = await knowledgeIn(ann.store).saveSolution(written(ann));
  await learn(ann, "s1", 100);
  const learned = await knowledgeIn(ann.store).saveSolution(
    written(ann, {
      ...{ fingerprint: "npm build|x", kind: "run", text: "Run npm install.", source: "derived" },
      steps: [JSON.stringify(CURE)],
    }),
  );
  const old = await knowledgeIn(ann.store).saveSolution(
    written(ann, { kind: "run", fingerprint: "old", text: "Old." }),
  );
  const ours = await knowledgeIn(ann.store).saveSolution(
    written(ann, { project: "", fingerprint: "any", text: "Any." }),
  );
  const states = async () =>
    (
      await sharingOf(
        [byHand, learned, old, ours].map((record) => ({ kind: "solution", record }) as const),
        ann.parts,
      )
    ).map(({ key, state }) => [key === old.id || key === ours.id, state]);
  await at.rounds();
  expect(await states()).toEqual([
    [false, "shared"],
    [false, "shared"],
    [true, "never"],
    [true, "never"],
  ]);
  for (const record of [byHand, learned]) await setSharing({ kind: "solution", record }, false, ann.parts);
  await at.rounds();
  expect((await states()).slice(0, 2)).toEqual([
    [false, "private"],
    [false, "private"],
  ]);
  expect(await solutionsOf(at.mia)).toEqual([]);
  for (const record of [byHand, learned]) await setSharing({ kind: "solution", record }, true, ann.parts);
  await at.rounds();
  expect(await solutionsOf(at.mia)).toHaveLength(2);
  await expect(setSharing({ kind: "solution", record: old }, false, ann.parts)).rejects.toMatchObject({
    code: "team_not_shareable",
  });
});
