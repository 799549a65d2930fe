/** The statements of docs/team-beyond.md: a team goes on when its records are in partitions. */

import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stateOf } from "../../../src/team/server/errors.ts";
import { forgettingIn } from "../../../src/team/sql/forget.ts";
import { hasNoPostgres, startPostgres } from "../../postgres.ts";
import { founder, member } from "../../team/team-home.ts";

const page = readFileSync(join(import.meta.dir, "../../../docs/team-beyond.md"), "utf8");
const statements = /```sql\n(begin;[\s\S]*?)```/.exec(page)?.[1] ?? "";

describe.skipIf(hasNoPostgres())("partitions by project", () => {
  test("keep records, numbers, conflicts and who may read what", async () => {
    expect(statements).toContain("partition by hash (project)");
    await using server = await startPostgres();
    await using ann = await founder(server.url);
    await using mia = await member(ann, "Mia");
    for (const home of [ann, mia]) await home.share();
    await ann.remember("project://before", "Before.");
    await ann.sync();
    await mia.sync();

    const owner = new Bun.SQL(server.url, { prepare: false, max: 1 });
    await owner.unsafe(statements);
    const [{ parts }] = (await owner.unsafe(
      "select count(*)::int as parts from pg_inherits where inhparent = 'pawl.record'::regclass",
    )) as [{ parts: number }];
    expect(parts).toBe(16);
    await owner.close();

    await ann.remember("project://after", "After.");
    await mia.remember("project://by-mia", "By Mia.");
    for (const home of [ann, mia, ann]) await home.sync();
    for (const home of [ann, mia]) expect(await home.contents()).toEqual(["After.", "Before.", "By Mia."]);
    await forgettingIn(ann.store).forget({ uri: "project://before", project: ann.folder }, Date.now());
    for (const home of [ann, mia]) await home.sync();
    expect(await mia.contents()).toEqual(["After.", "By Mia."]);

    const other = (await ann.team.server.shareProject("remote:git.example/other", Buffer.from("other"))) ?? 0;
    await using zoe = await member(ann, "Zoe", { projects: [other] });
    const { query } = zoe.team.connection;
    expect(await query("select * from pawl.record")).toEqual([]);
    // The policy stands on the whole: a part alone must be closed.
    for (let part = 0; part < 16; part++) {
      const refused = await query(`select * from pawl.record_${part}`).catch(stateOf);
      expect(refused).toBe("42501");
    }
  }, 120_000);
});
