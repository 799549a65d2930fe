import { expect, test } from "bun:test";
import { join } from "node:path";
import { createSession } from "../../test/recorded-session.ts";
import { NO_STORE, openTempStore, PROJECT } from "../../test/temp-store.ts";
import { digestSession } from "../memory/learn/digest-session.ts";
import { digestsIn } from "../memory/sql/index.ts";
import { openStore } from "../store/open.ts";
import { recordsIn } from "../store/records/queries.ts";
import { override } from "../store/store.ts";
import { forgettingIn } from "../team/sql/forget.ts";
import { createPasts } from "./pasts.ts";

test("a session that another process forgot is gone from the past that is kept in memory", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  for (const id of ["one", "two"]) {
    const made = createSession(id);
    made.ask(`Round the totals of part ${id}`);
    const { prompts } = made.session;
    const at = prompts[0]?.at ?? 0;
    await recordsIn(store).record({ session: { id, project: PROJECT, cwd: PROJECT, at }, prompts });
    const records = await recordsIn(store).sessionToLearn(id);
    if (records === undefined) throw new Error("not stored");
    await digestSession(store, records);
  }
  const pasts = createPasts(store);
  const known = async () => (await pasts.of(PROJECT, [])).sessions.map(({ sessionId }) => sessionId).sort();
  expect(await known()).toEqual(["one", "two"]);
  const other = await openStore({ database: join(temp.dir, "pawl.db") });
  await forgettingIn(other).forget({ sessionId: "one" }, Date.now());
  await other.close();
  expect(await known()).toEqual(["two"]);
});

/** A store of digests that says what was asked of it. */
function fakeStore(count: number) {
  const asked: string[] = [];
  const state: { deleted: number; onRead(): void } = { deleted: 0, onRead: () => undefined };
  let ids = Array.from({ length: count }, (_, i) => `s${i}`);
  const store = override(NO_STORE, digestsIn, {
    digestsDeleted: async () => state.deleted,
    digestedSessions: async () => {
      asked.push("sessions");
      return ids;
    },
    digestsOf: async (wanted) => {
      asked.push(`digests ${wanted.length}`);
      state.onRead();
      // In an order of its own, as SQLite answers.
      const found = wanted.filter((id) => ids.includes(id)).toReversed();
      return found.map((sessionId) => ({ sessionId, lastAt: 1, turns: [], files: [] }) as never);
    },
  });
  const forget = (id: string) => {
    ids = ids.filter((one) => one !== id);
    state.deleted++;
  };
  return { store, asked, state, forget };
}

test("digests are read a few at a time, and keep the order of their sessions", async () => {
  const { store, asked } = fakeStore(70);
  const { sessions } = await createPasts(store).of("/p", []);
  expect(asked).toEqual(["sessions", "digests 32", "digests 32", "digests 6"]);
  expect(sessions.map(({ sessionId }) => sessionId)).toEqual(Array.from({ length: 70 }, (_, i) => `s${i}`));
});

test("what is forgotten while digests are read is not among them", async () => {
  const { store, state, forget } = fakeStore(40);
  state.onRead = () => {
    state.onRead = () => undefined;
    forget("s39");
  };
  const { sessions } = await createPasts(store).of("/p", []);
  expect(sessions).toHaveLength(39);
});

test("an event prepares its project's past, once, and anew after something was forgotten", async () => {
  const { store, asked, forget } = fakeStore(3);
  const pasts = createPasts(store);
  const untilAsked = async (times: number) => {
    while (asked.length < times) await Bun.sleep(1);
  };
  pasts.prepare("");
  pasts.prepare("/p");
  pasts.prepare("/p");
  await untilAsked(2);
  await pasts.of("/p", []);
  expect(asked).toEqual(["sessions", "digests 3"]);
  forget("s0");
  // Another project's event in between: each of them is looked at.
  pasts.prepare("/other");
  pasts.prepare("/p");
  await untilAsked(6);
  expect((await pasts.of("/p", [])).sessions).toHaveLength(2);
  expect(asked).toHaveLength(6);
});
