import { expect, test } from "bun:test";
import { playing } from "../../test/memory-session.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { toSettings } from "../hooks/config/schema.ts";
import { recordsIn } from "../store/records/queries.ts";
import { groupOf, isHeldOut } from "./holdout.ts";

const withHoldout = (holdout: number) => ({ recall: { ...toSettings({}).recall, holdout } });

test("a share of sessions is held out, each one always", () => {
  const ids = Array.from({ length: 4000 }, (_, i) => `session-${i}`);
  const share = ids.filter((id) => isHeldOut(id, 0.1)).length / ids.length;
  expect(share).toBeGreaterThan(0.08);
  expect(share).toBeLessThan(0.12);
  expect(ids.filter((id) => isHeldOut(id, 0))).toEqual([]);
  expect(ids.filter((id) => isHeldOut(id, 1)).length).toBe(ids.length);
  // Who is held out with a small share is held out with a larger one.
  expect(ids.filter((id) => isHeldOut(id, 0.1) && !isHeldOut(id, 0.2))).toEqual([]);
});

/** A session whose past has something for every event: a related prompt, a changed file, a solved error. */
async function eventsOfASession(holdout: number) {
  await using app = await openTestApp({ settings: withHoldout(holdout) });
  const error = "src/totals.ts:3:1 error TS2304: Cannot find name 'Quantum'.";
  const old = playing(app, "old");
  await old.start();
  await old.ask("Round the invoice totals to the quantum of the currency");
  await old.fail("npx tsc --noEmit", error);
  await old.edit("src/totals.ts", "round(total)", "round(total, Quantum)");
  await old.run("npx tsc --noEmit");
  await old.stop({
    last_assistant_message: "The invoice totals are rounded to the quantum of their currency.",
  });
  await old.end();
  const memory = { uri: "project://rules/tabs", content: "Indent with tabs.", project: app.dir, priority: 1 };
  await app.post("/api/memories", memory);
  const now = playing(app, "now");
  const start = await now.start();
  const asked = await now.ask("Round the invoice totals to the quantum of the currency once more");
  const read = await now.read("src/totals.ts");
  const failed = await now.fail("npx tsc --noEmit", error);
  const records = await recordsIn(app.store).session("now");
  const started = String(start.hookSpecificOutput?.additionalContext ?? "");
  return { started, asked, read, failed, group: groupOf(records?.events ?? []) };
}

test("a held-out session gets what people laid down, nothing that was inferred, and is marked", async () => {
  const heldOut = await eventsOfASession(1);
  expect(heldOut.started).toContain("Indent with tabs.");
  expect([heldOut.asked, heldOut.read, heldOut.failed]).toEqual(["", "", ""]);
  expect(heldOut.group).toBe("held-out");
});

test("without a hold-out the same session gets all of it, and no mark", async () => {
  const all = await eventsOfASession(0);
  expect(all.started).toContain("Indent with tabs.");
  expect(all.started).toContain("src/totals.ts");
  expect(all.failed).toContain("failed like this before");
  expect(all.group).toBeUndefined();
});

test("sessions of both groups are marked while there is a hold-out", async () => {
  const treated = Array.from({ length: 100 }, (_, i) => `s${i}`).find((id) => !isHeldOut(id, 0.5)) ?? "";
  await using app = await openTestApp({ settings: withHoldout(0.5) });
  await playing(app, treated).start();
  expect(groupOf((await recordsIn(app.store).session(treated))?.events ?? [])).toBe("treated");
});
