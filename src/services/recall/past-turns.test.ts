import { expect, test } from "bun:test";
import { asked, prompt, seen } from "../../../test/contract/fixtures.ts";
import { openTempStore } from "../../../test/temp-store.ts";
import type { Store } from "../../store/store.ts";
import { createPastTurns } from "./past-turns.ts";

/** The store, and which sessions were read whole. */
function watched(store: Store) {
  const read: string[] = [];
  const recallMaterial: Store["recallMaterial"] = async (ids, stamps) => {
    const all = await store.recallMaterial(ids, stamps);
    read.push(...all.filter(({ records }) => records !== undefined).map(({ sessionId }) => sessionId));
    return all;
  };
  return { read, recallMaterial };
}

test("a session's turns are taken once while it stays as it is, and again when it has gone on", async () => {
  await using temp = await openTempStore();
  await temp.store.record(asked("a", 1, "Round the totals"));
  await temp.store.record(asked("b", 2, "Fix the login"));
  const { read, recallMaterial } = watched(temp.store);
  const pastTurns = createPastTurns({ recallMaterial });
  const first = await pastTurns(["a", "b"]);
  expect(first.map((turn) => turn.asked).sort()).toEqual(["Fix the login", "Round the totals"]);
  expect(await pastTurns(["a", "b"])).toEqual(first);
  expect(read.sort()).toEqual(["a", "b"]);
  await temp.store.record({ session: seen("a", 3), prompts: [prompt("a", 3, "And the taxes")] });
  const later = await pastTurns(["a"]);
  expect(later.map((turn) => turn.asked)).toEqual(["Round the totals", "And the taxes"]);
  expect(read.sort()).toEqual(["a", "a", "b"]);
});

test("a session that is gone has no turns", async () => {
  await using temp = await openTempStore();
  expect(await createPastTurns(temp.store)(["nobody"])).toEqual([]);
});
