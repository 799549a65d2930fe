/** Rounds of two machines. The stores are real, the server keeps its records in memory. */

import { describe, expect, test } from "bun:test";
import { openTwoMachines, PROJECT } from "../../test/team/given-server.ts";
import type { MemoryDraft } from "../memory/records/memory.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { override } from "../store/store.ts";
import { forgettingIn } from "../team/sql/forget.ts";
import { teamIn } from "./sql/index.ts";
import { collectChanges } from "./sync.ts";

const URI = "project://rules/lint";

describe("a memory", () => {
  test("goes out once, arrives once with its author, and comes back to nobody as a change", async () => {
    await using at = await openTwoMachines();
    await at.ann.remember(URI, "Lint first, says secret.");
    expect(await at.ann.sync()).toMatchObject({ pushed: 1, pulled: 0, conflicts: 0 });
    // Every machine and every version of Pawl has to call it the same.
    expect(at.server.rows.map(({ id }) => id)).toEqual([
      at.mia.parts.codec.idOf(PROJECT, "memory", URI, "0"),
    ]);
    // Its own version comes back from the server and is nothing new.
    expect(await at.ann.sync()).toMatchObject({ pushed: 0 });
    expect(await at.mia.sync()).toMatchObject({ pushed: 0, pulled: 1, conflicts: 0 });
    expect(await at.mia.sync()).toMatchObject({ pushed: 0, pulled: 0, conflicts: 0 });
    expect(await at.mia.memory(URI)).toMatchObject({
      ...{ content: "Lint first, says [x].", priority: 5, status: "active", origin: "user", version: 1 },
      provenance: { team: { author: "Ann", at: 5 } },
    });
    expect(
      (await memoriesIn(at.mia.store).memoryVersions({ uri: URI, project: at.mia.folder }))[0],
    ).toMatchObject({
      author: "Ann",
      reason: "Shared by Ann.",
    });
    expect(await at.ann.memory(URI)).not.toHaveProperty("provenance.team");
    expect(await teamIn(at.mia.store).teamChanges(9)).toEqual([]);
  });

  test("says what it was taken from, of which file, and when it is to be told", async () => {
    await using at = await openTwoMachines();
    await memoriesIn(at.ann.store).saveMemory({
      ...{ uri: URI, project: at.ann.folder, content: "Lint.", origin: "user", redaction: 1, author: "user" },
      ...{ at: 5, disclosure: "Before a commit", priority: 2 },
      provenance: { evidence: "Please lint.", at: 4, file: "src/a.ts" },
    });
    await at.rounds();
    expect(await at.mia.memory(URI)).toMatchObject({
      ...{ disclosure: "Before a commit", priority: 2 },
      provenance: { evidence: "Please lint.", at: 4, file: "src/a.ts", team: { author: "Ann", at: 4 } },
    });
  });

  test("that another member changes is in their words from then on, on both machines", async () => {
    await using at = await openTwoMachines();
    await at.ann.remember(URI, "Lint.");
    await at.rounds();
    await at.mia.edit(URI, "Lint, then commit.");
    expect(await at.mia.sync()).toMatchObject({ pushed: 1, conflicts: 0 });
    expect(await at.mia.memory(URI)).not.toHaveProperty("provenance.team");
    expect(await at.ann.sync()).toMatchObject({ pulled: 1, conflicts: 0 });
    expect(await at.ann.memory(URI)).toMatchObject({
      content: "Lint, then commit.",
      provenance: { team: { author: "Mia Berg" } },
    });
    expect(await at.ann.sync()).toMatchObject({ pushed: 0, pulled: 0 });
  });

  test("that its author changes keeps its author's name elsewhere", async () => {
    await using at = await openTwoMachines();
    await at.ann.remember(URI, "Lint.");
    await at.rounds();
    await at.ann.edit(URI, "Lint twice.");
    await at.rounds();
    expect(await at.mia.memory(URI)).toMatchObject({
      content: "Lint twice.",
      provenance: { team: { author: "Ann" } },
    });
    expect(await at.mia.contents()).toHaveLength(1);
  });

  test("that was archived because nobody used it here stays with the others; thrown away by hand it goes", async () => {
    await using at = await openTwoMachines();
    const setStatus = (status: "archived" | "deleted" | "active", author: string) =>
      memoriesIn(at.ann.store).changeMemory(
        { uri: URI, project: at.ann.folder },
        { status },
        { at: 9, author },
      );
    await at.ann.remember(URI, "Lint.");
    await at.rounds();
    await setStatus("archived", "pawl");
    await at.rounds();
    expect((await at.mia.memory(URI))?.status).toBe("active");
    await setStatus("deleted", "pawl");
    await at.rounds();
    expect((await at.mia.memory(URI))?.status).toBe("active");
    await setStatus("active", "user");
    await setStatus("archived", "user");
    await at.rounds();
    expect((await at.mia.memory(URI))?.status).toBe("archived");
  });

  test("that was thrown away before it came is not written, and neither are proposals and personal ones", async () => {
    await using at = await openTwoMachines();
    await at.ann.remember(URI, "Lint.");
    await at.ann.sync();
    await memoriesIn(at.ann.store).changeMemory(
      { uri: URI, project: at.ann.folder },
      { status: "archived" },
      { at: 9, author: "user" },
    );
    await at.ann.remember("user://me", "Mine.");
    await at.rounds();
    expect(await at.mia.memory(URI)).toBeUndefined();
    expect(await at.mia.contents()).toEqual([]);
  });

  test("that is forgotten is gone everywhere, and a new one of its name is another one", async () => {
    await using at = await openTwoMachines();
    await at.ann.remember(URI, "To forget.");
    await at.rounds();
    await forgettingIn(at.ann.store).forget({ uri: URI, project: at.ann.folder }, 9);
    expect(await at.ann.sync()).toMatchObject({ pushed: 1 });
    expect(await at.mia.sync()).toMatchObject({ pulled: 1 });
    expect(await at.mia.memory(URI)).toBeUndefined();
    expect(at.server.rows.map(({ state, body }) => [state, body])).toEqual([["forgotten", null]]);
    await at.ann.remember(URI, "New.");
    await at.rounds();
    expect(await at.mia.contents()).toEqual([`${URI} New.`]);
    expect(await at.ann.contents()).toEqual([`${URI} New.`]);
  });

  test("of another member that is forgotten here stays with the others and does not come back", async () => {
    await using at = await openTwoMachines();
    await at.ann.remember(URI, "Lint.");
    await at.rounds();
    await forgettingIn(at.mia.store).forget({ uri: URI, project: at.mia.folder }, 9);
    await at.mia.sync();
    await at.ann.edit(URI, "Lint again.");
    await at.rounds();
    expect(await at.ann.contents()).toEqual([`${URI} Lint again.`]);
    expect(await at.mia.contents()).toEqual([]);
    // A maintainer's word counts for all.
    at.server.ranks.set(2, "maintainer");
    await at.ann.remember("project://two", "Two.");
    await at.rounds();
    await forgettingIn(at.mia.store).forget({ uri: "project://two", project: at.mia.folder }, 9);
    await at.mia.sync();
    await at.ann.sync();
    expect(await at.ann.contents()).toEqual([`${URI} Lint again.`]);
  });

  test("whose sentence was taken back by whoever said it loses it here too", async () => {
    await using at = await openTwoMachines();
    const draft: MemoryDraft = {
      ...{ uri: URI, project: at.ann.folder, content: "Lint.", origin: "user", redaction: 1 },
      ...{ author: "user", at: 5 },
    };
    await memoriesIn(at.ann.store).saveMemory({ ...draft, provenance: { evidence: "My words.", at: 4 } });
    await at.rounds();
    expect((await at.mia.memory(URI))?.provenance?.evidence).toBe("My words.");
    const before = await at.ann.memory(URI);
    await teamIn(at.ann.store).writeTeamMemory(
      { ...draft, content: "Lint!", priority: 5, status: "active", provenance: {} },
      before?.version,
    );
    await teamIn(at.ann.store).markTeamChange({ kind: "memory", folder: at.ann.folder, key: URI });
    await at.rounds();
    const after = await at.mia.memory(URI);
    expect([after?.content, after?.provenance?.evidence]).toEqual(["Lint!", undefined]);
  });
});

