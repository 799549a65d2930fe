import { expect, test } from "bun:test";
import { asked } from "../../test/contract/fixtures.ts";
import { openTempStore, PROJECT } from "../../test/temp-store.ts";
import { recordsIn } from "../store/records/queries.ts";
import { createSimilar, similarTo } from "./similar.ts";
import { vectorsIn } from "./sql/index.ts";

const MODEL = { name: "m", dimensions: 2, unrelated: 0, alike: 1, center: new Float32Array(2) };

/** A store with one prompt in the direction of (1, 0) and one at right angles to it. */
async function embedded() {
  const temp = await openTempStore();
  const { store } = temp;
  await recordsIn(store).record(asked("near", 1, "Round the totals"));
  await recordsIn(store).record(asked("far", 2, "Fix the login"));
  await vectorsIn(store).startVectors(MODEL);
  const waiting = await vectorsIn(store).waitingForVector(9);
  await vectorsIn(store).saveVectors(
    waiting.map(({ ticket, text }) => ({
      ticket,
      vector: text.includes("totals") ? Float32Array.of(1, 0) : Float32Array.of(0, 1),
    })),
  );
  const sent: string[] = [];
  const errors: unknown[] = [];
  const deps = {
    store,
    model: "m",
    embed: async (text: string): Promise<Float32Array | undefined> => {
      sent.push(text);
      return Float32Array.of(1, 0);
    },
    redact: (text: string) => text.replaceAll("hunter2", "[redacted]"),
    onError: (error: unknown) => void errors.push(error),
  };
  return { ...temp, deps, sent, errors };
}

test("what is near comes with its strength, what is not does not come", async () => {
  await using temp = await embedded();
  const hits = await createSimilar(temp.deps)("sum them up", { project: PROJECT });
  expect(hits).toMatchObject([{ sessionId: "near", strength: 1, title: "Round the totals" }]);
  expect(hits[0]).not.toHaveProperty("similarity");
  expect(await createSimilar(temp.deps)("sum them up", { project: "/elsewhere" })).toEqual([]);
  expect(await createSimilar(temp.deps)("sum them up", { except: ["near"] })).toEqual([]);
});

test("what is sent is without secrets", async () => {
  await using temp = await embedded();
  await createSimilar(temp.deps)("the password is hunter2, why does it fail", {});
  expect(temp.sent.join()).not.toContain("hunter2");
  expect(temp.sent).toHaveLength(1);
});

test("before there are vectors of this model nothing is sent", async () => {
  await using temp = await embedded();
  expect(await createSimilar({ ...temp.deps, model: "another" })("sum them up", {})).toEqual([]);
  expect(temp.sent).toEqual([]);
});

test("no vector, one of other dimensions, and an error find nothing; the error is reported", async () => {
  await using temp = await embedded();
  const find = (embed: () => Promise<Float32Array | undefined>) =>
    createSimilar({ ...temp.deps, embed })("sum them up", {});
  expect(await find(async () => undefined)).toEqual([]);
  expect(await find(async () => Float32Array.of(1, 0, 0))).toEqual([]);
  expect(temp.errors).toEqual([]);
  expect(await find(() => Promise.reject(new Error("away")))).toEqual([]);
  expect(temp.errors).toEqual([new Error("away")]);
});

test("recall is given a way to ask only where there is an endpoint", async () => {
  const scope = { project: PROJECT };
  expect(similarTo("text", scope, undefined)).toEqual({});
  const calls: unknown[] = [];
  const find = async (...call: unknown[]) => {
    calls.push(call);
    return [];
  };
  await similarTo("text", scope, find).similar?.();
  expect(calls).toEqual([["text", scope]]);
});
