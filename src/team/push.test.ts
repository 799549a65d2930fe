/** What each answer of the server does to a record here. The store is real; the server's answers are given. */

import { expect, test } from "bun:test";
import { openTempStore } from "../../test/temp-store.ts";
import { PawlError } from "../platform/errors.ts";
import type { Store } from "../store/store.ts";
import { codecFor } from "./codec.ts";
import type { TeamParts } from "./parts.ts";
import { pushProject } from "./push.ts";
import type { PushAnswer, PushItem } from "./server/team-server.ts";
import { teamIn } from "./sql/index.ts";

const PROJECT = "remote:git.example/shop";
const FOLDER = "/checkouts/shop";

const partsOf = (store: Store): TeamParts => ({
  store,
  redact: { text: (text) => text, version: 1 },
  codec: codecFor({ encrypted: false }),
  device: "here",
  member: { id: 1, name: "Ann" },
  now: () => 1,
  isExcluded: () => false,
});

async function commit(
  store: Store,
  id: string,
  more: { author?: string; seen?: Record<string, number>; body?: string; kind?: "memory" | "derived" } = {},
): Promise<void> {
  const { author = "", seen = { here: 1 }, body = `{"text":"${id}"}`, kind = "memory" } = more;
  const name = { project: PROJECT, id, seen };
  await teamIn(store).commitTeamVersion(
    { ...name, rev: `r-${id}`, kind: "memory", author, at: 5, hash: `h-${id}`, state: "shared", body },
    { ...name, folder: FOLDER, kind, key: `project://${id}`, rev: "", applied: `h-${id}` },
  );
}

/** A server that gives the same answer to everything. */
function answering(answer: PushAnswer | undefined) {
  const pushes: { number: number; items: readonly PushItem[] }[] = [];
  return {
    pushes,
    async push(number: number, items: readonly PushItem[]) {
      pushes.push({ number, items });
      const answers = answer === undefined ? [] : items.map(() => answer);
      return { answers, seq: 1, mark: "m" };
    },
  };
}

test("what waits goes out once, in order, with all that the server needs", async () => {
  await using at = await openTempStore();
  await commit(at.store, "a");
  await commit(at.store, "b", { seen: { here: 2, there: 1 } });
  const server = answering("stored");
  expect(await pushProject({ project: PROJECT, number: 7 }, server, partsOf(at.store))).toBe(2);
  const item = (id: string, seen: object) => ({
    ...{ op: "put", id, rev: `r-${id}`, seen, at: 5, keyVersion: 0 },
    body: Buffer.from(`{"text":"${id}"}`).toString("base64"),
  });
  expect(server.pushes).toEqual([
    { number: 7, items: [item("a", { here: 1 }), item("b", { here: 2, there: 1 })] },
  ] as never);
  expect(await pushProject({ project: PROJECT, number: 7 }, server, partsOf(at.store))).toBe(0);
  expect(server.pushes).toHaveLength(1);
});

test("two hundred go at once, and one that would make a push too large begins the next", async () => {
  await using at = await openTempStore();
  for (let n = 0; n < 201; n++) await commit(at.store, `n${n}`);
  const many = answering("stored");
  expect(await pushProject({ project: PROJECT, number: 7 }, many, partsOf(at.store))).toBe(201);
  expect(many.pushes.map(({ items }) => items.length)).toEqual([200, 1]);

  // 1,500,000 bytes are 2,000,000 characters of base64: exactly what fits.
  const body = (bytes: number) => JSON.stringify({ text: "x".repeat(bytes - '{"text":""}'.length) });
  await commit(at.store, "half-1", { body: body(750_000) });
  await commit(at.store, "half-2", { body: body(750_000) });
  await commit(at.store, "small", { body: body(12) });
  await commit(at.store, "huge", { body: body(1_600_000) });
  const large = answering("stored");
  expect(await pushProject({ project: PROJECT, number: 7 }, large, partsOf(at.store))).toBe(4);
  expect(large.pushes.map(({ items }) => items.map(({ id }) => id))).toEqual([
    ["half-1", "half-2"],
    ["small"],
    ["huge"],
  ]);
});

test("a version that was replaced since is not sent, and does not wait", async () => {
  await using at = await openTempStore();
  await commit(at.store, "a");
  await teamIn(at.store).dropTeamHead({ project: PROJECT, id: "a", rev: "r-a" });
  const server = answering("stored");
  expect(await pushProject({ project: PROJECT, number: 7 }, server, partsOf(at.store))).toBe(0);
  expect(server.pushes).toEqual([]);
  expect(await teamIn(at.store).teamOutbox({ limit: 9 })).toEqual([]);
});

test("an answer that is missing is an error, and the record waits", async () => {
  await using at = await openTempStore();
  await commit(at.store, "a");
  const pushing = pushProject({ project: PROJECT, number: 7 }, answering(undefined), partsOf(at.store));
  await expect(pushing).rejects.toThrow("the server left an answer out");
  expect(await teamIn(at.store).teamOutbox({ limit: 9 })).toHaveLength(1);
});