test("more than two hundred changes at once are all collected", async () => {
  await using at = await openTwoMachines();
  for (let n = 0; n < 201; n++) await at.ann.remember(`project://n${n}`, "Many.");
  await collectChanges(at.ann.parts);
  expect(await teamIn(at.ann.store).teamOutbox({ limit: 999 })).toHaveLength(201);
});

test("a memory that is changed while the team's version is written is left alone, and comes next time", async () => {
  await using at = await openTwoMachines();
  await at.ann.remember(URI, "Lint.");
  await at.rounds();
  await at.ann.edit(URI, "Lint twice.");
  await at.ann.sync();
  const { store } = at.mia;
  at.mia.parts.store = override(store, teamIn, { writeTeamMemory: async () => undefined });
  await expect(at.mia.sync()).rejects.toMatchObject({ code: "team_busy", params: { uri: URI } });
  expect(await at.mia.contents()).toEqual([`${URI} Lint.`]);
  at.mia.parts.store = store;
  await at.mia.sync();
  expect(await at.mia.contents()).toEqual([`${URI} Lint twice.`]);
});

describe("a project", () => {
  test("that is checked out twice shows its records in both folders, and an excluded folder sends nothing", async () => {
    await using at = await openTwoMachines();
    const second = "/machines/2/copy";
    await at.mia.share({ folder: second });
    await at.ann.remember(URI, "Lint.");
    await at.rounds();
    expect(await at.mia.contents()).toEqual([`${URI} Lint.`]);
    expect(await at.mia.contents(second)).toEqual([`${URI} Lint.`]);
    at.mia.excluded.add(second);
    await at.mia.remember("project://kept", "Stays here.", second);
    await at.mia.remember("project://sent", "Goes.");
    expect(await at.mia.sync()).toMatchObject({ pushed: 1 });
    // What is forgotten is forgotten everywhere, also where nothing leaves.
    await forgettingIn(at.mia.store).forget({ uri: "project://sent", project: at.mia.folder }, 9);
    at.mia.excluded.add(at.mia.folder);
    expect(await at.mia.sync()).toMatchObject({ pushed: 1 });
  });

  test("of which this member is a reader is read, and nothing of it is sent", async () => {
    await using at = await openTwoMachines();
    at.server.ranks.set(2, "reader");
    await at.ann.remember(URI, "Lint.");
    await at.mia.remember("project://mine", "Mine.");
    await at.ann.sync();
    expect(await at.mia.sync()).toMatchObject({ pushed: 0, pulled: 1 });
    expect(at.server.asked.filter((name) => name === "push")).toHaveLength(1);
    at.server.ranks.set(2, "writer");
    expect(await at.mia.sync()).toMatchObject({ pushed: 1 });
  });

  test("that the server does not name is left alone", async () => {
    await using at = await openTwoMachines();
    await teamIn(at.ann.store).saveTeamFolder({
      ...{ folder: "/elsewhere", project: "remote:unknown" },
    });
    await at.ann.remember("project://far", "Far.", "/elsewhere");
    expect(await at.ann.sync()).toMatchObject({ pushed: 0, pulled: 0, conflicts: 0 });
    expect(await teamIn(at.ann.store).teamCounts()).toMatchObject({ pending: 1 });
  });
});

