/** A hostile member who goes through the server's functions with forged values: what the other members' machines make of it. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { redactor } from "../../src/redact/redactor.ts";
import { removeMember } from "../../src/team/remove.ts";
import { listWaiting, wishedProject } from "../../src/team/review.ts";
import { stateOf } from "../../src/team/server/errors.ts";
import { teamIn } from "../../src/team/sql/index.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../postgres.ts";
import { founder, inviteTo, member, PROJECT, remove, type TeamHome } from "./team-home.ts";

const NOW = Date.now();
/** As far ahead as the server takes a counter. */
const FAR = NOW + 360 * 86_400_000;
const base64 = (text: string) => Buffer.from(text).toString("base64");
const refusal = (work: Promise<unknown>) => work.then(() => "done", stateOf);

describe.skipIf(hasNoPostgres())("a hostile member", () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  let databases = 0;
  async function database(): Promise<string> {
    const name = `team_${++databases}`;
    await using sql = new Bun.SQL(server.superUrl, { prepare: false, max: 1 });
    await sql.unsafe(`create database ${name} owner owner`);
    return server.url.replace("/team", `/${name}`);
  }

  async function three(isEncrypted = false) {
    const ann = await founder(await database(), { isEncrypted });
    const mia = await member(ann, "Mia");
    const eve = await member(ann, "Eve");
    const homes = [ann, mia, eve];
    for (const home of homes) await home.share();
    for (const home of homes) await home.sync();
    const project = (await ann.team.hello()).projects[0]?.id ?? 0;
    return {
      ...{ ann, mia, eve, project },
      raw: (...items: object[]) =>
        eve.team.connection.query<{ pushed: { answers: string[] } }>(
          "select pawl.push($1, $2::text::jsonb) as pushed",
          [project, JSON.stringify(items.map((item) => ({ op: "put", rev: "e", at: NOW, ...item })))],
        ),
      idOf: (uri: string, turn = 0) =>
        ann.team.parts().codec.idOf(PROJECT, "memory", `project://${uri}`, String(turn)),
      async [Symbol.asyncDispose]() {
        for (const home of homes) await home[Symbol.asyncDispose]();
      },
    };
  }

  async function settle(home: TeamHome, rounds = 12): Promise<void> {
    for (let round = 0; round < rounds; round++) await home.sync();
    expect(await teamIn(home.store).teamOutbox({ limit: 9 })).toEqual([]);
    expect(await teamIn(home.store).teamRefused()).toEqual([]);
  }

  test("keeps nobody's words from the team by garbage that claims to have replaced them", async () => {
    await using at = await three();
    const { ann, mia, raw, idOf } = at;
    const seen = { [ann.team.config.device]: FAR };
    for (let turn = 0; turn < 5; turn++) {
      await raw({ id: idOf("note", turn), seen, keyVersion: 0, body: base64("{}") });
      await raw({ op: "forget", id: idOf("other", turn) });
    }
    await ann.remember("project://note", "Ann's note.");
    await ann.remember("project://other", "Ann's other note.");
    await settle(ann);
    await mia.sync();
    expect(await mia.contents()).toEqual(["Ann's note.", "Ann's other note."]);
    // A note that the team has is changed: the garbage comes between.
    await raw({ id: idOf("note", 5), seen, keyVersion: 0, body: base64("{}") });
    await ann.remember("project://note", "Ann's note, changed.");
    await settle(ann);
    await mia.sync();
    expect(await mia.contents()).toContain("Ann's note, changed.");
  }, 60_000);

  test("keeps nobody from deciding a conflict by versions of thousands of machines", async () => {
    await using at = await three();
    const { ann, mia, raw, idOf } = at;
    await ann.remember("project://note", "Ann's note.");
    await settle(ann, 1);
    const body = base64(
      JSON.stringify({
        ...{ kind: "memory", uri: "project://note", content: "Eve's", priority: 5 },
        ...{ status: "active", origin: "user" },
      }),
    );
    for (let n = 0; n < 15; n++) {
      const seen = Object.fromEntries(Array.from({ length: 450 }, (_, d) => [`e${n}-${d}`, 1]));
      await raw({ id: idOf("note"), rev: `e${n}`, seen, keyVersion: 0, body });
    }
    await ann.sync();
    await ann.remember("project://note", "Ann's note, again.");
    await settle(ann, 2);
    await mia.sync();
    expect(await mia.contents()).toContain("Ann's note, again.");
  }, 60_000);

  test("opens no project under another name, in another spelling or behind another label", async () => {
    await using ann = await founder(await database());
    await ann.team.server.shareProject("remote:git.example/open", Buffer.from("open"));
    await ann.share();
    const [open] = (await ann.team.hello()).projects;
    await using eve = await member(ann, "Eve", { projects: [open?.id ?? 0] });
    const ask = (key: string, label = key) => eve.team.server.shareProject(key, Buffer.from(label));
    const spellings = [
      PROJECT.toUpperCase(),
      `${PROJECT} `,
      PROJECT.replace("shop", "\u0455hop"),
      PROJECT.replace("o", "o\u200b"),
      PROJECT.replace("shop", "ｓhop"),
    ];
    for (const key of [PROJECT, ...spellings]) expect([key, await ask(key)]).toEqual([key, null]);
    for (const key of ["", "a\nb", "a\u001b[2J", "x".repeat(300)])
      expect(await refusal(ask(key))).toBe("22023");
    expect((await eve.team.hello()).projects.map(({ id }) => id)).toEqual([open?.id ?? 0]);
    expect((await eve.team.server.members()).every(({ projects }) => projects.length < 2)).toBe(true);
    // She asks for the secret project with the name of a harmless one: the maintainer sees which it is.
    await eve.team.connection.query("select pawl.share_project($1, 'harmless')", [
      "remote:git.example/secret",
    ]);
    const { codec } = ann.team.parts();
    const names = (await ann.team.server.wishes()).map((wish) => wishedProject(wish, codec, 0));
    expect(names).toContain("remote:git.example/secret");
    expect(names).not.toContain("harmless");
  }, 60_000);

  test("who is a maintainer of one project invites nobody into others", async () => {
    await using ann = await founder(await database());
    await ann.share();
    const [shop] = (await ann.team.hello()).projects;
    await ann.team.server.shareProject("remote:git.example/secret", Buffer.from("s"));
    await using eve = await member(ann, "Eve", { rank: "maintainer", projects: [shop?.id ?? 0] });
    const secret = (await ann.team.hello()).projects.find(({ key }) => key.endsWith("secret"))?.id ?? 0;
    const invites = [
      "select pawl.invite('r', 'Zed', 'reader', true, '[]', null, 7, false)",
      `select pawl.invite('r', 'Zed', 'reader', false, '[${secret}]', null, 7, false)`,
      `select pawl.set_membership(${secret}, 'Eve', 'reader')`,
    ];
    for (const text of invites) expect(await refusal(eve.team.connection.run([text]))).toBe("42501");
    expect(await eve.team.server.answerWish({ member: "Ann", key: "remote:git.example/secret" }, true)).toBe(
      false,
    );
    // Asking and answering oneself is no way in either.
    await eve.team.server.shareProject("remote:git.example/secret", Buffer.from("s"));
    await eve.team.server
      .answerWish({ member: "Eve", key: "remote:git.example/secret" }, true)
      .catch(() => undefined);
    expect((await eve.team.hello()).projects.map(({ key }) => key)).toEqual([PROJECT]);
  }, 60_000);

  test("who is a maintainer of one project removes nobody who is in others", async () => {
    await using ann = await founder(await database());
    await ann.share();
    const [shop] = (await ann.team.hello()).projects;
    await using eve = await member(ann, "Eve", { rank: "maintainer", projects: [shop?.id ?? 0] });
    await using mia = await member(ann, "Mia");
    await using ben = await member(ann, "Ben", { projects: [shop?.id ?? 0] });
    const removing = (name: string) => eve.team.server.remove(name, undefined, true);
    for (const name of ["Mia", "Ann"]) expect(await refusal(removing(name))).toBe("42501");
    expect((await mia.team.hello()).projects).toHaveLength(1);
    expect(await refusal(removing("Ben"))).toBe("done");
    expect(await refusal(ben.team.hello())).not.toBe("done");
  }, 60_000);

  test("holds up no project by a handoff, an advisory lock or a request in an open transaction", async () => {
    await using at = await three();
    const { ann, mia, eve, project } = at;
    const { user, password, port, database: name } = eve.team.config.address;
    await using held = new Bun.SQL(`postgres://${user}:${password}@127.0.0.1:${port}/${name}`, {
      ...{ prepare: false, max: 1 },
    });
    const ready = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const holding = held.begin(async (sql) => {
      await sql.unsafe(`select pawl.hand_over(${project}, 'held', null, ${NOW}, 0, 'eA==')`);
      await sql.unsafe("select pg_advisory_lock(n) from generate_series(1, 100) n");
      await sql.unsafe("select pawl.share_project('remote:git.example/mine', 'x')");
      ready.resolve();
      await over.promise;
    });
    holding.catch(() => undefined);
    await ready.promise;
    await ann.remember("project://note", "Not held up.");
    await settle(ann, 1);
    await mia.sync();
    expect(await mia.contents()).toEqual(["Not held up."]);
    await removeMember(ann.team.config, ann.team.connection, "Eve");
    over.resolve();
  }, 60_000);

  test("has no name that looks like another's, like the user or like Pawl's own words", async () => {
    await using ann = await founder(await database());
    const names = [
      ...[
        "ANN",
        "Ａnn",
        "Ann ",
        " Ann",
        "A\u200bnn",
        "Ann\u2060",
        "\u202eAnn",
        "A\u00adnn",
        "Ann\u3164",
        "A  B",
      ],
      ...["user", "User", "you", "Pawl", "terminal", "page", "claude", "import", "", "x".repeat(61), "a\nb"],
    ];
    for (const name of names) {
      const refused = await inviteTo(ann, name).then(
        () => "done",
        (error: Error) => error.message,
      );
      expect([name, refused]).not.toEqual([name, "done"]);
    }
    for (const name of ["Claude", "Zoë", "李雷", "Mia Berg", "ann-laptop"]) await inviteTo(ann, name);
    await expect(founder(await database(), { name: "user" })).rejects.toThrow("not the name of a member");
  }, 60_000);

  test("stops no maintainer's round by a key that nobody vouches for, and gets no new key with it", async () => {
    await using at = await three(true);
    const { ann, mia, eve } = at;
    await ann.team.connection.query(
      "update pawl.member set public_key = 'x', key_proof = 'y' where name = 'Eve'",
    );
    await mia.team.connection.query("select pawl.remove_member('Mia', null, '[]', false)");
    await ann.remember("project://later", "After Mia left.");
    expect(await ann.sync()).toMatchObject({ pushed: 1 });
    expect(ann.team.config.keys?.versions).toHaveProperty("2");
    await expect(eve.sync()).rejects.toMatchObject({ code: "team_forged" });
    expect(await eve.contents()).toEqual([]);
    expect(await ann.sync()).toMatchObject({ pushed: 0, pulled: 0 });
  }, 60_000);

  test("cannot seal what stops a reader: forged keys, garbage, bombs, another's place", async () => {
    await using at = await three(true);
    const { ann, mia, eve, raw, idOf, project } = at;
    const { codec } = eve.team.parts();
    const key = codec.projectName(PROJECT);
    const sealed = (place: string, text: string) => Buffer.from(codec.seal(place, text)).toString("base64");
    const seen = { eve: 1 };
    await raw({ id: "short", seen, keyVersion: 1, body: base64("x") });
    await raw({ id: "noise", seen, keyVersion: 1, body: base64("x".repeat(200)) });
    await raw({ id: "moved", seen, keyVersion: 1, body: sealed(`${key}\nother\ne`, "{}") });
    await raw({ id: "bomb", seen, keyVersion: 1, body: sealed(`${key}\nbomb\ne`, "A".repeat(50_000_000)) });
    await raw({ id: idOf("note"), seen, keyVersion: 1, body: base64("y".repeat(99)) });
    for (const keyVersion of [0, 2, -1, 2_000_000_000])
      expect(await refusal(raw({ id: "v", seen, keyVersion, body: base64("x") }))).toBe("22023");
    const handed = (id: string, receiver: number | null) =>
      eve.team.connection.query("select pawl.hand_over($1, $2, $3, $4, 1, 'Z2FyYmFnZQ==')", [
        ...[project, id, receiver, NOW],
      ]);
    await handed("h1", null);
    await handed("h2", mia.team.config.member.id);
    await ann.remember("project://note", "Ann's note.");
    await settle(ann, 3);
    await mia.sync();
    expect(await mia.contents()).toEqual(["Ann's note."]);
    expect(await teamIn(mia.store).takeTeamHandoffs(mia.folder, NOW)).toEqual([]);
  }, 60_000);

  test("holds up one project at most while she keeps a transaction open, and none after her removal", async () => {
    await using at = await three();
    const { ann, mia, eve, project } = at;
    const other = "remote:git.example/other";
    await ann.team.server.shareProject(other, Buffer.from(other));
    await teamIn(ann.store).saveTeamFolder({
      ...{ folder: "/other", project: other },
    });
    const { user, password, port } = eve.team.config.address;
    const database_ = eve.team.config.address.database;
    const url = `postgres://${user}:${password}@127.0.0.1:${port}/${database_}`;
    const held = new Bun.SQL(url, { prepare: false, max: 1 });
    const holding = held.begin(async (sql) => {
      await sql.unsafe(`select pawl.push(${project}, '[{"op":"forget","id":"held"}]')`);
      await Bun.sleep(30_000);
    });
    holding.catch(() => undefined);
    await Bun.sleep(300);
    await ann.remember("project://note", "Held up.");
    await teamIn(ann.store).commitTeamVersion(
      {
        ...{ project: other, id: "free", rev: "r", kind: "pitfall", author: "", at: NOW, seen: { d: 1 } },
        ...{ hash: "h", state: "shared", body: JSON.stringify({ kind: "pitfall", key: "k", text: "Free." }) },
      },
      {
        folder: "/other",
        kind: "derived",
        key: "k",
        rev: "",
        applied: "h",
        seen: { d: 1 },
        project: other,
        id: "free",
      },
    );
    await expect(ann.sync()).rejects.toMatchObject({ code: "team_unreachable" });
    const left = (await teamIn(ann.store).teamOutbox({ limit: 9 })).map((item) => item.project);
    expect(left).toEqual([PROJECT]);
    await remove(ann, "Eve");
    await held.close({ timeout: 0 });
    await settle(ann, 2);
    await mia.sync();
    expect(await mia.contents()).toEqual(["Held up."]);
  }, 60_000);

  test("leaves nothing in the review that cannot be rejected", async () => {
    await using at = await three();
    const { ann, raw } = at;
    await ann.team.server.setReview("on");
    await raw({ id: "noise", seen: { eve: 1 }, keyVersion: 0, body: base64("no record") });
    const [waiting] = await listWaiting(ann.team, redactor);
    expect(waiting).toMatchObject({ author: "Eve", kind: "unreadable" });
    if (waiting === undefined) throw new Error("nothing waits");
    expect(await ann.team.server.judge(waiting, false)).toBe(true);
    expect((await ann.team.hello()).waiting).toBe(0);
  }, 60_000);

  test("is gone with her records although she forged everything she could", async () => {
    await using at = await three();
    const { ann, mia, raw } = at;
    const body = base64(JSON.stringify({ kind: "pitfall", key: "k", text: "Eve was here." }));
    await raw({ id: "p", seen: { eve: FAR }, keyVersion: 0, body });
    await ann.sync();
    await removeMember(ann.team.config, ann.team.connection, "Eve", true);
    for (const home of [ann, mia]) {
      await home.sync();
      expect(
        (await teamIn(home.store).listTeamHeads({ limit: 9 })).filter(({ author }) => author === "Eve"),
      ).toEqual([]);
    }
  }, 60_000);
});
