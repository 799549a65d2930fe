/**
 * What a store of many sessions holds of a forgotten one: nothing, in no file, whichever way its rows have moved between
 * pages before; and everything of the others.
 */

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { madeSessions } from "../../bench/scale/made-sessions.ts";
import { createRandom } from "../../bench/scale/made-words.ts";
import { searchIn } from "../../src/search/sql/index.ts";
import { wordIndexIn } from "../../src/store/index/lazy-index.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { forgettingIn } from "../../src/team/sql/forget.ts";
import { openTempStore } from "../temp-store.ts";

const SESSIONS = 30;
const FORGOTTEN = 7;
/** Words that nothing else contains; also as the beginning of others, as in a compound. */
const wordOf = (i: number) => `zq${(i * 7919 + 13).toString(36)}xk${(i * 104_729 + 7).toString(36)}`;

test("of forgotten sessions no word and no part of a compressed output is left; the index stays whole", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  const path = store.location;
  const random = createRandom(5);
  const ids: string[] = [];
  for (const batch of madeSessions({ observations: SESSIONS * 70, projects: 4, until: 1e12 })) {
    const word = wordOf(ids.length);
    const calls = (batch.observations ?? []).map((call) =>
      random() < 0.3 ? { ...call, response: `${word} ${call.response} ${word}Longer` } : call,
    );
    const prompts = (batch.prompts ?? []).map((prompt) => ({ ...prompt, text: `${prompt.text} ${word}s` }));
    await recordsIn(store).record({ ...batch, prompts, observations: calls });
    ids.push(batch.session.id);
    // Small segments at different times, so that the index has many blocks and merges.
    await wordIndexIn(store).indexWords();
  }
  while ((await wordIndexIn(store).indexWords()) > 0);

  const packed = packedBySession(path);
  const places = Array.from({ length: FORGOTTEN }, (_, i) => Math.floor((i * SESSIONS) / FORGOTTEN));
  for (const place of places) await forgettingIn(store).forget({ sessionId: ids[place] ?? "" }, 2e12);

  const bytes = Buffer.concat([path, `${path}-wal`].map((file) => readFileSync(file)));
  expect(places.filter((place) => bytes.includes(wordOf(place)))).toEqual([]);
  const others = [...packedBySession(path).values()].flat();
  const isElsewhere = (part: Buffer) => others.some((one) => one.includes(part));
  const left = places.flatMap((place) =>
    (packed.get(ids[place] ?? "") ?? [])
      .flatMap((one) => partsOf(one))
      .filter((part) => bytes.includes(part) && !isElsewhere(part)),
  );
  expect(left).toEqual([]);
  const kept = ids.keys().filter((place) => !places.includes(place));
  expect([...kept].every((place) => bytes.includes(wordOf(place)))).toBe(true);
  const [first = ""] = ids.filter((_, place) => !places.includes(place));
  const found = await searchIn(store).search({ text: wordOf(ids.indexOf(first)), limit: 5 });
  expect(found.map(({ sessionId }) => sessionId)).toEqual(Array.from({ length: 5 }, () => first));
  checkIntegrity(path);
}, 120_000);

/** Pieces from the middle, each long enough to be in no other output by chance. */
function partsOf(packed: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 20; at + 24 <= packed.length; at += 300) parts.push(packed.subarray(at, at + 24));
  return parts;
}

function packedBySession(path: string): Map<string, Buffer[]> {
  using db = new Database(path, { readonly: true });
  const rows = db
    .query<{ id: string; packed: Uint8Array }, []>(
      `select s.id, c.packed from calls c join entries e on e.id = c.entry join sessions s on s.seq = e.session
       where c.packed is not null`,
    )
    .all();
  const found = new Map<string, Buffer[]>();
  for (const { id, packed } of rows) {
    found.set(id, [...(found.get(id) ?? []), Buffer.from(packed)]);
  }
  return found;
}

function checkIntegrity(path: string): void {
  using db = new Database(path);
  expect(db.query("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  for (const table of ["call_stems", "text_stems", "memory_stems"]) {
    db.run(`insert into ${table} (${table}, rank) values ('integrity-check', 0)`);
  }
}