describe("a round", () => {
  test("asks for names once and only when records of others come; an unknown member has a number", async () => {
    await using at = await openTwoMachines();
    await at.rounds();
    at.server.asked.length = 0;
    await at.ann.remember("project://a", "A.");
    await at.ann.remember("project://b", "B.");
    await at.ann.sync();
    expect(at.server.asked).not.toContain("names");
    await at.mia.sync();
    expect(at.server.asked.filter((name) => name === "names" || name === "members")).toEqual(["names"]);
    await at.ann.edit("project://a", "A!");
    await at.ann.sync();
    for (const row of at.server.rows) row.author = 9;
    at.server.asked.length = 0;
    await at.mia.sync();
    expect(at.server.asked).toEqual(["pull", "names", "handoffs"]);
    expect(await at.mia.memory("project://a")).toMatchObject({
      content: "A!",
      provenance: { team: { author: "#9" } },
    });
  });

  test("reads handoffs where the server knows them, unless they are those that were read last", async () => {
    await using at = await openTwoMachines();
    const asks = async (isKnown: boolean) => {
      at.server.asked.length = 0;
      await at.ann.sync(isKnown);
      return at.server.asked.includes("handoffs");
    };
    expect(await asks(false)).toBe(true);
    expect(await asks(true)).toBe(false);
  });

  test("that was cut before anything was written goes on with the next one", async () => {
    await using at = await openTwoMachines();
    await at.ann.remember(URI, "Lint.");
    await at.ann.sync();
    const names = Array.from({ length: 45 }, (_, n) => `project://n${String(n).padStart(2, "0")}`);
    for (const uri of names) await at.ann.remember(uri, "Many.");
    await at.ann.sync();
    await at.mia.sync();
    expect(await at.mia.contents()).toHaveLength(46);
    for (const uri of names)
      await teamIn(at.mia.store).markTeam(
        { project: PROJECT, id: at.ann.parts.codec.idOf(PROJECT, "memory", uri, "0") },
        "pending",
        true,
      );
    // All of them are there already: looked at again, and none changes.
    await collectChanges(at.mia.parts);
    expect(await teamIn(at.mia.store).pendingTeamRecords(99)).toEqual([]);
    expect(await teamIn(at.mia.store).teamOutbox({ limit: 99 })).toEqual([]);
  });
});
