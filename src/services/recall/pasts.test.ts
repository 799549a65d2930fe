import { expect, test } from "bun:test";
import { join } from "node:path";
import { openTempStore, PROJECT } from "../../../test/temp-store.ts";
import { createSession } from "../../memory/records/test-session.ts";
import { openStore } from "../../store/open.ts";
import { digestSession } from "../learn/digest-session.ts";
import { createPasts } from "./pasts.ts";

test("a session that another process forgot is gone from the past that is kept in memory", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  for (const id of ["one", "two"]) {
    const made = createSession(id);
    made.ask(`Round the totals of part ${id}`);
    const { prompts } = made.session;
    const at = prompts[0]?.at ?? 0;
    await store.record({ session: { id, project: PROJECT, cwd: PROJECT, at }, prompts });
    const records = await store.sessionToLearn(id);
    if (records === undefined) throw new Error("not stored");
    await digestSession(store, records);
  }
  const pasts = createPasts(store);
  const known = async () => (await pasts.of(PROJECT, [])).sessions.map(({ sessionId }) => sessionId).sort();
  expect(await known()).toEqual(["one", "two"]);
  const other = await openStore({ database: join(temp.dir, "pawl.db") });
  await other.forget({ sessionId: "one" }, Date.now());
  await other.close();
  expect(await known()).toEqual(["two"]);
});
