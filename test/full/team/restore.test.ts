/** A server that is lost, and restored from a backup on another machine. */

import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findPostgres, hasNoPostgres, type Postgres, startPostgres } from "../../postgres.ts";
import { founder, member, type TeamHome } from "../../team/team-home.ts";

const bin = (name: string) => join(findPostgres() ?? "", name);

function run(program: string, args: string[], input = ""): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([bin(program), ...args], {
    stdin: Buffer.from(input),
    env: { PATH: process.env.PATH ?? "" },
  });
  if (exitCode !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout.toString();
}

function moveTo(home: TeamHome, { port }: Postgres): void {
  home.patch((team) => ({ ...team, address: { ...team.address, port } }));
}

const isMissing = hasNoPostgres() || !existsSync(bin("pg_dumpall"));

describe.skipIf(isMissing)("after a restore", () => {
  test("members go on with their passwords, and nobody misses what comes after it", async () => {
    await using old = await startPostgres();
    await using ann = await founder(old.url);
    await using mia = await member(ann, "Mia");
    for (const home of [ann, mia]) await home.share();
    await ann.remember("project://before", "Before the backup.");
    await ann.sync();
    const roles = run("pg_dumpall", ["--roles-only", "-d", old.superUrl]);
    const dump = run("pg_dump", [old.superUrl]);
    for (let i = 0; i < 5; i++) await ann.remember(`project://after/n${i}`, `After the backup ${i}.`);
    await ann.sync();
    await mia.sync();
    await old.kill();

    await using restored = await startPostgres();
    const admin = restored.superUrl.replace("/team", "/postgres");
    // The superuser and the owner are there already.
    run("psql", ["-q", admin], roles);
    run("psql", ["-q", "-v", "ON_ERROR_STOP=1", restored.superUrl], dump);
    for (const home of [ann, mia]) moveTo(home, restored);

    // As many as were lost: their numbers are those that Mia has read.
    for (let i = 0; i < 5; i++) await ann.remember(`project://later/n${i}`, `Later ${i}.`);
    await ann.sync();
    await mia.sync();
    const texts = await mia.contents();
    expect(texts.filter((text) => text.startsWith("Later"))).toHaveLength(5);
    expect(texts.filter((text) => text.startsWith("After"))).toHaveLength(5);
    // Whoever joins now gets what the backup had, what it had lost, and what came since.
    await ann.sync();
    await using zoe = await member(ann, "Zoe");
    await zoe.share();
    await zoe.sync();
    expect(texts).toHaveLength(11);
    expect(await zoe.contents()).toEqual(texts);
  }, 120_000);
});
