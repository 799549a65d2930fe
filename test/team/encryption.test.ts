/** An encrypted team: the server has not a word of it, and a removed member cannot read what comes later. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createEncryptedCodec } from "../../src/team/codec.ts";
import { findPostgres, hasNoPostgres, type Postgres, startPostgres } from "../postgres.ts";
import { founder, inviteTo, member, remove } from "./team-home.ts";

const PROJECT = "remote:git.example/confidential-shop";
const TEXTS = ["The Zwiebelkuchen needs an hour.", "Deploy only on Tuesdays, says Hildegard."];

async function dump(server: Postgres): Promise<string> {
  const program = join(findPostgres() ?? "", "pg_dump");
  // Servers of other versions come without it.
  if (!existsSync(program)) return dumpByHand(server);
  const { stdout, exitCode } = Bun.spawnSync([program, server.superUrl], {
    env: { PATH: process.env.PATH ?? "" },
  });
  expect(exitCode).toBe(0);
  return stdout.toString();
}

/** Every row of every table that is not the system's own, as text. */
async function dumpByHand(server: Postgres): Promise<string> {
  const sql = new Bun.SQL(server.superUrl, { prepare: false, max: 1 });
  const tables = (await sql.unsafe(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  )) as { name: string }[];
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows = (await sql.unsafe(`select t::text as row from ${name} t`)) as { row: string }[];
    parts.push(`COPY ${name}`, ...rows.map(({ row }) => row));
  }
  await sql.close();
  return parts.join("\n");
}

async function bodies(
  server: Postgres,
): Promise<{ id: string; rev: string; key_version: number; body: Buffer }[]> {
  const sql = new Bun.SQL(server.superUrl, { prepare: false, max: 1 });
  const rows = await sql.unsafe(
    "select id, rev, key_version, body from pawl.record where body is not null order by seq",
  );
  await sql.close();
  return [...rows] as { id: string; rev: string; key_version: number; body: Buffer }[];
}

describe.skipIf(hasNoPostgres())("an encrypted team", () => {
  test("shares as any other, and a dump of its server contains none of the text", async () => {
    await using server = await startPostgres();
    await using ann = await founder(server.url, { isEncrypted: true });
    await ann.share(PROJECT);
    await using mia = await member(ann, "Mia");
    await mia.share(PROJECT);
    await ann.remember("project://recipes/cake", TEXTS[0] ?? "");
    await mia.remember("project://rules/deploy", TEXTS[1] ?? "");
    for (const home of [ann, mia, ann]) await home.sync();
    for (const home of [ann, mia]) expect(await home.contents()).toEqual([...TEXTS].sort());
    const all = await dump(server);
    expect(all).toContain("COPY pawl.record");
    for (const text of [
      ...TEXTS,
      "Zwiebelkuchen",
      "Hildegard",
      "recipes",
      "confidential-shop",
      "git.example",
    ]) {
      expect(all).not.toContain(text);
      expect(all).not.toContain(Buffer.from(text).toString("hex"));
      expect(all).not.toContain(Buffer.from(text).toString("base64").replace(/=+$/, ""));
    }
    // Nor can any key that the dump holds open it: they are sealed.
    const { keys } = ann.team.config;
    for (const key of [keys?.naming, keys?.private, ...Object.values(keys?.versions ?? {})]) {
      expect(all).not.toContain(Buffer.from(key ?? "", "base64").toString("hex"));
    }
  }, 120_000);

  test("has a new key after a member is removed, which that member cannot open anything with", async () => {
    await using server = await startPostgres();
    await using ann = await founder(server.url, { isEncrypted: true });
    await ann.share(PROJECT);
    await using mia = await member(ann, "Mia");
    await using eve = await member(ann, "Eve");
    await mia.share(PROJECT);
    await eve.share(PROJECT);
    await ann.remember("project://before", TEXTS[0] ?? "");
    for (const home of [ann, mia, eve]) await home.sync();
    expect(await eve.contents()).toEqual([TEXTS[0] ?? ""]);
    const pending = await inviteTo(ann, "Late");
    await remove(ann, "Eve");
    await ann.remember("project://after", TEXTS[1] ?? "");
    await ann.sync();
    // Mia's machine takes over the new key by itself, and writes with it.
    expect(await mia.sync()).toMatchObject({ pulled: 1 });
    expect(await mia.contents()).toEqual([...TEXTS].sort());
    await mia.remember("project://mia", "By Mia.");
    await mia.sync();
    await ann.sync();
    expect(await ann.contents()).toContain("By Mia.");
    const rows = await bodies(server);
    expect(rows.map(({ key_version }) => key_version)).toEqual([1, 2, 2]);
    // With everything that Eve has, and a copy of the whole database:
    const { keys } = eve.team.config;
    if (keys === undefined) throw new Error("Eve has no keys");
    const codec = createEncryptedCodec(keys);
    const place = ({ id, rev }: { id: string; rev: string }) =>
      `${codec.projectName(PROJECT)}\n${id}\n${rev}`;
    const [before, after] = rows;
    if (before === undefined || after === undefined) throw new Error("there are no records");
    expect(codec.open(place(before), before.body, 1)).toContain("Zwiebelkuchen");
    expect(() => codec.open(place(after), after.body, 1)).toThrow("not written with the team's key");
    expect(() => codec.open(place(after), after.body, 2)).toThrow("no key of version 2");
    // Invitations from before hold the old key only: they are void.
    await expect(member(ann, "Other").then((home) => home[Symbol.asyncDispose]())).resolves.toBeUndefined();
    expect(pending.join).toStartWith("pawl-join-");
    const names = (await ann.team.server.members())
      .filter(({ isRemoved }) => !isRemoved)
      .map(({ name }) => name);
    expect(names).not.toContain("Late");
  }, 120_000);

  test("leaves out a record that somebody changed or moved in the database, and refuses a key that was slipped in", async () => {
    await using server = await startPostgres();
    await using ann = await founder(server.url, { isEncrypted: true });
    await ann.share(PROJECT);
    await using mia = await member(ann, "Mia");
    await mia.share(PROJECT);
    await ann.remember("project://one", TEXTS[0] ?? "");
    await ann.remember("project://two", TEXTS[1] ?? "");
    await ann.sync();
    const sql = new Bun.SQL(server.superUrl, { prepare: false, max: 1 });
    // The bodies of the two records change places.
    await sql.unsafe(`update pawl.record r set body = o.body from pawl.record o
      where o.project = r.project and o.id <> r.id`);
    await mia.sync();
    expect(await mia.contents()).toEqual([]);
    await sql.unsafe(
      "update pawl.member set public_key = (select public_key from pawl.member where name = 'Ann') where name = 'Mia'",
    );
    await sql.close();
    await using eve = await member(ann, "Eve");
    await expect(remove(ann, "Eve")).rejects.toThrow("The key of Mia was not made by a member");
    await expect(eve.team.hello()).resolves.toMatchObject({ member: { name: "Eve" } });
  }, 120_000);
});