test("what waits for a second person counts as sent and is marked", async () => {
  await using at = await openTempStore();
  await commit(at.store, "a");
  expect(await pushProject({ project: PROJECT, number: 7 }, answering("waiting"), partsOf(at.store))).toBe(1);
  expect(await teamIn(at.store).teamHeads({ project: PROJECT, id: "a" })).toMatchObject([
    { state: "waiting" },
  ]);
  await commit(at.store, "b");
  expect(await pushProject({ project: PROJECT, number: 7 }, answering("stored"), partsOf(at.store))).toBe(1);
  expect(await teamIn(at.store).teamHeads({ project: PROJECT, id: "b" })).toMatchObject([
    { state: "shared" },
  ]);
});

test.each(["stored", "refused"] as const)(
  "of a forgotten record only its name goes out (%s)",
  async (answer) => {
    await using at = await openTempStore();
    const name = { project: PROJECT, id: "a" };
    await commit(at.store, "a");
    await pushProject({ project: PROJECT, number: 7 }, answering("stored"), partsOf(at.store));
    await teamIn(at.store).forgetTeamRecord(name, 9);
    await teamIn(at.store).markTeam(name, "hidden", true);
    const before = { gone: await teamIn(at.store).isTeamMarked(name, "gone"), hidden: true };
    expect(before.gone).toBe(true);
    const server = answering(answer);
    expect(await pushProject({ project: PROJECT, number: 7 }, server, partsOf(at.store))).toBe(
      answer === "stored" ? 1 : 0,
    );
    expect(server.pushes).toEqual([{ number: 7, items: [{ op: "forget", id: "a" }] }]);
    expect({
      gone: await teamIn(at.store).isTeamMarked(name, "gone"),
      hidden: await teamIn(at.store).isTeamMarked(name, "hidden"),
    }).toEqual(answer === "refused" ? { gone: false, hidden: true } : { gone: true, hidden: false });
    expect(await teamIn(at.store).teamOutbox({ limit: 9 })).toEqual([]);
  },
);

test("a record that somebody forgot meanwhile goes, where this is only a change of it", async () => {
  for (const more of [{ author: "Mia" }, { seen: { here: 1, there: 1 } }]) {
    await using at = await openTempStore();
    await commit(at.store, "a", more);
    expect(
      await pushProject({ project: PROJECT, number: 7 }, answering("forgotten"), partsOf(at.store)),
    ).toBe(0);
    const name = { project: PROJECT, id: "a" };
    expect(await teamIn(at.store).teamHeads(name)).toEqual([]);
    expect(await teamIn(at.store).isTeamMarked(name, "gone")).toBe(true);
    expect(await teamIn(at.store).isTeamMarked(name, "pending")).toBe(true);
    expect(await teamIn(at.store).teamLinks(name)).toHaveLength(1);
  }
});

test("what was made here alone under a forgotten name is looked at again, to be shared as another record", async () => {
  await using at = await openTempStore();
  await teamIn(at.store).saveTeamFolder({
    folder: FOLDER,
    project: PROJECT,
  });
  for (const { n } of await teamIn(at.store).teamChanges(99)) await teamIn(at.store).settleTeamChange(n);
  await commit(at.store, "a");
  await commit(at.store, "b", { kind: "derived" });
  expect(await pushProject({ project: PROJECT, number: 7 }, answering("forgotten"), partsOf(at.store))).toBe(
    0,
  );
  for (const id of ["a", "b"]) {
    const name = { project: PROJECT, id };
    expect(await teamIn(at.store).teamHeads(name)).toEqual([]);
    expect(await teamIn(at.store).teamLinks(name)).toEqual([]);
    expect(await teamIn(at.store).isTeamMarked(name, "gone")).toBe(true);
    expect(await teamIn(at.store).isTeamMarked(name, "pending")).toBe(false);
  }
  const changes = await teamIn(at.store).teamChanges(99);
  expect(changes.map(({ kind, folder, key }) => ({ kind, folder, key }))).toEqual([
    { kind: "memory", folder: FOLDER, key: "project://a" },
    { kind: "digests", folder: FOLDER, key: "" },
  ]);
});

test("a batch that the server does not take goes one by one, and the refused record is named", async () => {
  await using at = await openTempStore();
  for (const id of ["a", "bad", "c"]) await commit(at.store, id);
  const taken: string[] = [];
  const server = {
    async push(_: number, items: readonly PushItem[]) {
      if (items.some(({ id }) => id === "bad"))
        throw new PawlError("team_failed", "no", { cause: { errno: "22023" } });
      taken.push(...items.map(({ id }) => id));
      return { answers: items.map((): PushAnswer => "stored"), seq: 1, mark: "m" };
    },
  };
  expect(await pushProject({ project: PROJECT, number: 7 }, server, partsOf(at.store))).toBe(2);
  expect(taken).toEqual(["a", "c"]);
  expect(await teamIn(at.store).teamOutbox({ limit: 9 })).toEqual([]);
  expect((await teamIn(at.store).teamRefused()).map(({ id }) => id)).toEqual(["bad"]);
});
