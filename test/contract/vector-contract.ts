import { describe, expect, test } from "bun:test";
import type { MemoryDraft } from "../../src/memory/records/memory.ts";
import { memoriesIn } from "../../src/memory/sql/index.ts";
import { searchIn, vectorsIn } from "../../src/search/sql/index.ts";
import type { NearQuery, TicketVector, WaitingText } from "../../src/search/types.ts";
import { forgettingIn } from "../../src/store/forget/forget.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import type { Store } from "../../src/store/store.ts";
import { asked, observation, prompt, response, seen } from "./fixtures.ts";
import type { Opened } from "./opened.ts";

const ONE = "/projects/one";
const MODEL = { name: "m", dimensions: 3, unrelated: 0.1, alike: 0.9, center: new Float32Array(3) };

const draft = (uri: string, content: string, more: Partial<MemoryDraft> = {}): MemoryDraft => ({
  uri,
  project: ONE,
  content,
  origin: "user",
  author: "ann",
  redaction: 1,
  at: 1_000,
  ...more,
});

/** A direction by the first word: x, y or z. */
function toVector({ text }: Pick<WaitingText, "text">): Float32Array {
  const axis = ["x", "y", "z"].indexOf(text.slice(0, 1));
  return Float32Array.from([0, 1, 2], (i) => (i === axis ? 1 : 0));
}

const embedded = (waiting: readonly WaitingText[]): TicketVector[] =>
  waiting.map((one) => ({ ticket: one.ticket, vector: toVector(one) }));

async function embedAll(store: Store): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const waiting = await vectorsIn(store).waitingForVector(2);
    if (waiting.length === 0) return texts;
    texts.push(...waiting.map(({ text }) => text));
    await vectorsIn(store).saveVectors(embedded(waiting));
  }
}

