/** A team whose database was made by an older Pawl. */

import { describe, expect, test } from "bun:test";
import { createSchema, upgradeSchema } from "../../src/team/server/schema.ts";
import { teamIn } from "../../src/team/sql/index.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../postgres.ts";
import { founder, member } from "./team-home.ts";

const SCHEMA_1 = await Bun.file(`${import.meta.dir}/../fixtures/team/schema-1.sql`).text();

/** Everything that the schema is made of, and who may do what. */
const SHAPE = `
  select 'function' as kind, p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name,
    p.prosrc || p.prosecdef || coalesce(p.proconfig::text, '') || coalesce(p.proacl::text, '') as value
  from pg_proc p where p.pronamespace = 'pawl'::regnamespace
  union all select 'column', attrelid::regclass || '.' || attname, format_type(atttypid, atttypmod) || attnotnull
  from pg_attribute join pg_class c on c.oid = attrelid
  where c.relnamespace = 'pawl'::regnamespace and c.relkind = 'r' and attnum > 0
  union all select 'table', relname, relrowsecurity::text || coalesce(relacl::text, '')
  from pg_class where relnamespace = 'pawl'::regnamespace and relkind = 'r'
  union all select 'policy', tablename || '.' || policyname, qual from pg_policies where schemaname = 'pawl'
  union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'pawl'::regnamespace
  order by 1, 2`;

async function sqlOf<T>(url: string, work: (sql: Bun.SQL) => Promise<T>): Promise<T> {
  const sql = new Bun.SQL(url, { prepare: false, max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.close();
  }
}

const shapeOf = (server: Postgres) => sqlOf(server.url, async (sql) => [...(await sql.unsafe(SHAPE))]);

describe.skipIf(hasNoPostgres())("a schema of version 1", () => {
  test("becomes by its upgrade what is created anew, rights included", async () => {
    await using server = await startPostgres();
    const found = "select pawl.found_team('t', 'Ann', false, null, null, null)";
    await sqlOf(server.url, (sql) => sql.unsafe(`${SCHEMA_1};${found}`).simple());
    await sqlOf(server.url, (sql) => sql.unsafe(upgradeSchema).simple());
    const upgraded = await shapeOf(server);
    await sqlOf(server.url, (sql) => sql.unsafe("drop schema pawl cascade").simple());
    await sqlOf(server.url, (sql) => sql.unsafe(`${createSchema};${found}`).simple());
    const created = await shapeOf(server);
    expect(created.length).toBeGreaterThan(80);
    expect(upgraded).toEqual(created);
  });

  test("goes on working for members, keeps handoffs in the outbox, and is upgraded by its owner's next round", async () => {
    await using server = await startPostgres();
    await using ann = await founder(server.url);
    await ann.share();
    await using mia = await member(ann, "Mia");
    await mia.share();
    // As an older Pawl left it.
    await sqlOf(server.url, async (sql) => {
      const roles = (await sql.unsafe("select role from pawl.member")) as { role: string }[];
      const keep = await Promise.all(
        ["meta", "member", "project", "membership"].map(async (table) => [
          table,
          await sql.unsafe(`select * from pawl.${table}`),
        ]),
      );
      expect([roles.length, keep.length]).toEqual([2, 4]);
      await sql.unsafe("create schema kept").simple();
      for (const [table] of keep) await sql.unsafe(`create table kept.${table} as table pawl.${table}`);
      await sql.unsafe("drop schema pawl cascade").simple();
      await sql.unsafe(SCHEMA_1).simple();
      for (const [table] of keep) {
        await sql.unsafe(`insert into pawl.${table} overriding system value select * from kept.${table}`);
      }
      await sql.unsafe("update pawl.meta set version = 1; drop schema kept cascade").simple();
      for (const { role } of roles) await sql.unsafe(`select pawl.let_in('${role}')`);
    });
    mia.reopen();
    await teamIn(mia.store).addTeamHandoff({
      project: "remote:git.example/shop",
      id: "h-1",
      way: "out",
      name: "Ann",
      session: "s-1",
      at: 1,
      state: "leaving",
      taken: [],
      body: "{}",
    });
    await mia.remember("project://rules/lint", "Lint before a commit.");
    expect(await mia.sync()).toMatchObject({ pushed: 1 });
    expect(await teamIn(mia.store).teamHandoffs({ limit: 9 })).toMatchObject([{ state: "leaving" }]);
    expect((await mia.team.hello()).version).toBe(1);

    ann.reopen();
    expect(await ann.sync()).toMatchObject({ pulled: 1 });
    expect(await ann.contents()).toEqual(["Lint before a commit."]);
    expect(await mia.sync()).toMatchObject({ pushed: 1 });
    expect(await teamIn(mia.store).teamHandoffs({ limit: 9 })).toMatchObject([{ state: "sent" }]);
    expect(await mia.team.hello()).toMatchObject({ version: 2, minClient: 1 });
  });
});
