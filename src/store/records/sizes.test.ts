import { expect, test } from "bun:test";
import { madeSessions } from "../../../bench/scale/made-sessions.ts";
import { openTempStore } from "../../../test/temp-store.ts";
import { forgettingIn } from "../../team/sql/forget.ts";
import { recordsIn } from "./queries.ts";

test("the bytes of all kinds are the store's size, and calls are the largest part of the records", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  expect(
    (await recordsIn(store).stats()).sizes.every(({ kind, bytes }) => kind === "index" || bytes === 0),
  ).toBe(true);
  for (const batch of madeSessions({ observations: 1400, projects: 2, until: 1e12 }))
    await recordsIn(store).record(batch);
  const { sizes, sizeBytes } = await recordsIn(store).stats();
  expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(sizeBytes);
  const of = (kind: string) => sizes.find((size) => size.kind === kind)?.bytes ?? 0;
  expect(of("calls")).toBeGreaterThan(of("texts") + of("keys"));
  expect(of("texts")).toBeGreaterThan(0);
});

test("what is forgotten takes no room any more, though the file stays as long as it was", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  for (const batch of madeSessions({ observations: 1400, projects: 1, until: 1e12 }))
    await recordsIn(store).record(batch);
  const before = (await recordsIn(store).stats()).sizeBytes;
  const [session] = await recordsIn(store).sessions({ limit: 1 });
  await forgettingIn(store).forget({ project: session?.project ?? "" }, 2e12);
  expect((await recordsIn(store).stats()).sizeBytes).toBeLessThan(before / 2);
});
