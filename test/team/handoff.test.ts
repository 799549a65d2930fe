/** Handing over through the team, on a real PostgreSQL. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { recordsIn } from "../../src/store/records/queries.ts";
import { stateOf } from "../../src/team/server/errors.ts";
import { forgettingIn } from "../../src/team/sql/forget.ts";
import { teamIn } from "../../src/team/sql/index.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../postgres.ts";
import { handOver, one, packed, STATE, superQuery, take } from "./handing.ts";
import { founder, member, PROJECT, type TeamHome } from "./team-home.ts";

async function refusal(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return stateOf(error);
  }
}

describe.skipIf(hasNoPostgres())("a handoff through the team", () => {
  let server: Postgres;
  let ann: TeamHome;
  let mia: TeamHome;
  let zoe: TeamHome;
  let stranger: TeamHome;
  let number: number;
  beforeAll(async () => {
    server = await startPostgres();
    ann = await founder(server.url);
    await ann.share();
    number = (await ann.team.hello()).projects[0]?.id ?? 0;
    mia = await member(ann, "Mia");
    zoe = await member(ann, "Zoe");
    for (const home of [mia, zoe]) await home.share();
    await ann.team.server.shareProject("remote:git.example/other", Buffer.from("other"));
    const other = (await ann.team.hello()).projects.find(({ key }) => key.endsWith("other"))?.id ?? 0;
    stranger = await member(ann, "Tom", { projects: [other] });
  });
  afterAll(async () => {
    for (const home of [ann, mia, zoe, stranger]) await home[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test("reaches the named member once, with its sender's real name, and the sender sees when it was taken", async () => {
    const id = await handOver(ann, "mia");
    expect((await teamIn(ann.store).teamCounts()).pending).toBe(1);
    expect(await ann.sync()).toMatchObject({ pushed: 1 });
    expect(await ann.sync()).toMatchObject({ pushed: 0, pulled: 0 });
    expect(await one(ann, id)).toMatchObject({ state: "sent", taken: [] });
    expect(await mia.sync()).toMatchObject({ pulled: 1 });
    expect(await mia.sync()).toMatchObject({ pulled: 0 });

    // Two sessions that start at once.
    const both = (await Promise.all([take(mia), take(mia)])).flat();
    expect(both).toHaveLength(1);
    expect(both[0]).toMatchObject({ from: "Ann", state: STATE, files: ["src/totals.ts"] });
    expect(await mia.sync()).toMatchObject({ pushed: 1 });
    expect(await take(mia)).toEqual([]);
    await ann.sync();
    expect((await one(ann, id))?.taken).toMatchObject([{ name: "Mia" }]);
    // Its content is nowhere any more.
    expect(await superQuery(server, "select id from pawl.handoff where body is not null")).toEqual([]);
    for (const home of [ann, mia]) expect((await one(home, id))?.body).toBeUndefined();
    // Nor does it come back where the store was lost.
    await mia.renew();
    await mia.share();
    await mia.sync();
    expect(await take(mia)).toEqual([]);
  });

  test("is shown by the database to its sender and receiver, and to nobody else by any route", async () => {
    const id = await handOver(ann, "Mia");
    await ann.sync();
    const read = "select h.id, convert_from(h.body, 'utf8') as text from pawl.handoff h";
    for (const home of [ann, mia]) {
      const rows = await home.team.connection.query<{ text: string }>(`${read} where h.id = $1`, [id]);
      expect(rows.map(({ text }) => text).join()).toContain("Zwiebelkuchen");
    }
    await zoe.sync();
    expect(await take(zoe)).toEqual([]);
    for (const { team } of [zoe, stranger]) {
      const { query } = team.connection;
      expect(await query(`${read} where h.id = $1`, [id])).toEqual([]);
      expect(await query("select * from pawl.handoff_taken")).toEqual([]);
      const heard = [
        await query("select pawl.hello(null) as h"),
        await query("select * from pawl.activity(1000)"),
      ];
      expect(JSON.stringify(heard)).not.toContain(id);
      for (const text of [
        "insert into pawl.handoff select * from pawl.handoff",
        "update pawl.handoff set receiver = null",
        "delete from pawl.handoff",
        "select pawl.handoff_mark()",
      ]) {
        expect([text, await refusal(query(text))]).toEqual([text, "42501"]);
      }
    }
    // Neither taking nor taking back what is not one's own does anything.
    await zoe.team.server.takeHandoff({ project: number, id }, Date.now());
    await zoe.team.server.withdrawHandoff({ project: number, id });
    await ann.team.server.takeHandoff({ project: number, id }, Date.now());
    expect(await refusal(stranger.team.server.takeHandoff({ project: number, id }, 1))).toBe("42501");
    const body = new Uint8Array([1]);
    const push = { project: number, id: "x", receiver: null, at: 1, keyVersion: 0, body };
    expect(await refusal(stranger.team.server.handOver(push))).toBe("42501");
    await mia.sync();
    expect(await take(mia)).toHaveLength(1);
    await mia.sync();
  });

  test("between two others is not for the owner of the schema either", async () => {
    await ann.sync();
    const id = await handOver(mia, "Zoe");
    await mia.sync();
    expect(await ann.sync()).toMatchObject({ pulled: 0 });
    expect([await take(ann), await one(ann, id)]).toEqual([[], undefined]);
    const read = "select id from pawl.handoff where id = $1";
    expect(await ann.team.connection.query(read, [id])).toEqual([]);
    expect(await mia.team.connection.query(read, [id])).toEqual([{ id }]);
    await zoe.sync();
    expect(await take(zoe)).toHaveLength(1);
    for (const home of [zoe, mia, ann]) await home.sync();
    expect((await one(mia, id))?.taken).toMatchObject([{ name: "Zoe" }]);
  });

  test("that came while its folder was not shared here arrives when it is shared again", async () => {
    await teamIn(mia.store).dropTeamFolder(mia.folder);
    const id = await handOver(ann, "mia");
    await ann.sync();
    await mia.sync();
    expect(await one(mia, id)).toBeUndefined();
    await mia.share();
    await mia.sync();
    expect(await take(mia)).toHaveLength(1);
    await mia.sync();
  });

  test("to nobody in particular reaches every member of the project, each once, and not its sender", async () => {
    const id = await handOver(mia, "");
    await mia.sync();
    for (const home of [ann, zoe, stranger]) await home.sync();
    expect([(await take(ann)).length, (await take(zoe)).length]).toEqual([1, 1]);
    expect([await take(mia), await take(stranger)]).toEqual([[], []]);
    for (const home of [ann, zoe, mia]) await home.sync();
    expect((await one(mia, id))?.taken.map(({ name }) => name).sort()).toEqual(["Ann", "Zoe"]);
    // Who took it is for its sender.
    expect(
      await zoe.team.connection.query("select member from pawl.handoff_taken where id = $1", [id]),
    ).toEqual([{ member: zoe.team.config.member.id }]);
  });

  test("to somebody who is not in the project is refused, and so is one of a reader; others go on", async () => {
    const reader = await member(ann, "Ben", { rank: "reader" });
    await reader.share();
    const ids = [await handOver(ann, "Tom"), await handOver(ann, "Nobody"), await handOver(ann, "Ann")];
    const good = await handOver(ann, "Ben");
    const read = await handOver(reader, "Ann");
    await ann.sync();
    await reader.sync();
    for (const id of ids) expect((await one(ann, id))?.state).toBe("refused");
    expect([(await one(ann, good))?.state, (await one(reader, read))?.state]).toEqual(["sent", "refused"]);
    // A reader takes what is for them, and what is for everybody and still there.
    expect(await take(reader)).toHaveLength(2);
    await reader[Symbol.asyncDispose]();
  });

  test("that was taken back, or whose session was forgotten, is gone from the server and from who had not taken it", async () => {
    const [back, forgotten] = [
      await handOver(ann, "Mia", { state: "Quarkstrudel is next." }),
      await handOver(ann, "Mia", { state: "Quarkstrudel was last.", session: "s-9" }),
    ];
    await ann.sync();
    await mia.sync();
    const file = () => readFileSync(join(mia.dir, "pawl-1.db"), "latin1");
    expect(file() + readFileSync(join(mia.dir, "pawl-1.db-wal"), "latin1")).toContain("Quarkstrudel");
    await teamIn(ann.store).changeTeamHandoff({ project: PROJECT, id: back }, "sent", {
      state: "withdrawn",
      untold: true,
    });
    await recordsIn(ann.store).record({
      session: { id: "s-9", project: ann.folder, cwd: ann.folder, at: 1 },
      observations: [],
    });
    await forgettingIn(ann.store).forget({ sessionId: "s-9" }, Date.now());
    expect(await one(ann, forgotten)).toMatchObject({ state: "withdrawn", session: "" });
    await ann.sync();
    const bodies = `select convert_from(body, 'utf8') as text from pawl.handoff where body is not null`;
    expect(JSON.stringify(await superQuery(server, bodies))).not.toContain("Quarkstrudel");
    await mia.sync();
    expect(await take(mia)).toEqual([]);
    expect(file()).not.toContain("Quarkstrudel");
  });

  test("in a shape that this version does not know is left out, and arrives after an update", async () => {
    const id = await handOver(ann, "Mia");
    await ann.sync();
    const newer = JSON.stringify({ ...packed("Ann"), pawlHandoff: 2 });
    const known = JSON.stringify(packed("Ann"));
    const set = (text: string) =>
      superQuery(server, `update pawl.handoff set body = convert_to('${text}', 'utf8') where id = '${id}'`);
    await set(newer);
    await mia.sync();
    expect(await one(mia, id)).toBeUndefined();
    expect(await take(mia)).toEqual([]);
    await set(known);
    // The update starts a new process, which asks for everything.
    mia.reopen();
    await mia.sync();
    expect(await take(mia)).toHaveLength(1);
    await mia.sync();
  });
});

describe.skipIf(hasNoPostgres())("in an encrypted team a handoff", () => {
  test("arrives, and the server has not a word of it", async () => {
    await using server = await startPostgres();
    await using ann = await founder(server.url, { isEncrypted: true });
    await ann.share();
    await using mia = await member(ann, "Mia");
    await mia.share();
    const id = await handOver(ann, "Mia");
    await ann.sync();
    const [row] = await superQuery<{ body: Buffer; receiver: number }>(
      server,
      `select body, receiver from pawl.handoff where id = '${id}'`,
    );
    expect(row?.body.length).toBeGreaterThan(100);
    expect(row?.body.toString("latin1")).not.toContain("Zwiebelkuchen");
    // Nor has another member who somehow gets the row, although they have the team's key.
    const place = `${ann.team.parts().codec.projectName(PROJECT)}\nhandoff\n${id}\n1\n${row?.receiver}`;
    const bytes = new Uint8Array(row?.body ?? []);
    const { codec } = ann.team.parts();
    expect(codec.open(place, bytes, codec.keyVersion)).not.toContain("Zwiebelkuchen");
    expect(() => codec.openSealed(place, bytes, codec.keyVersion)).toThrow("could not be opened");
    expect(mia.team.parts().codec.openSealed(place, bytes, codec.keyVersion)).toContain("Zwiebelkuchen");
    await mia.sync();
    expect(await take(mia)).toMatchObject([{ from: "Ann", state: STATE }]);
  });

  test("to a member whose key the server has changed is not sent", async () => {
    await using server = await startPostgres();
    await using ann = await founder(server.url, { isEncrypted: true });
    await ann.share();
    await using mia = await member(ann, "Mia");
    await mia.share();
    const key = ann.team.config.keys?.public ?? "";
    await superQuery(server, `update pawl.member set public_key = '${key}' where name = 'Mia'`);
    const id = await handOver(ann, "Mia");
    await ann.sync();
    expect((await one(ann, id))?.state).toBe("refused");
    expect(await superQuery(server, "select 1 from pawl.handoff")).toEqual([]);
  });

  test("that the server gives to somebody else does not open there", async () => {
    await using server = await startPostgres();
    await using ann = await founder(server.url, { isEncrypted: true });
    await ann.share();
    await using mia = await member(ann, "Mia");
    await using zoe = await member(ann, "Zoe");
    await zoe.share();
    await mia.share();
    await handOver(ann, "Mia");
    await ann.sync();
    await superQuery(server, `update pawl.handoff set receiver = ${zoe.team.config.member.id}`);
    await zoe.sync();
    expect(await take(zoe)).toEqual([]);
  });
});
