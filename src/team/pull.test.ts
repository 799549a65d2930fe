/** What comes from the server, page by page. The store is real; the server's rows are given. */

import { expect, test } from "bun:test";
import { openTempStore } from "../../test/temp-store.ts";
import { PawlError } from "../platform/errors.ts";
import type { Store } from "../store/store.ts";
import { codecFor } from "./codec.ts";
import type { TeamParts, TeamRound } from "./parts.ts";
import { pullProject } from "./pull.ts";
import type { RecordRow } from "./server/team-server.ts";
import { teamIn } from "./sql/index.ts";

const STATE = { rank: "writer", mark: "m", isKnown: true, readers: "r" } as const;
const SHOP = { project: "remote:shop", number: 7, ...STATE };

const partsOf = (store: Store): TeamParts => ({
  ...{ store, redact: { text: (text) => text, version: 1 }, codec: codecFor({ encrypted: false }) },
  ...{ device: "here", member: { id: 1, name: "Ann" }, now: () => 1, isExcluded: () => false },
});

const body = (content: string) =>
  JSON.stringify({
    ...{ kind: "memory", uri: "project://a", content, priority: 5, status: "active", origin: "user" },
  });
const row = (seq: number, more: Partial<RecordRow> = {}): RecordRow => ({
  ...{ project: 7, id: `id-${seq}`, rev: `r-${seq}`, seq, author: 2, at: 1.6, seen: { there: seq } },
  ...{ keyVersion: 0, body: body(`Number ${seq}.`), ...more },
});

function serving(rows: RecordRow[]) {
  const asked: [project: number, after: number][] = [];
  const server = {
    async pull(project: number, after: number, most: number) {
      asked.push([project, after]);
      return rows.filter((one) => one.project === project && one.seq > after).slice(0, most);
    },
    members: async () => [
      { id: 1, name: "Ann", rank: "writer" as const, isRemoved: false, projects: [7] },
      { id: 2, name: "member 2", rank: "writer" as const, isRemoved: true, projects: [] },
    ],
    hello: async () => ({ keyVersion: 2 }),
  };
  const round = { server, hello: { keyVersion: 1 }, nameOf: async (member: number) => `member ${member}` };
  return { asked, rows, ...(round as unknown as TeamRound) };
}

test("a project is read from where it was left, to the number that the server named", async () => {
  await using at = await openTempStore();
  const parts = partsOf(at.store);
  const deps = serving([row(1), row(2, { author: 1 })]);
  expect(await pullProject({ ...SHOP, seq: 5 }, deps, parts)).toEqual({ changed: 2, isRestored: false });
  expect(deps.asked).toEqual([[7, 0]]);
  expect(await teamIn(at.store).teamCursor(SHOP.project)).toEqual({ seq: 5, top: 5, mark: "m" });
  const heads = await teamIn(at.store).listTeamHeads({ limit: 9 });
  expect(heads.map(({ id, author, at: when }) => [id, author, when]).toSorted()).toEqual([
    ["id-1", "member 2", 2],
    ["id-2", "", 2],
  ]);
  // Nothing new: nobody is asked.
  expect(await pullProject({ ...SHOP, seq: 5 }, deps, parts)).toMatchObject({ changed: 0 });
  expect(deps.asked).toHaveLength(1);
  deps.rows.push(row(6));
  expect(await pullProject({ ...SHOP, seq: 6 }, deps, parts)).toMatchObject({ changed: 1 });
  expect(deps.asked[1]).toEqual([7, 5]);
});

test("a long project comes in pages of five hundred", async () => {
  await using at = await openTempStore();
  const deps = serving(Array.from({ length: 501 }, (_, n) => row(n + 1)));
  expect(await pullProject({ ...SHOP, seq: 501 }, deps, partsOf(at.store))).toMatchObject({ changed: 501 });
  expect(deps.asked).toEqual([
    [7, 0],
    [7, 500],
  ]);
  expect((await teamIn(at.store).teamCursor(SHOP.project)).seq).toBe(501);
});

