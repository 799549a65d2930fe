/** Sharing between machines, on a real PostgreSQL. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { memoriesIn } from "../../src/memory/sql/index.ts";
import { forgettingIn } from "../../src/team/sql/forget.ts";
import { teamIn } from "../../src/team/sql/index.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../postgres.ts";
import { founder, member, PROJECT, type TeamHome } from "./team-home.ts";

const RULE = "Always run the linter before a commit.";

describe.skipIf(hasNoPostgres())("a team's records", () => {
  let server: Postgres;
  let ann: TeamHome;
  let mia: TeamHome;
  beforeAll(async () => {
    server = await startPostgres();
    ann = await founder(server.url);
    await ann.share();
    mia = await member(ann, "Mia");
    await mia.share();
  });
  afterAll(async () => {
    await ann[Symbol.asyncDispose]();
    await mia[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test("a memory reaches the other member once, with its author, and is sent once", async () => {
    await ann.remember("project://rules/lint", RULE);
    expect(await ann.sync()).toMatchObject({ pushed: 1, pulled: 0 });
    expect(await ann.sync()).toMatchObject({ pushed: 0, pulled: 0 });
    expect(await mia.sync()).toMatchObject({ pushed: 0, pulled: 1 });
    expect(await mia.sync()).toMatchObject({ pushed: 0, pulled: 0 });
    const memory = await memoriesIn(mia.store).memory({ uri: "project://rules/lint", project: mia.folder });
    expect(memory).toMatchObject({ content: RULE, version: 1, provenance: { team: { author: "Ann" } } });
    expect(await teamIn(ann.store).teamChanges(10)).toEqual([]);
    expect(await teamIn(mia.store).teamChanges(10)).toEqual([]);
  });

  test("a change by the other member comes back under their name", async () => {
    const name = { uri: "project://rules/lint", project: mia.folder };
    await memoriesIn(mia.store).changeMemory(
      name,
      { content: "Lint, then commit." },
      { at: Date.now(), author: "user" },
    );
    expect(await mia.sync()).toMatchObject({ pushed: 1 });
    expect((await memoriesIn(mia.store).memory(name))?.provenance?.team).toBeUndefined();
    expect(await ann.sync()).toMatchObject({ pulled: 1 });
    const memory = await memoriesIn(ann.store).memory({ uri: name.uri, project: ann.folder });
    expect(memory).toMatchObject({ content: "Lint, then commit.", provenance: { team: { author: "Mia" } } });
  });

  test("changes at the same time keep both versions, show the conflict, and end when one of them decides", async () => {
    const uri = "project://rules/lint";
    const edit = (home: TeamHome, content: string) =>
      memoriesIn(home.store).changeMemory(
        { uri, project: home.folder },
        { content },
        { at: Date.now(), author: "user" },
      );
    await edit(ann, "Version of Ann.");
    await edit(mia, "Version of Mia.");
    await ann.sync();
    expect(await mia.sync()).toMatchObject({ conflicts: 1 });
    expect(await ann.sync()).toMatchObject({ conflicts: 1 });
    for (const home of [ann, mia])
      expect(await home.contents()).toEqual(["Version of Ann.", "Version of Mia."]);
    expect((await memoriesIn(mia.store).memory({ uri, project: mia.folder }))?.content).toBe(
      "Version of Mia.",
    );
    const beside = await memoriesIn(mia.store).memory({ uri: `${uri}@ann`, project: mia.folder });
    expect(beside).toMatchObject({ content: "Version of Ann.", provenance: { team: { author: "Ann" } } });
    expect(await memoriesIn(mia.store).relations({ uri, project: mia.folder })).toEqual([
      { from: `${uri}@ann`, to: uri, kind: "contradicts" },
    ]);
    await edit(mia, "Version of both.");
    expect(await mia.sync()).toMatchObject({ conflicts: 0 });
    expect(await ann.sync()).toMatchObject({ conflicts: 0 });
    for (const home of [ann, mia]) expect(await home.contents()).toEqual(["Version of both."]);
  });

  test("the same words written twice are one record, without conflict", async () => {
    await ann.remember("project://same", "Said by both.");
    await mia.remember("project://same", "Said by both.");
    await ann.sync();
    expect(await mia.sync()).toMatchObject({ conflicts: 0 });
    expect(await ann.sync()).toMatchObject({ conflicts: 0 });
    for (const home of [ann, mia]) {
      expect((await home.contents()).filter((text) => text === "Said by both.")).toHaveLength(1);
    }
  });

  test("what is personal, proposed, or of another folder never leaves", async () => {
    await ann.remember("user://name", "My name is Ann.");
    const common = { origin: "derived", redaction: 1, author: "pawl", at: 1 } as const;
    await memoriesIn(ann.store).saveMemory({
      ...common,
      uri: "project://maybe",
      project: ann.folder,
      content: "Maybe.",
    });
    await memoriesIn(ann.store).saveMemory({
      ...common,
      uri: "project://other",
      project: "/elsewhere",
      content: "Other.",
      status: "active",
    });
    await memoriesIn(ann.store).saveMemory({
      ...common,
      uri: "task://now",
      project: ann.folder,
      content: "Task.",
      status: "active",
    });
    await memoriesIn(ann.store).saveMemory({
      ...common,
      uri: "client://about-me",
      project: ann.folder,
      content: "Likes tea.",
      status: "active",
      provenance: { client: { path: "/m/about-me.md", hash: "h", mtimeMs: 1, size: 1, type: "user" } },
    });
    expect(await ann.sync()).toMatchObject({ pushed: 0 });
  });

  test("a secret does not leave with a record", async () => {
    const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    await ann.remember("project://token", `Use the token ${secret} for releases.`);
    await ann.sync();
    const sql = new Bun.SQL(server.superUrl, { prepare: false, max: 1 });
    const rows = await sql.unsafe(
      "select convert_from(body, 'utf8') as body from pawl.record where body is not null",
    );
    await sql.close();
    const all = rows.map(({ body }: { body: string }) => body).join("\n");
    expect(all).toContain("for releases");
    expect(all).not.toContain(secret);
  });

  test("a record that waits is read by nobody until a second person accepts it", async () => {
    await mia.sync();
    await ann.team.server.setReview("on");
    await ann.remember("project://reviewed", "Waits for a second person.");
    expect(await ann.sync()).toMatchObject({ pushed: 1 });
    expect(await mia.sync()).toMatchObject({ pulled: 0 });
    const [waiting] = await mia.team.server.waiting();
    if (waiting === undefined) throw new Error("nothing waits");
    await expect(ann.team.server.judge(waiting, true)).rejects.toThrow("a second person");
    expect(await mia.team.server.judge(waiting, true)).toBe(true);
    expect(await mia.sync()).toMatchObject({ pulled: 1 });
    expect(await mia.contents()).toContain("Waits for a second person.");
    await ann.sync();
    expect(
      (await teamIn(ann.store).listTeamHeads({ project: PROJECT, limit: 100 })).map(({ state }) => state),
    ).not.toContain("waiting");
    await ann.team.server.setReview("off");
  });

  test("forgetting takes a record from the server and from the other machine, and it does not come back", async () => {
    await ann.remember("project://gone", "A sentence to forget.");
    await ann.sync();
    await mia.sync();
    await memoriesIn(mia.store).changeMemory(
      { uri: "project://gone", project: mia.folder },
      { content: "A sentence to forget, changed." },
      { at: Date.now(), author: "user" },
    );
    await forgettingIn(ann.store).forget({ uri: "project://gone", project: ann.folder }, Date.now());
    expect(await ann.sync()).toMatchObject({ pushed: 1 });
    await mia.sync();
    await mia.sync();
    await ann.sync();
    for (const home of [ann, mia]) expect((await home.contents()).join()).not.toContain("to forget");
    await ann.remember("project://gone", "A new one of the same name.");
    await ann.sync();
    await mia.sync();
    expect(await mia.contents()).toContain("A new one of the same name.");
  });
});
