import { expect, test } from "bun:test";
import { asked, event, seen } from "../../../test/contract/fixtures.ts";
import { openTempStore } from "../../../test/temp-store.ts";
import { messagesFor } from "../../locale/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { summarize } from "./summarize.ts";

const messages = messagesFor("en");

test("a session's summary is written from its records, and again when it has gone on", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  await recordsIn(store).record(asked("s", 1, "Round the totals"));
  expect(await summarize(store, "s", 5, 1, messages)).toContain("Round the totals");
  expect((await recordsIn(store).session("s"))?.summary).toMatchObject({
    at: 5,
    text: expect.stringContaining("Round"),
  });
  await recordsIn(store).record(asked("s", 6, "And the taxes"));
  expect(await summarize(store, "s", 7, 1, messages)).toContain("And the taxes");
});

test("a session in which nothing was done has no summary, nor has one that nobody knows", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  await recordsIn(store).record({ session: seen("s", 1), events: [event("s", 1, "SessionStart")] });
  expect(await summarize(store, "s", 5, 1, messages)).toBeUndefined();
  expect((await recordsIn(store).session("s"))?.summary).toBeUndefined();
  expect(await summarize(store, "nobody", 5, 1, messages)).toBeUndefined();
});