test("a server that was restored is read from the beginning, and gets what it lost", async () => {
  await using at = await openTempStore();
  const parts = partsOf(at.store);
  const own = { project: SHOP.project, id: "own", seen: { here: 1 } };
  const version = { ...own, kind: "memory", at: 5, hash: "h", state: "shared", body: body("Own.") } as const;
  const link = {
    ...own,
    folder: "/shop",
    kind: "memory",
    key: "project://own",
    rev: "",
    applied: "h",
  } as const;
  await teamIn(at.store).commitTeamVersion({ ...version, rev: "own-1", author: "" }, link);
  const [sent] = await teamIn(at.store).teamOutbox({ limit: 9 });
  await teamIn(at.store).settleOutbox(sent?.n ?? 0);
  const deps = serving([row(1), row(2, { author: 1, id: "theirs" })]);
  await pullProject({ ...SHOP, seq: 2 }, deps, parts);
  await teamIn(at.store).markTeam({ project: SHOP.project, id: "old" }, "gone", true);
  // The numbers have grown beyond what was read here, but it is another history.
  deps.rows.splice(0, 2, row(9));
  const restored = { ...SHOP, seq: 9, isKnown: false, mark: "other" };
  expect(await pullProject(restored, deps, parts)).toEqual({ changed: 1, isRestored: true });
  expect(deps.asked[1]).toEqual([7, 0]);
  expect(await teamIn(at.store).teamCursor(SHOP.project)).toEqual({ seq: 9, top: 9, mark: "other" });
  const again = (await teamIn(at.store).teamOutbox({ limit: 9 })).map(({ op, id }) => [op, id]);
  // The versions of this member, and of one who is not in the team any more; and what was forgotten.
  expect(again.toSorted()).toEqual([
    ["forget", "old"],
    ["put", "id-1"],
    ["put", "own"],
    ["put", "theirs"],
  ]);
});

test("what was forgotten on the server is forgotten here, and of a version that was withdrawn only that one", async () => {
  await using at = await openTempStore();
  const parts = partsOf(at.store);
  const deps = serving([row(1), row(2), row(3)]);
  await pullProject({ ...SHOP, seq: 3 }, deps, parts);
  deps.rows.push(
    row(4, { id: "id-1", rev: "", body: null }),
    row(5, { id: "id-2", rev: "r-2", body: null }),
    row(6, { id: "id-3", rev: "r-other", body: null }),
  );
  expect(await pullProject({ ...SHOP, seq: 5 }, deps, parts)).toMatchObject({ changed: 2 });
  const left = (await teamIn(at.store).listTeamHeads({ limit: 9 })).filter((one) => one.body !== undefined);
  expect(left.map(({ id }) => id)).toEqual(["id-3"]);
});

test("a forged record and one of a later kind are left out; the others come", async () => {
  await using at = await openTempStore();
  const parts = partsOf(at.store);
  const later = '{"kind":"later"}';
  const deps = serving([row(1), row(2, { body: later }), row(3)]);
  const { codec } = parts;
  const open: typeof codec.open = (place, bytes, version) => {
    if (place.includes("id-1")) throw new PawlError("team_forged", "forged");
    return codec.open(place, bytes, version);
  };
  parts.codec = { ...codec, open };
  expect(await pullProject({ ...SHOP, seq: 3 }, deps, parts)).toMatchObject({ changed: 1 });
});

test("any other failure stops the reading where it was", async () => {
  await using at = await openTempStore();
  const parts = partsOf(at.store);
  const odd = new Error("odd");
  const open = () => {
    throw odd;
  };
  parts.codec = { ...parts.codec, open };
  await expect(pullProject({ ...SHOP, seq: 1 }, serving([row(1)]), parts)).rejects.toBe(odd);
  expect((await teamIn(at.store).teamCursor(SHOP.project)).seq).toBe(0);
});

test("a record with a key that the team does not have is left out; one whose key is to come is waited for", async () => {
  await using at = await openTempStore();
  const codec = {
    ...codecFor({ encrypted: false }),
    open: (_: string, bytes: Uint8Array, version: number) => {
      if (version > 0) throw new PawlError("team_key_missing", "no key");
      return new TextDecoder().decode(bytes);
    },
  };
  const parts = { ...partsOf(at.store), codec };
  const deps = serving([row(1, { keyVersion: 99 }), row(2)]);
  expect(await pullProject({ ...SHOP, seq: 2 }, deps, parts)).toMatchObject({ changed: 1 });
  const waiting = serving([row(3, { keyVersion: 2 })]);
  await expect(pullProject({ ...SHOP, seq: 3 }, waiting, parts)).rejects.toMatchObject({
    code: "team_key_missing",
  });
});
