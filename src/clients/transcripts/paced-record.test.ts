import { expect, test } from "bun:test";
import { noneAdded } from "./catch-up.ts";
import { pacedRecord } from "./paced-record.ts";

const batch = (id: string) => ({ session: { id, project: "/p", cwd: "/p", at: 1 } });

test("batches of files that are read at once are stored one after the other, each after the pause of the last", async () => {
  const done: string[] = [];
  const pauses: PromiseWithResolvers<void>[] = [];
  const record = pacedRecord(
    async ({ session }) => {
      done.push(session.id);
      return noneAdded();
    },
    async () => {
      const pause = Promise.withResolvers<void>();
      pauses.push(pause);
      await pause.promise;
    },
  );
  const [first, second] = [record(batch("a")), record(batch("b"))];
  expect(await first).toEqual(noneAdded());
  await Bun.sleep(0);
  expect(done).toEqual(["a"]);
  pauses[0]?.resolve();
  await second;
  expect(done).toEqual(["a", "b"]);
});

test("a batch that cannot be stored fails alone", async () => {
  const record = pacedRecord(
    async ({ session }) => {
      if (session.id === "a") throw new Error("no room");
      return noneAdded();
    },
    async () => undefined,
  );
  const [first, second] = [record(batch("a")), record(batch("b"))];
  await expect(first).rejects.toThrow("no room");
  expect(await second).toEqual(noneAdded());
});
