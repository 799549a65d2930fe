/** What comes from the server, page by page. The store is real; the server's rows are given. */

import { expect, test } from "bun:test";
import { openTempStore } from "../../test/temp-store.ts";
import { PawlError } from "../platform/errors.ts";
import type { Store } from "../store/store.ts";
import { codecFor } from "./codec.ts";
import type { TeamParts } from "./parts.ts";
import { pullProjects } from "./pull.ts";
import type { RecordRow } from "./server/team-server.ts";
import { teamIn } from "./sql/index.ts";

const SHOP = { project: "remote:shop", number: 7 };
const OTHER = { project: "remote:other", number: 8 };

const partsOf = (store: Store): TeamParts => ({
  ...{ store, redact: { text: (text) => text, version: 1 }, codec: codecFor({ encrypted: false }) },
  ...{ device: "here", member: { id: 1, name: "Ann" }, now: () => 1, isExcluded: () => false },
});

const body = (content: string) =>
  new TextEncoder().encode(
    JSON.stringify({
      ...{ kind: "memory", uri: "project://a", content, priority: 5, status: "active", origin: "user" },
    }),
  );
const row = (seq: number, more: Partial<RecordRow> = {}): RecordRow => ({
  ...{ project: 7, id: `id-${seq}`, rev: `r-${seq}`, seq, author: 2, at: 1.6, seen: { there: seq } },
  ...{ state: "shared", keyVersion: 0, body: body(`Number ${seq}.`), ...more },
});

function serving(rows: RecordRow[]) {
  const asked: { project: number; after: number }[][] = [];
  const warned: string[] = [];
  return {
    ...{ asked, warned, rows },
    server: {
      async pull(cursors: readonly { project: number; after: number }[], most: number) {
        asked.push([...cursors]);
        return cursors.flatMap(({ project, after }) =>
          rows.filter((one) => one.project === project && one.seq > after).slice(0, most),
        );
      },
    },
    nameOf: async (member: number) => `member ${member}`,
    keyVersion: 1,
    warn: (message: string) => void warned.push(message),
  };
}

test("a project is read from where it was left, to the number that the server named", async () => {
  await using at = await openTempStore();
  const parts = partsOf(at.store);
  const deps = serving([row(1), row(2, { author: 1 })]);
  expect(
    await pullProjects(
      [
        { ...SHOP, seq: 5 },
        { ...OTHER, seq: 0 },
      ],
      deps,
      parts,
    ),
  ).toBe(2);
  expect(deps.asked).toEqual([[{ project: 7, after: 0 }]]);
  expect(await teamIn(at.store).teamCursor(SHOP.project)).toBe(5);
  const heads = await teamIn(at.store).listTeamHeads({ limit: 9 });
  expect(heads.map(({ id, author, at: when }) => [id, author, when]).toSorted()).toEqual([
    ["id-1", "member 2", 2],
    ["id-2", "", 2],
  ]);
  // Nothing new: nobody is asked.
  expect(await pullProjects([{ ...SHOP, seq: 5 }], deps, parts)).toBe(0);
  expect(deps.asked).toHaveLength(1);
  deps.rows.push(row(6));
  expect(await pullProjects([{ ...SHOP, seq: 6 }], deps, parts)).toBe(1);
  expect(deps.asked[1]).toEqual([{ project: 7, after: 5 }]);
});

test("a long project comes in pages of five hundred, beside a short one that is read once", async () => {
  await using at = await openTempStore();
  const rows = Array.from({ length: 501 }, (_, n) => row(n + 1));
  const deps = serving([...rows, row(1, { project: 8, id: "far" })]);
  const projects = [
    { ...SHOP, seq: 501 },
    { ...OTHER, seq: 1 },
  ];
  expect(await pullProjects(projects, deps, partsOf(at.store))).toBe(502);
  expect(deps.asked).toEqual([
    [
      { project: 7, after: 0 },
      { project: 8, after: 0 },
    ],
    [{ project: 7, after: 500 }],
  ]);
  expect(await teamIn(at.store).teamCursor(SHOP.project)).toBe(501);
  expect(await teamIn(at.store).teamCursor(OTHER.project)).toBe(1);
});

test("a server that was restored from a copy is read from the beginning", async () => {
  await using at = await openTempStore();
  const parts = partsOf(at.store);
  await teamIn(at.store).saveTeamCursor(SHOP.project, 90);
  const deps = serving([row(3)]);
  expect(await pullProjects([{ ...SHOP, seq: 3 }], deps, parts)).toBe(1);
  expect(deps.asked).toEqual([[{ project: 7, after: 0 }]]);
  expect(await teamIn(at.store).teamCursor(SHOP.project)).toBe(3);
  // An empty one is nothing to read, and its next record has a small number.
  await pullProjects([{ ...SHOP, seq: 0 }], deps, parts);
  expect([deps.asked.length, await teamIn(at.store).teamCursor(SHOP.project)]).toEqual([1, 0]);
});

test("what was forgotten on the server is forgotten here, also where only its body is gone", async () => {
  await using at = await openTempStore();
  const parts = partsOf(at.store);
  const deps = serving([row(1), row(2), row(3)]);
  await pullProjects([{ ...SHOP, seq: 3 }], deps, parts);
  deps.rows.push(row(4, { id: "id-1", state: "forgotten", body: null }), row(5, { id: "id-2", body: null }));
  expect(await pullProjects([{ ...SHOP, seq: 5 }], deps, parts)).toBe(2);
  const left = (await teamIn(at.store).listTeamHeads({ limit: 9 })).filter((one) => one.body !== undefined);
  expect(left.map(({ id }) => id)).toEqual(["id-3"]);
});

test("a forged record and one of a later kind are left out and told; the others come", async () => {
  await using at = await openTempStore();
  const parts = partsOf(at.store);
  const later = new TextEncoder().encode('{"kind":"later"}');
  const deps = serving([row(1), row(2, { body: later }), row(3)]);
  const { codec } = parts;
  const open: typeof codec.open = (place, bytes, version) => {
    if (place.includes("id-1")) throw new PawlError("team_forged", "forged");
    return codec.open(place, bytes, version);
  };
  parts.codec = { ...codec, open };
  expect(await pullProjects([{ ...SHOP, seq: 3 }], deps, parts)).toBe(1);
  expect(deps.warned).toEqual([
    "a record of the team was left out",
    "a record of the team is of a kind that this version does not know",
  ]);
});

test("a missing key, and any other failure, stops the reading where it was", async () => {
  await using at = await openTempStore();
  for (const error of [new PawlError("team_key_missing", "no key"), new Error("odd")]) {
    const parts = partsOf(at.store);
    const open = () => {
      throw error;
    };
    parts.codec = { ...parts.codec, open };
    await expect(pullProjects([{ ...SHOP, seq: 1 }], serving([row(1)]), parts)).rejects.toBe(error);
    expect(await teamIn(at.store).teamCursor(SHOP.project)).toBe(0);
  }
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
  expect(await pullProjects([{ ...SHOP, seq: 2 }], deps, parts)).toBe(1);
  expect(deps.warned).toHaveLength(1);
  const waiting = serving([row(3, { keyVersion: 1 })]);
  await expect(pullProjects([{ ...SHOP, seq: 3 }], waiting, parts)).rejects.toMatchObject({
    code: "team_key_missing",
  });
});
