/** What the database itself refuses: everything here is raw SQL under a role, as a modified client would send it. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { memoriesIn } from "../../src/memory/sql/index.ts";
import { readTeam } from "../../src/team/config.ts";
import { joinTeam } from "../../src/team/join.ts";
import { parseInvitation } from "../../src/team/join-string.ts";
import { openConnection } from "../../src/team/server/connection.ts";
import { stateOf } from "../../src/team/server/errors.ts";
import { forgettingIn } from "../../src/team/sql/forget.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../postgres.ts";
import { founder, inviteTo, member, PROJECT, remove, type TeamHome } from "./team-home.ts";

const SECRET = "The payment service listens on port 7443.";

async function refusal(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return stateOf(error);
  }
}

describe.skipIf(hasNoPostgres())("the database", () => {
  let server: Postgres;
  let ann: TeamHome;
  let project: number;
  const homes: TeamHome[] = [];
  const add = async (name: string, options: Parameters<typeof member>[2] = {}) => {
    const home = await member(ann, name, options);
    homes.push(home);
    return home;
  };

  beforeAll(async () => {
    server = await startPostgres();
    ann = await founder(server.url);
    homes.push(ann);
    await ann.share();
    await ann.remember("project://services/payment", SECRET);
    await ann.sync();
    project = (await ann.team.hello()).projects[0]?.id ?? 0;
  });
  afterAll(async () => {
    for (const home of homes) await home[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const TABLES = [
    "meta",
    "member",
    "project",
    "step",
    "wish",
    "membership",
    "record",
    "team_key",
    "log",
    "handoff",
    "handoff_taken",
  ];
  const CALLS = [
    "select pawl.hello(null)",
    `select pawl.hello('[{"key":"remote:git.example/shop"}]')`,
    "select * from pawl.member_names()",
    "select * from pawl.members()",
    "select * from pawl.activity(100)",
    "select * from pawl.sealed_keys()",
    "select pawl.share_project('remote:git.example/shop', 'eA==')",
    "select pawl.open_project('remote:git.example/shop', 1)",
    "select * from pawl.wishes()",
    "select pawl.answer_wish('Zoe', 'remote:git.example/shop', true)",
    "select pawl.tidy(null, '[]')",
    "select pawl.rotate(1, '[]')",
    "select pawl.withdraw_all(1)",
    "select pawl.must_wait(1)",
    "select pawl.person_of(1)",
    "select pawl.push(1, '[]')",
    "select pawl.judge(1, 'a', 'b', true)",
    "select pawl.set_review('off')",
    "select pawl.let_in(session_user)",
    "select pawl.me()",
    "select pawl.need(1, 'reader')",
    "select pawl.note(1, 'x', 1, 'x', 'x')",
    "select pawl.put_one(row(1, 1, 'x', 'writer')::pawl.membership, '{}', 1, false)",
    "select pawl.forget_one(row(1, 1, 'x', 'writer')::pawl.membership, 'x', 1)",
    "select pawl.join_team(null, null, '[]')",
    "select pawl.hand_over(1, 'x', null, 1, 0, 'eA==')",
    "select pawl.take_handoff(1, 'x', 1)",
    "select pawl.withdraw_handoff(1, 'x')",
    "select pawl.handoff_mark()",
  ];

  test("a stranger's role reads no table and calls no function", async () => {
    await ann.team.connection.run(["create role stranger login password 'stranger'"]);
    await using raw = openConnection({ ...ann.team.config.address, user: "stranger", password: "stranger" });
    for (const table of TABLES) {
      expect([table, await refusal(raw.query(`select * from pawl.${table}`))]).toEqual([table, "42501"]);
    }
    for (const call of CALLS) expect([call, await refusal(raw.query(call))]).toEqual([call, "42501"]);
    expect(await refusal(raw.run([`set role ${ann.team.config.address.user}`]))).toBe("42501");
    expect(await refusal(raw.run(["set session authorization postgres"]))).toBe("42501");
    expect(await refusal(raw.run(["set row_security = off", "select * from pawl.record"]))).toBe("42501");
  });

  test("a member of another project gets no record, no content and no trace of this one", async () => {
    await ann.team.server.shareProject("remote:git.example/other", Buffer.from("other"));
    const other = (await ann.team.hello()).projects.find(({ key }) => key.endsWith("other"))?.id ?? 0;
    const zoe = await add("Zoe", { projects: [other] });
    const { query, run } = zoe.team.connection;
    expect(await query("select * from pawl.record")).toEqual([]);
    expect(await query("select * from pawl.record where project = $1", [project])).toEqual([]);
    expect(await query("select count(*)::int as n from pawl.record")).toEqual([{ n: 0 }]);
    expect((await query<{ key: string }>("select key from pawl.project")).map(({ key }) => key)).toEqual([
      "remote:git.example/other",
    ]);
    expect(await query("select project from pawl.membership")).toEqual([{ project: other }]);
    for (const table of ["meta", "member", "team_key", "log"]) {
      expect([table, await refusal(query(`select * from pawl.${table}`))]).toEqual([table, "42501"]);
    }
    const everything = [
      await query("select pawl.hello(null) as h"),
      await query(
        `select pawl.hello('[{"key":"remote:git.example/shop"},{"key":"remote:git.example/other"}]') as h`,
      ),
      await query("select * from pawl.members()"),
      await query("select * from pawl.activity(1000)"),
    ];
    expect(JSON.stringify(everything)).not.toContain("git.example/shop");
    for (const call of [
      `select pawl.push(${project}, '[]')`,
      `select pawl.judge(${project}, 'a', 'b', true)`,
      `select pawl.set_membership(${project}, 'Zoe', 'writer')`,
      "select pawl.push(999999, '[]')",
    ]) {
      expect([call, await refusal(query(call))]).toEqual([call, "42501"]);
    }
    // A cheap function in the condition would see rows before the policy does, if there was no policy.
    await run([
      "create function pg_temp.leak(text) returns boolean language plpgsql cost 0.0001 as $$ begin raise notice '%', $1; raise exception 'leaked %', $1; end $$",
    ]);
    expect(await query("select 1 from pawl.record where pg_temp.leak(convert_from(body, 'utf8'))")).toEqual(
      [],
    );
    // The same answer for a project that is there and for one that is not.
    for (const key of [PROJECT, "remote:git.example/nowhere"])
      expect(await zoe.team.server.shareProject(key, Buffer.from(key))).toBeNull();
  });

  test("nobody writes in another's name, chooses numbers or times, or changes rows by hand", async () => {
    const ben = await add("Ben");
    const { query } = ben.team.connection;
    for (const statement of [
      `insert into pawl.record (project, id, rev, seq, author, at, seen, state, body) values (${project}, 'x', 'x', 999, 1, now(), '{}', 'shared', 'x')`,
      "update pawl.record set author = 1",
      "delete from pawl.record",
      "update pawl.project set seq = 0",
      "update pawl.membership set rank = 'maintainer'",
      "truncate pawl.record",
      "alter table pawl.record disable row level security",
      "create policy all_of_it on pawl.record for select using (true)",
      "create table pawl.mine (x integer)",
      "drop function pawl.me()",
    ]) {
      expect([statement, await refusal(query(statement))]).toEqual([statement, "42501"]);
    }
    const future = Date.now() + 365 * 86_400_000;
    const item = {
      id: "forged",
      rev: "r",
      seen: { d: 1 },
      at: future,
      author: 1,
      seq: 10_000,
      state: "shared",
      body: "eA==",
    };
    await query("select pawl.push($1, $2::text::jsonb)", [project, JSON.stringify([item])]);
    const [row] = await query<{ author: number; seq: string; early: boolean }>(
      "select author, seq, at <= clock_timestamp() as early from pawl.record where id = 'forged'",
    );
    expect(row?.author).toBe(ben.team.config.member.id);
    expect(Number(row?.seq)).toBeLessThan(100);
    expect(row?.early).toBe(true);
    expect(await refusal(query("select pawl.set_review('off')"))).toBe("42501");
    expect(
      await refusal(query("select pawl.invite('x', 'X', 'maintainer', true, '{}', null, 7, false)")),
    ).toBe("42501");
    expect(await refusal(query("select pawl.remove_member('Ann', null, '[]', true)"))).toBe("42501");
    expect(await refusal(query(`select pawl.set_membership(${project}, 'Ben', 'maintainer')`))).toBe("42501");
  });

  test("another's record is forgotten by its author or a maintainer, not by a writer", async () => {
    const cem = await add("Cem");
    await cem.share();
    await cem.sync();
    expect(await cem.contents()).toContain(SECRET);
    await forgettingIn(cem.store).forget(
      { uri: "project://services/payment", project: cem.folder },
      Date.now(),
    );
    await cem.sync();
    expect(await cem.contents()).not.toContain(SECRET);
    const [left] = await ann.team.connection.query<{ n: number }>(
      "select count(*)::int as n from pawl.record where convert_from(body, 'utf8') like '%7443%'",
    );
    expect(left?.n).toBe(1);
    // Gone here only, and it stays so.
    await memoriesIn(ann.store).changeMemory(
      { uri: "project://services/payment", project: ann.folder },
      { content: `${SECRET} And on 7444.` },
      { at: Date.now(), author: "user" },
    );
    await ann.sync();
    await cem.sync();
    expect((await cem.contents()).join()).not.toContain("7443");
  });

  test("a reader reads, and writes nothing", async () => {
    const rob = await add("Rob", { rank: "reader" });
    await rob.share();
    await rob.remember("project://by-rob", "Written by a reader.");
    expect(await rob.sync()).toMatchObject({ pushed: 0 });
    expect((await rob.contents()).join()).toContain("7443");
    expect(await refusal(rob.team.connection.query(`select pawl.push(${project}, '[]')`))).toBe("42501");
  });

  test("an invitation opens nothing before joining, and is good once", async () => {
    const { join } = await inviteTo(ann, "Eve");
    const invitation = parseInvitation(join);
    const { user, password } = invitation;
    const raw = openConnection({ ...ann.team.config.address, user, password });
    expect(await raw.query("select * from pawl.record")).toEqual([]);
    expect(await refusal(raw.query("select * from pawl.members()"))).toBe("42501");
    await raw.close();
    const file = `${ann.dir}/eve.json`;
    await joinTeam(invitation, file);
    expect(readTeam(file)?.member.name).toBe("Eve");
    expect(readTeam(file)?.address.password).not.toBe(password);
    await expect(joinTeam(invitation, `${ann.dir}/second.json`)).rejects.toThrow("refused the login");
    expect(readTeam(`${ann.dir}/second.json`)).toBeUndefined();
  });

  test("an invitation that has expired is refused", async () => {
    const { join } = await inviteTo(ann, "Late");
    await ann.team.connection.query(
      "update pawl.member set invited_until = now() - interval '1 minute' where name = 'Late'",
    );
    await expect(joinTeam(parseInvitation(join), `${ann.dir}/late.json`)).rejects.toThrow("expired");
  });

  test("a removed member sees nothing from the next statement on, and cannot log in again", async () => {
    const fay = await add("Fay");
    await fay.share();
    await fay.sync();
    expect((await fay.team.connection.query("select * from pawl.record")).length).toBeGreaterThan(0);
    await remove(ann, "Fay");
    const seen = await fay.team.connection.query("select * from pawl.record").catch(stateOf);
    expect(["42501", "28000", "28P01", "57P01", "[]"]).toContain(
      typeof seen === "string" ? seen : JSON.stringify(seen),
    );
    await expect(fay.sync()).rejects.toThrow("refused");
    const roles = await ann.team.connection.query("select 1 from pg_roles where rolname = $1", [
      fay.team.config.address.user,
    ]);
    expect(roles).toEqual([]);
  });

  test("the log says who did what, without contents", async () => {
    const log = await ann.team.server.activity(1000);
    const actions = new Set(log.map(({ action }) => action));
    for (const action of ["create", "invite", "join", "share", "remove"]) {
      expect([action, actions.has(action)]).toEqual([action, true]);
    }
    expect(JSON.stringify(log)).not.toContain("7443");
  });
});
