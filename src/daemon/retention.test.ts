import { expect, test } from "bun:test";
import { recordsIn } from "../store/records/queries.ts";
import { applyRetention, retentionLimit } from "./forget.ts";
import { openTestApp } from "./test-app.ts";

const NOW = 1_700_000_000_000;
const DAY = 86_400_000;

async function filled() {
  const app = await openTestApp();
  for (let n = 0; n < 10; n++) {
    const at = NOW - n * 10 * DAY;
    const session = { id: `s${n}`, at, cwd: app.dir, project: app.dir };
    await recordsIn(app.store).record({
      session,
      prompts: [{ key: `p${n}`, sessionId: `s${n}`, at, redaction: 0, text: `prompt ${n}` }],
    });
  }
  const left = async () => (await recordsIn(app.store).sessions({ limit: 100 })).map(({ id }) => id);
  return { app, left };
}

test("without the setting everything stays", async () => {
  const { app, left } = await filled();
  await using _ = app;
  expect(await retentionLimit(app.store, {}, NOW)).toBeUndefined();
  expect(await applyRetention(app.service, {}, NOW)).toBe(false);
  expect(await left()).toHaveLength(10);
});

test("what is older than the days goes, and a second time there is nothing to do", async () => {
  const { app, left } = await filled();
  await using _ = app;
  expect(await applyRetention(app.service, { days: 35 }, NOW)).toBe(true);
  expect(await left()).toEqual(["s0", "s1", "s2", "s3"]);
  expect(await applyRetention(app.service, { days: 35 }, NOW)).toBe(false);
});

test("a store that is too large loses its oldest sessions first; one that fits loses none", async () => {
  const { app, left } = await filled();
  await using _ = app;
  expect(await applyRetention(app.service, { megabytes: 1000 }, NOW)).toBe(false);
  // Smaller than any database: a share goes, by its size, and the newest is among the last.
  const { sizeBytes } = await recordsIn(app.store).stats();
  const megabytes = (sizeBytes * 0.75) / 1_000_000;
  expect(await applyRetention(app.service, { megabytes }, NOW)).toBe(true);
  expect(await left()).toEqual(["s0", "s1", "s2", "s3", "s4", "s5", "s6"]);
});