export function vectorContract(opened: Opened): void {
  const near = async (more: Partial<NearQuery> = {}) =>
    await vectorsIn(opened.store()).nearest({
      vector: toVector({ text: "x" }),
      least: 0.5,
      limit: 10,
      ...more,
    });
  const titles = async (more: Partial<NearQuery> = {}) => (await near(more)).map(({ title }) => title).sort();

  async function live(store: Store): Promise<void> {
    await recordsIn(store).record({
      session: seen("s1", 10),
      prompts: [prompt("s1", 10, "x one"), prompt("s1", 11, "x subagent", { agentId: "a1" })],
      observations: [observation("s1", 12)],
      responses: [response("s1", 13, "y answer")],
    });
    await recordsIn(store).record(asked("s2", 20, "x two"));
    await recordsIn(store).record(asked("s3", 30, "x elsewhere", { project: "/projects/two" }));
    await memoriesIn(store).saveMemory(draft("project://x", "x remembered"));
    await memoriesIn(store).saveMemory(draft("user://x", "x everywhere"));
  }

  describe("vectors", () => {
    test("the queue has memories first, then the newest texts, never tool calls or subagents", async () => {
      const store = opened.store();
      await live(store);
      expect(await vectorsIn(store).vectorModel()).toBeUndefined();
      await vectorsIn(store).startVectors(MODEL);
      expect(await vectorsIn(store).vectorModel()).toEqual(MODEL);
      const texts = (await vectorsIn(store).waitingForVector(100)).map(
        ({ text }) => text.split("\n")[0] ?? "",
      );
      expect(texts).toEqual(["x everywhere", "x remembered", "x elsewhere", "x two", "y answer", "x one"]);
      expect(await vectorsIn(store).vectorCounts()).toEqual({ embedded: 0, waiting: 6 });
      await embedAll(store);
      expect(await vectorsIn(store).vectorCounts()).toEqual({ embedded: 6, waiting: 0 });
    });

    test("another handle continues where the first one stopped", async () => {
      const store = opened.store();
      await live(store);
      await vectorsIn(store).startVectors(MODEL);
      await vectorsIn(store).saveVectors(embedded(await vectorsIn(store).waitingForVector(4)));
      const other = await opened.another();
      expect(await embedAll(other)).toEqual(["y answer", "x one"]);
      await recordsIn(other).record(asked("s4", 40, "x new"));
      expect(await embedAll(other)).toEqual(["x new"]);
      expect(await titles({ project: ONE, type: "prompt" })).toEqual(["x new", "x one", "x two"]);
    });

    test("the nearest come first, filtered by project, type and time, without the asking session", async () => {
      const store = opened.store();
      await live(store);
      await vectorsIn(store).startVectors(MODEL);
      expect(await near()).toEqual([]);
      await embedAll(store);
      const here = ["x everywhere", "x one", "x remembered", "x two"];
      expect(await titles({ project: ONE })).toEqual(here);
      expect(await titles()).toEqual([...here, "x elsewhere"].sort());
      expect(await titles({ project: ONE, type: "memory" })).toEqual(["x everywhere", "x remembered"]);
      expect(await titles({ project: ONE, type: "prompt", since: 15 })).toEqual(["x two"]);
      expect(await titles({ project: ONE, type: "prompt", except: ["s2"] })).toEqual(["x one"]);
      expect(await titles({ project: ONE, type: "observation" })).toEqual([]);
      expect(await near({ limit: 0 })).toEqual([]);
      const slanted = Float32Array.from([0.8, 0.6, 0]);
      const hits = await near({ vector: slanted, project: ONE, type: "response" });
      expect(hits).toMatchObject([{ title: "y answer", sessionId: "s1", type: "response", at: 13 }]);
      expect(hits[0]?.similarity).toBeCloseTo(0.6);
      const [memory] = await near({ project: ONE, type: "memory", limit: 1 });
      const [found] = memory === undefined ? [] : await searchIn(store).get([memory.id]);
      expect(found).toMatchObject({ type: "memory", record: { uri: memory?.uri } });
    });

    test("a changed text waits again, and a late vector is discarded", async () => {
      const store = opened.store();
      await live(store);
      await vectorsIn(store).startVectors(MODEL);
      await embedAll(store);
      await recordsIn(store).record({
        session: seen("s1", 14),
        responses: [response("s1", 13, "x replaced")],
      });
      expect(await titles({ type: "response" })).toEqual([]);
      const waiting = await vectorsIn(store).waitingForVector(9);
      expect(waiting).toMatchObject([{ type: "response", text: "x replaced" }]);
      await recordsIn(store).record({ session: seen("s1", 15), responses: [response("s1", 13, "z again")] });
      expect(await vectorsIn(store).saveVectors(embedded(waiting))).toBe(0);
      expect(await embedAll(store)).toEqual(["z again"]);
      await memoriesIn(store).saveMemory(draft("project://x", "y is it now", { at: 2_000 }));
      await embedAll(store);
      expect(await titles({ project: ONE, type: "memory" })).toEqual(["x everywhere"]);
    });

    test("an inactive memory is not found, and is found again when it is restored", async () => {
      const store = opened.store();
      await live(store);
      await vectorsIn(store).startVectors(MODEL);
      await embedAll(store);
      const name = { uri: "project://x", project: ONE };
      const change = { at: 3_000, author: "ann" };
      await memoriesIn(store).changeMemory(name, { status: "archived" }, change);
      expect(await titles({ project: ONE, type: "memory" })).toEqual(["x everywhere"]);
      await memoriesIn(store).changeMemory(name, { status: "active" }, change);
      expect(await titles({ project: ONE, type: "memory" })).toEqual(["x everywhere", "x remembered"]);
      expect(await vectorsIn(store).waitingForVector(9)).toEqual([]);
    });

    test("a forgotten record has no vector, whoever forgets it, and a late one is discarded", async () => {
      const store = opened.store();
      await live(store);
      await vectorsIn(store).startVectors(MODEL);
      await embedAll(store);
      expect(await titles({ project: ONE })).toHaveLength(4);
      const other = await opened.another();
      await recordsIn(other).record(asked("s5", 50, "x secret plan"));
      const waiting = await vectorsIn(store).waitingForVector(9);
      expect(waiting).toHaveLength(1);
      await forgettingIn(other).forget({ match: "x secret" }, 100);
      expect(await vectorsIn(store).saveVectors(embedded(waiting))).toBe(0);
      await forgettingIn(other).forget({ sessionId: "s2" }, 100);
      await forgettingIn(other).forget({ uri: "user://x" }, 100);
      expect(await titles({ project: ONE })).toEqual(["x one", "x remembered"]);
      expect(await vectorsIn(store).vectorCounts()).toEqual({ embedded: 4, waiting: 0 });
    });

    test("another model, or other dimensions, starts over; the same model continues", async () => {
      const store = opened.store();
      await live(store);
      await vectorsIn(store).startVectors(MODEL);
      await embedAll(store);
      await vectorsIn(store).startVectors({ ...MODEL, alike: 0.8 });
      expect(await vectorsIn(store).vectorCounts()).toEqual({ embedded: 6, waiting: 0 });
      await vectorsIn(store).startVectors({ ...MODEL, name: "other" });
      expect(await vectorsIn(store).vectorCounts()).toEqual({ embedded: 0, waiting: 0 });
      expect(await near()).toEqual([]);
      expect(await embedAll(store)).toHaveLength(6);
      expect(await near()).not.toEqual([]);
      await vectorsIn(store).startVectors({
        ...MODEL,
        name: "other",
        dimensions: 2,
        center: new Float32Array(2),
      });
      expect(await vectorsIn(store).vectorModel()).toMatchObject({ name: "other", dimensions: 2 });
      expect(await vectorsIn(store).vectorCounts()).toEqual({ embedded: 0, waiting: 0 });
      await vectorsIn(store).dropVectors();
      expect(await vectorsIn(store).vectorModel()).toBeUndefined();
      expect(await near()).toEqual([]);
    });

    test("a vector with other dimensions is refused, and a text without a vector no longer waits", async () => {
      const store = opened.store();
      await live(store);
      await vectorsIn(store).startVectors(MODEL);
      const [first] = await vectorsIn(store).waitingForVector(1);
      const ticket = first?.ticket ?? "";
      const wrong = [{ ticket, vector: new Float32Array(4) }];
      await expect(vectorsIn(store).saveVectors(wrong)).rejects.toMatchObject({ code: "vector_dimensions" });
      expect(await vectorsIn(store).saveVectors([{ ticket }, { ticket: "nonsense" }])).toBe(1);
      expect(await vectorsIn(store).vectorCounts()).toEqual({ embedded: 0, waiting: 5 });
      expect(await near({ vector: new Float32Array(4) })).toEqual([]);
    });
  });
}
