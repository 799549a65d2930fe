import { expect, test } from "bun:test";
import { NO_STORE } from "../../../test/temp-store.ts";
import { redactor } from "../../redact/redactor.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { override } from "../../store/store.ts";
import { withoutRecorded } from "./catch-up.ts";
import { createBatches, createRecords } from "./to-records.ts";
import { asUser } from "./whole.ts";

const head = (more: object = {}) => ({ sessionId: "s", at: 5, ...more });
const prompt = (text: string, at = 5, more: object = {}) => ({
  ...{ key: `s/~${at}`, sessionId: "s", at, text, redaction: 1, ...more },
});

test("a session has the first folder and the first branch that its lines name", () => {
  const batches = createBatches();
  batches.of(head()).prompts.push(prompt("one"));
  expect(batches.of(head()).session).toEqual({ id: "s", cwd: "", at: 5 });
  batches.of(head({ cwd: "/a", branch: "main", at: 6 }));
  batches.of(head({ cwd: "/b", branch: "other", at: 7 }));
  batches.of(head({ at: 8 }));
  expect(batches.take().map(({ session }) => session)).toEqual([
    { id: "s", cwd: "/a", at: 5, branch: "main" },
  ]);
});

test("a session of which nothing is kept is not taken, and nothing is taken twice", () => {
  const batches = createBatches();
  batches.of(head({ sessionId: "silent" }));
  batches.of(head()).prompts.push(prompt("one"));
  expect(batches.take().map(({ session }) => session.id)).toEqual(["s"]);
  expect(batches.take()).toEqual([]);
});

test("a turn whose lines name no folder is in the folder of the turn before", () => {
  const records = createRecords(redactor);
  const folders = (more: object) => {
    records.push(asUser(head(more), { text: "Go on" }));
    return records.state()?.map(({ cwd }) => cwd);
  };
  expect(folders({ cwd: "/a" })).toEqual(["/a"]);
  expect(folders({})).toEqual(["/a"]);
  expect(folders({ cwd: "/b" })).toEqual(["/b"]);
  expect(folders({ sessionId: "other" })).toEqual(["/b", ""]);
});

test("what a hook recorded of an old client is known by its words, within a minute, and each once", async () => {
  const recorded = [prompt("one", 1_700_000_000_000)];
  const store = override(NO_STORE, recordsIn, { prompts: async () => recorded, responses: async () => [] });
  const left = async (...read: ReturnType<typeof prompt>[]) => {
    const batches = createBatches();
    for (const one of read) batches.of(head()).prompts.push({ ...one, key: `s/line-${one.at}` });
    const [batch] = batches.take();
    return batch === undefined
      ? []
      : (await withoutRecorded(batch, store)).prompts.map(({ at }) => at - 1_700_000_000_000);
  };
  const at = (ms: number, more: object = {}) => prompt("one", 1_700_000_000_000 + ms, more);
  expect(await left(at(60_000))).toEqual([]);
  expect(await left(at(-60_000))).toEqual([]);
  expect(await left(at(60_001))).toEqual([60_001]);
  expect(await left(at(1), at(2))).toEqual([2]);
  expect(await left(at(1, { text: "other" }))).toEqual([1]);
  // One with an id of its own is stored under that.
  expect(await left(at(1, { promptId: "p" }), at(2))).toEqual([1]);
});
