import { expect, test } from "bun:test";
import { observation, seen } from "../../test/contract/fixtures.ts";
import { openTempStore, PROJECT } from "../../test/temp-store.ts";
import { recordsIn } from "../store/records/queries.ts";
import { loadWorkingSet } from "./working-set.ts";

const read = (sessionId: string, at: number, name: string) =>
  observation(sessionId, at, {
    toolName: "Read",
    input: JSON.stringify({ file_path: `${PROJECT}/${name}` }),
    files: [`${PROJECT}/${name}`],
  });

test("a session's files are those of its records; of a fork those of its origin before the fork too", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  await recordsIn(store).record({
    session: seen("origin", 1),
    observations: [
      read("origin", 10, "before.ts"),
      read("origin", 20, "at.ts"),
      read("origin", 21, "later.ts"),
    ],
  });
  await recordsIn(store).record({ session: seen("s", 30), observations: [read("s", 30, "own.ts")] });
  const paths = async (own?: Parameters<typeof loadWorkingSet>[2]) =>
    (await loadWorkingSet(store, "s", own))?.set.files.map(({ path }) => path).sort();
  expect(await paths()).toEqual(["own.ts"]);
  expect(await paths({ sessions: new Set(["s"]) })).toEqual(["own.ts"]);
  expect(await paths({ sessions: new Set(["s", "origin", "gone"]), forkedAt: 20 })).toEqual([
    "at.ts",
    "before.ts",
    "own.ts",
  ]);
  expect(await loadWorkingSet(store, "nobody")).toBeUndefined();
});
