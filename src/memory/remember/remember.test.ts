import { expect, test } from "bun:test";
import { memory as draft, openTempStore, PROJECT } from "../../../test/temp-store.ts";
import { redactor } from "../../redact/redactor.ts";
import type { Store } from "../../store/store.ts";
import { memoriesIn } from "../sql/index.ts";
import { changeMemory, inScope, remember, whenInjected, wholeMemory } from "./remember.ts";

const SECRET = ["ghp", "x7Qm2Vb9Lk4Rt8Zp1Wn5Yc3Hd6Jf0SgAeUi2"].join("_");
const keep = (store: Store, content: string, more: object = {}) =>
  remember(store, { content, project: PROJECT, author: "terminal", at: 5, ...more }, redactor);

test("a memory without a URI is named by its first six words; another of that name gets a number, the same one not", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  const first = await keep(store, "Use pnpm, not npm, for all packages here");
  expect(first).toMatchObject({
    uri: "project://notes/use-pnpm-not-npm-for-all",
    project: PROJECT,
    status: "active",
    origin: "user",
    priority: 2,
  });
  const other = await keep(store, "Use pnpm, not npm, for all packages there");
  expect(other.uri).toBe("project://notes/use-pnpm-not-npm-for-all-2");
  expect((await keep(store, "Use pnpm, not npm, for all packages here")).uri).toBe(first.uri);
  expect((await keep(store, "!?")).uri).toBe("project://notes/note");
});

test("a user:// memory holds in every project, and says who wrote it and in which session", async () => {
  await using temp = await openTempStore();
  const kept = await keep(temp.store, "Be brief.", { uri: "user://tone", priority: 1, sessionId: "s1" });
  expect(kept).toMatchObject({ project: "", priority: 1, provenance: { sessionId: "s1" } });
  expect(inScope({ uri: "user://tone", project: PROJECT })).toEqual({ uri: "user://tone", project: "" });
  const whole = await wholeMemory(temp.store, { uri: "user://tone", project: "/elsewhere" });
  expect(whole).toMatchObject({
    memory: { content: "Be brief." },
    versions: [{ author: "terminal" }],
    relations: [],
  });
  expect(await wholeMemory(temp.store, { uri: "user://nothing", project: "" })).toBeUndefined();
});

test("no secret comes in: not by content, not by disclosure, not by a change", async () => {
  await using temp = await openTempStore();
  const kept = await keep(temp.store, `Token ${SECRET}`, {
    uri: "project://a",
    disclosure: `When ${SECRET}`,
  });
  const changed = await changeMemory(
    temp.store,
    kept,
    { content: `Now ${SECRET}`, disclosure: `Then ${SECRET}` },
    { author: "page", at: 6 },
    redactor,
  );
  const versions = await memoriesIn(temp.store).memoryVersions(kept);
  expect(JSON.stringify([kept, changed, versions])).not.toContain(SECRET);
  expect(changed.content).toContain("[redacted:");
});

test("a change touches what it names and nothing else, with its reason", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  await memoriesIn(store).saveMemory(draft("project://a", "One.", { priority: 3, disclosure: "When one." }));
  const name = { uri: "project://a", project: PROJECT };
  const change = (edit: Parameters<typeof changeMemory>[2]) =>
    changeMemory(store, name, edit, { author: "page", at: 9 }, redactor);
  expect(await change({ priority: 0, reason: "It matters." })).toMatchObject({
    priority: 0,
    content: "One.",
    disclosure: "When one.",
    status: "active",
  });
  expect((await memoriesIn(store).memoryVersions(name))[0]).toMatchObject({
    author: "page",
    reason: "It matters.",
  });
  expect(await change({ status: "deleted" })).toMatchObject({ status: "deleted", content: "One." });
  expect(await change({ content: "Two." })).toMatchObject({
    content: "Two.",
    priority: 0,
    version: expect.any(Number),
  });
});

test("S1.13 what a person writes without a condition is for every session; a condition, a task and a model's note are not", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  const priority = async (uri: string, more: object) =>
    (await keep(store, "Mind.", { uri, ...more })).priority;
  expect(await priority("project://a", {})).toBe(2);
  expect(await priority("project://b", { disclosure: "src/pay/" })).toBe(5);
  expect(await priority("project://c", { priority: 4 })).toBe(4);
  const note = await keep(store, "A note.", { uri: "project://d", by: { author: "model" } });
  expect(note.priority).toBe(5);
  expect(await priority("task://e", {})).toBe(5);
  // Said again in other words, it keeps the place that the user gave it.
  await keep(store, "Other words.", { uri: "project://c" });
  expect((await memoriesIn(store).memory({ uri: "project://c", project: PROJECT }))?.priority).toBe(4);
});

test("a proposal that the user confirms counts in every session, unless it has a condition or the user says otherwise", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  const confirm = async (uri: string, made: object, edit: object) => {
    await memoriesIn(store).saveMemory(
      draft(uri, "Mind.", { status: "proposed", origin: "derived", priority: 4, ...made }),
    );
    const name = { uri, project: PROJECT };
    return (
      await changeMemory(store, name, { status: "active", ...edit }, { author: "page", at: 6 }, redactor)
    ).priority;
  };
  expect(await confirm("project://a", {}, {})).toBe(2);
  expect(await confirm("project://b", { disclosure: "When deploying" }, {})).toBe(4);
  expect(await confirm("project://c", {}, { priority: 5 })).toBe(5);
  // Brought back from the bin it is what it was.
  const name = { uri: "project://c", project: PROJECT };
  await changeMemory(store, name, { status: "deleted" }, { author: "page", at: 7 }, redactor);
  const back = await changeMemory(store, name, { status: "active" }, { author: "page", at: 8 }, redactor);
  expect(back.priority).toBe(5);
});

test("when a memory is injected follows from its priority, its condition and its namespace", () => {
  const when = (more: object) => whenInjected({ uri: "project://a", priority: 2, ...more });
  expect(when({})).toEqual({ at: "start", everywhere: false });
  expect(when({ uri: "user://a" })).toEqual({ at: "start", everywhere: true });
  expect(when({ priority: 5, disclosure: "src/pay/" })).toEqual({
    at: "files",
    condition: "src/pay/",
    isSentence: false,
  });
  expect(when({ priority: 5, disclosure: "When deploying" })).toEqual({
    at: "prompts",
    condition: "When deploying",
    isSentence: true,
  });
  expect(when({ priority: 3 })).toEqual({ at: "relevant" });
  expect(when({ priority: 6 })).toEqual({ at: "asked" });
  expect(when({ priority: 9 })).toEqual({ at: "never" });
});
