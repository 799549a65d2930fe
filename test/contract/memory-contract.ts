import { describe, expect, test } from "bun:test";
import type { MemoryDraft, RELATION_KINDS } from "../../src/memory/records/memory.ts";
import { memoriesIn } from "../../src/memory/sql/index.ts";
import { searchIn } from "../../src/search/sql/index.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { forgettingIn } from "../../src/team/sql/forget.ts";
import type { Opened } from "./opened.ts";

type RelationKind = (typeof RELATION_KINDS)[number];

const ONE = "/projects/one";
const TWO = "/projects/two";
const DAY = 86_400_000;

export function draft(uri: string, more: Partial<MemoryDraft> = {}): MemoryDraft {
  return {
    uri,
    project: ONE,
    content: `about ${uri}`,
    origin: "user",
    redaction: 1,
    at: 1_000,
    author: "ann",
    ...more,
  };
}

const name = (uri: string, project = ONE) => ({ uri, project });
const change = (at: number, more: object = {}) => ({ at, author: "ann", ...more });

export function memoryContract(opened: Opened): void {
  describe("memories", () => {
    test("where a memory was learned stays through a change that does not say, and is replaced by one that does", async () => {
      const store = opened.store();
      const learned = (sessionId: string) => ({
        provenance: { sessionId, evidence: `said in ${sessionId}` },
      });
      await memoriesIn(store).saveMemory(
        draft("project://a", { origin: "derived", content: "One.", ...learned("s1") }),
      );
      const changed = await memoriesIn(store).saveMemory(
        draft("project://a", { origin: "derived", content: "Two." }),
      );
      expect(changed.memory.provenance).toEqual(learned("s1").provenance);
      const again = await memoriesIn(store).saveMemory(
        draft("project://a", { origin: "derived", content: "Three.", ...learned("s2") }),
      );
      expect(again.memory.provenance).toEqual(learned("s2").provenance);
    });

    test("S1.1 a memory is returned as saved, with the defaults of a new one", async () => {
      const store = opened.store();
      const provenance = {
        sessionId: "s1",
        event: "s1/tool/t1",
        file: "a.ts",
        fileHash: "ab",
        evidence: "so",
      };
      const { memory, outcome } = await memoriesIn(store).saveMemory(
        draft("project://patterns/errors", { disclosure: "When an error is thrown", provenance }),
      );
      expect(outcome).toBe("created");
      expect(memory).toEqual({
        id: memory.id,
        uri: "project://patterns/errors",
        project: ONE,
        content: "about project://patterns/errors",
        priority: 5,
        disclosure: "When an error is thrown",
        status: "active",
        origin: "user",
        author: "user",
        place: "prompt",
        provenance,
        redaction: 1,
        accessCount: 0,
        createdAt: 1_000,
        updatedAt: 1_000,
        version: 1,
      });
      expect(await memoriesIn(store).memory(name("project://patterns/errors"))).toEqual(memory);
      expect(await searchIn(store).get([memory.id])).toEqual([
        { id: memory.id, type: "memory", record: memory },
      ]);
    });

    test("the same URI in two projects is two memories; user:// is one for all", async () => {
      const store = opened.store();
      await memoriesIn(store).saveMemory(draft("project://patterns/errors", { content: "one" }));
      await memoriesIn(store).saveMemory(
        draft("project://patterns/errors", { content: "two", project: TWO }),
      );
      await memoriesIn(store).saveMemory(draft("user://tone", { content: "short" }));
      await memoriesIn(store).saveMemory(draft("user://tone", { content: "shorter", project: TWO }));
      const at = async (uri: string, project: string) =>
        (await memoriesIn(store).memory({ uri, project }))?.content;
      expect(await at("project://patterns/errors", ONE)).toBe("one");
      expect(await at("project://patterns/errors", TWO)).toBe("two");
      expect(await at("user://tone", ONE)).toBe("shorter");
      const listed = async (filter: object) =>
        (await memoriesIn(store).memories({ limit: 9, ...filter })).map((memory) => memory.content).sort();
      expect(await listed({ project: ONE })).toEqual(["one", "shorter"]);
      expect(await listed({})).toEqual(["one", "shorter", "two"]);
      expect(
        await memoriesIn(store).memory(name("project://patterns/errors", "/projects/three")),
      ).toBeUndefined();
    });

    test("a change creates a new version; no change creates none", async () => {
      const store = opened.store();
      const uri = "project://build";
      await memoriesIn(store).saveMemory(
        draft(uri, { content: "use make", disclosure: "When building", priority: 3 }),
      );
      const again = await memoriesIn(store).saveMemory(draft(uri, { content: "use make", at: 1_500 }));
      expect(again).toMatchObject({ outcome: "unchanged", memory: { version: 1, updatedAt: 1_000 } });
      const changed = await memoriesIn(store).saveMemory(
        draft(uri, { content: "use just", at: 2_000, author: "bob", reason: "moved" }),
      );
      expect(changed).toMatchObject({
        outcome: "updated",
        memory: { version: 2, priority: 3, disclosure: "When building", createdAt: 1_000, updatedAt: 2_000 },
      });
      await memoriesIn(store).changeMemory(name(uri), { priority: 0, disclosure: "" }, change(3_000));
      expect(await memoriesIn(store).memoryVersions(name(uri))).toEqual([
        {
          version: 3,
          content: "use just",
          priority: 0,
          status: "active",
          at: 3_000,
          author: "ann",
        },
        {
          version: 2,
          content: "use just",
          priority: 3,
          disclosure: "When building",
          status: "active",
          at: 2_000,
          author: "bob",
          reason: "moved",
        },
        {
          version: 1,
          content: "use make",
          priority: 3,
          disclosure: "When building",
          status: "active",
          at: 1_000,
          author: "ann",
        },
      ]);
      expect(await memoriesIn(store).memoryVersions(name("project://none"))).toEqual([]);
    });

    test("a rollback creates a version with the old text, in the search too", async () => {
      const store = opened.store();
      const uri = "project://birds";
      await memoriesIn(store).saveMemory(
        draft(uri, { content: "herons", priority: 2, disclosure: "When at the lake" }),
      );
      await memoriesIn(store).changeMemory(
        name(uri),
        { content: "storks", priority: 4, disclosure: "When on the roof" },
        change(2_000),
      );
      const back = await memoriesIn(store).rollbackMemory(
        name(uri),
        1,
        change(3_000, { reason: "it was right" }),
      );
      expect(back).toMatchObject({
        content: "herons",
        priority: 2,
        disclosure: "When at the lake",
        version: 3,
      });
      expect((await memoriesIn(store).memoryVersions(name(uri)))[0]).toMatchObject({
        reason: "it was right",
        version: 3,
      });
      expect(await searchIn(store).search({ text: "storks", limit: 9 })).toEqual([]);
      expect(await searchIn(store).search({ text: "herons", limit: 9 })).toMatchObject([
        { type: "memory", uri },
      ]);
      await expect(memoriesIn(store).rollbackMemory(name(uri), 9, change(4_000))).rejects.toMatchObject({
        code: "version_unknown",
      });
      await expect(
        memoriesIn(store).rollbackMemory(name("project://none"), 1, change(1)),
      ).rejects.toMatchObject({
        code: "memory_unknown",
      });
    });

    test("a derived memory is a proposal, and replaces neither the user's text nor a deleted memory", async () => {
      const store = opened.store();
      const derived = (uri: string, content: string, at = 2_000) =>
        memoriesIn(store).saveMemory(draft(uri, { content, origin: "derived", author: "pawl", at }));
      expect(await derived("project://a", "seen")).toMatchObject({ memory: { status: "proposed" } });
      expect(await derived("project://a", "seen again")).toMatchObject({ outcome: "updated" });
      await memoriesIn(store).changeMemory(name("project://a"), { status: "deleted" }, change(3_000));
      expect(await derived("project://a", "seen once more")).toMatchObject({
        outcome: "kept",
        memory: { status: "deleted", content: "seen again" },
      });
      await memoriesIn(store).saveMemory(draft("project://b", { content: "said" }));
      expect(await derived("project://b", "seen")).toMatchObject({
        outcome: "kept",
        memory: { content: "said" },
      });
      expect(
        await memoriesIn(store).saveMemory(draft("project://a", { content: "said after all" })),
      ).toMatchObject({
        memory: { status: "active", origin: "user" },
      });
    });

    test("lists are ordered by priority, then newest, and apply their filters", async () => {
      const store = opened.store();
      await memoriesIn(store).saveMemory(draft("project://low", { priority: 9 }));
      await memoriesIn(store).saveMemory(draft("project://old", { priority: 1, at: 1 }));
      await memoriesIn(store).saveMemory(draft("project://new", { priority: 1, at: 2 }));
      await memoriesIn(store).saveMemory(draft("user://core", { priority: 0 }));
      await memoriesIn(store).saveMemory(draft("project://seen", { origin: "derived" }));
      await memoriesIn(store).saveMemory(draft("workflow://steps", { priority: 3, status: "deprecated" }));
      const uris = async (filter: object) =>
        (await memoriesIn(store).memories({ project: ONE, limit: 9, ...filter })).map((memory) => memory.uri);
      expect(await uris({})).toEqual(["user://core", "project://new", "project://old", "project://low"]);
      expect(await uris({ maxPriority: 2, limit: 2 })).toEqual(["user://core", "project://new"]);
      expect(await uris({ minPriority: 2 })).toEqual(["project://low"]);
      expect(await uris({ namespace: "user" })).toEqual(["user://core"]);
      expect(await uris({ prefix: "project://n" })).toEqual(["project://new"]);
      expect(await uris({ status: ["proposed", "deprecated"] })).toEqual([
        "workflow://steps",
        "project://seen",
      ]);
      expect(await uris({ status: ["proposed"], origin: "user" })).toEqual([]);
      expect(await uris({ limit: 0 })).toEqual([]);
      expect(await recordsIn(store).stats()).toMatchObject({ memories: 5 });
    });

    test("an injection counts as a use and restarts the idle time", async () => {
      const store = opened.store();
      await memoriesIn(store).saveMemory(draft("project://a"));
      await memoriesIn(store).saveMemory(draft("user://b"));
      await memoriesIn(store).touchMemories(
        ONE,
        ["project://a", "project://a", "user://b", "project://none"],
        5_000,
      );
      await memoriesIn(store).touchMemories(ONE, ["project://a"], 4_000);
      expect(await memoriesIn(store).memory(name("project://a"))).toMatchObject({
        accessCount: 2,
        accessedAt: 5_000,
      });
      expect(await memoriesIn(store).memory(name("user://b"))).toMatchObject({ accessCount: 1, version: 1 });
    });

    test("S1.2 a session's tasks end with it and with no other, idle memories expire, core memories stay; each with its reason", async () => {
      const store = opened.store();
      const task = { priority: 8, provenance: { sessionId: "s1" } };
      await memoriesIn(store).saveMemory(draft("task://now", task));
      await memoriesIn(store).saveMemory(draft("task://other", { ...task, provenance: { sessionId: "s2" } }));
      await memoriesIn(store).saveMemory(draft("project://idle"));
      await memoriesIn(store).saveMemory(draft("project://used"));
      await memoriesIn(store).saveMemory(draft("project://core", { priority: 2 }));
      await memoriesIn(store).touchMemories(ONE, ["project://used"], 29 * DAY);
      const ended = await memoriesIn(store).expireMemories({
        now: 31 * DAY,
        ended: { sessionId: "s1", project: ONE },
      });
      expect(ended.map(({ uri, status }) => [uri, status]).sort()).toEqual([
        ["project://idle", "archived"],
        ["task://now", "deleted"],
      ]);
      const [version] = await memoriesIn(store).memoryVersions(name("project://idle"));
      expect(version).toMatchObject({ status: "archived", author: "pawl", at: 31 * DAY });
      expect(version?.reason).toContain("30");
      expect((await memoriesIn(store).memories({ limit: 9 })).map((memory) => memory.uri).sort()).toEqual([
        "project://core",
        "project://used",
        "task://other",
      ]);
      // Time alone ends a task whose session never ended.
      const later = await memoriesIn(store).expireMemories({ now: 31 * DAY });
      expect(later.map(({ uri, status }) => [uri, status])).toEqual([["task://other", "deleted"]]);
    });

    test("the session of a memory can be set afterwards, without a new version", async () => {
      const store = opened.store();
      await memoriesIn(store).saveMemory(draft("task://now", { priority: 8 }));
      await memoriesIn(store).setMemorySession(name("task://now"), "s1");
      await memoriesIn(store).setMemorySession(name("task://unknown"), "s1");
      expect(await memoriesIn(store).memory(name("task://now"))).toMatchObject({
        version: 1,
        provenance: { sessionId: "s1" },
      });
      const ended = await memoriesIn(store).expireMemories({
        now: 2,
        ended: { sessionId: "s1", project: ONE },
      });
      expect(ended.map(({ uri }) => uri)).toEqual(["task://now"]);
    });

    test("S1.18 a memory that was forgotten for good is known by the sentence that it was made from", async () => {
      const store = opened.store();
      const source = { event: "e1", evidence: "Never push." };
      await memoriesIn(store).saveMemory(
        draft("project://rules/a", { origin: "derived", provenance: { ...source, sessionId: "s1" } }),
      );
      expect(await memoriesIn(store).isForgottenSource(source)).toBe(false);
      await forgettingIn(store).forget({ uri: "project://rules/a", project: ONE }, 9);
      expect(await memoriesIn(store).isForgottenSource(source)).toBe(true);
      expect(await memoriesIn(store).isForgottenSource({ ...source, evidence: "Never pull." })).toBe(false);
    });

    test("relations are stored once and found from both ends", async () => {
      const store = opened.store();
      for (const uri of ["project://a", "project://b", "user://c"])
        await memoriesIn(store).saveMemory(draft(uri));
      const relation = { from: "project://a", to: "project://b", kind: "depends_on" } as const;
      await memoriesIn(store).relate(ONE, relation, 1);
      await memoriesIn(store).relate(ONE, relation, 2);
      await memoriesIn(store).relate(ONE, { from: "project://b", to: "project://a", kind: "contradicts" }, 3);
      await memoriesIn(store).relate(ONE, { from: "project://a", to: "user://c", kind: "relates_to" }, 4);
      expect(await memoriesIn(store).relations(name("project://b"))).toEqual([
        { from: "project://b", to: "project://a", kind: "contradicts" },
        relation,
      ]);
      expect(await memoriesIn(store).relations(name("user://c"))).toHaveLength(1);
      await memoriesIn(store).changeMemory(name("project://b"), { status: "deleted" }, change(5));
      expect(await memoriesIn(store).relations(name("project://a"))).toMatchObject([{ to: "user://c" }]);
    });

    test.each([
      ["a URI without namespace", { uri: "patterns/errors" }, "memory_uri_invalid"],
      ["an unknown namespace", { uri: "http://example.org/x" }, "memory_uri_invalid"],
      ["an empty path", { uri: "project://" }, "memory_uri_invalid"],
      ["a path out of its namespace", { uri: "project://a/../b" }, "memory_uri_invalid"],
      ["a line break in the URI", { uri: "project://a\nb" }, "memory_uri_invalid"],
      ["a view", { uri: "system://boot" }, "memory_uri_invalid"],
      ["priority 11", { priority: 11 }, "memory_invalid"],
      ["priority -1", { priority: -1 }, "memory_invalid"],
      ["half a priority", { priority: 1.5 }, "memory_invalid"],
      ["no priority", { priority: Number.NaN }, "memory_invalid"],
      ["no words", { content: " \n" }, "memory_invalid"],
      ["a megabyte", { content: "x".repeat(1 << 20) }, "memory_invalid"],
      ["64 kB and a bit, in three-byte characters", { content: "数".repeat(21_900) }, "memory_invalid"],
      ["a disclosure as long as a text", { disclosure: "x".repeat(501) }, "memory_invalid"],
      ["an unknown status", { status: "lost" as "active" }, "memory_invalid"],
      ["no project", { project: "" }, "memory_invalid"],
      ["a proposal of what is active", { status: "proposed" as const }, "memory_status"],
    ])("%s is refused and nothing is changed", async (_, bad, code) => {
      const store = opened.store();
      await memoriesIn(store).saveMemory(draft("project://a", { content: "as it was" }));
      const before = await memoriesIn(store).memories({ limit: 99 });
      const saving = memoriesIn(store).saveMemory(
        draft("project://a", { content: "new", at: 9_000, ...bad }),
      );
      await expect(saving).rejects.toMatchObject({ name: "PawlError", code });
      expect(await memoriesIn(store).memories({ limit: 99 })).toEqual(before);
      expect(await memoriesIn(store).memoryVersions(name("project://a"))).toHaveLength(1);
      expect(await searchIn(store).search({ text: "new", limit: 9 })).toEqual([]);
    });

    test("a memory of 64 kB is accepted", async () => {
      const content = `heron ${"x".repeat(64 * 1024 - 6)}`;
      await memoriesIn(opened.store()).saveMemory(draft("project://long", { content }));
      const kept = await memoriesIn(opened.store()).memory(name("project://long"));
      expect(kept?.content === content).toBe(true);
    });

    test.each<[string, string, string, RelationKind, string]>([
      ["to nothing", "project://a", "project://none", "relates_to", "memory_unknown"],
      ["from nothing", "project://none", "project://a", "relates_to", "memory_unknown"],
      ["to what is deleted", "project://a", "project://gone", "relates_to", "memory_unknown"],
      ["to another project's", "project://a", "project://far", "relates_to", "memory_unknown"],
      ["to no URI", "project://a", "nonsense", "relates_to", "memory_uri_invalid"],
      ["to itself", "project://a", "project://a", "relates_to", "relation_invalid"],
      ["of an unknown kind", "project://a", "project://b", "likes" as RelationKind, "relation_invalid"],
      ["in a circle of two", "project://b", "project://a", "depends_on", "relation_invalid"],
      ["in a circle of three", "project://c", "project://a", "depends_on", "relation_invalid"],
      ["in a circle of descent", "project://b", "project://a", "evolves_from", "relation_invalid"],
    ])("a relation %s is refused and nothing is changed", async (_, from, to, kind, code) => {
      const store = opened.store();
      for (const uri of ["project://a", "project://b", "project://c"])
        await memoriesIn(store).saveMemory(draft(uri));
      await memoriesIn(store).saveMemory(draft("project://gone", { status: "deleted" }));
      await memoriesIn(store).saveMemory(draft("project://far", { project: TWO }));
      await memoriesIn(store).relate(ONE, { from: "project://a", to: "project://b", kind: "depends_on" }, 1);
      await memoriesIn(store).relate(ONE, { from: "project://b", to: "project://c", kind: "depends_on" }, 1);
      await memoriesIn(store).relate(
        ONE,
        { from: "project://a", to: "project://b", kind: "evolves_from" },
        1,
      );
      const all = async () =>
        Promise.all(
          ["project://a", "project://b", "project://c"].map((uri) => memoriesIn(store).relations(name(uri))),
        );
      const before = await all();
      await expect(memoriesIn(store).relate(ONE, { from, to, kind }, 2)).rejects.toMatchObject({
        name: "PawlError",
        code,
      });
      expect(await all()).toEqual(before);
    });

    test("only active memories are found, of the project or user-wide, never of another project", async () => {
      const store = opened.store();
      await memoriesIn(store).saveMemory(
        draft("project://flags", { content: "the pelican flag is off by default" }),
      );
      await memoriesIn(store).saveMemory(
        draft("project://far", { content: "pelican elsewhere", project: TWO }),
      );
      await memoriesIn(store).saveMemory(draft("user://birds", { content: "I like every pelican" }));
      await memoriesIn(store).saveMemory(
        draft("project://maybe", { content: "pelican?", origin: "derived" }),
      );
      const found = async (more: object = {}) =>
        (await searchIn(store).search({ text: "pelican", project: ONE, limit: 9, ...more }))
          .map((hit) => hit.uri)
          .sort();
      expect(await found()).toEqual(["project://flags", "user://birds"]);
      expect(await found({ type: "memory", limit: 1 })).toHaveLength(1);
      expect(await found({ type: "prompt" })).toEqual([]);
      await memoriesIn(store).changeMemory(name("project://flags"), { status: "archived" }, change(2_000));
      expect(await found()).toEqual(["user://birds"]);
      const [hit] = await searchIn(store).search({ text: "birds", limit: 1 });
      expect(hit).toMatchObject({ type: "memory", title: "I like every pelican", project: "", at: 1_000 });
      expect((await searchIn(store).get([hit?.id ?? ""])).map(({ type }) => type)).toEqual(["memory"]);
    });
  });
}
