/** Random histories of edits, deletions, shares and outages on three machines: in the end all are equal, nothing is lost or twice. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { memoriesIn } from "../../../src/memory/sql/index.ts";
import { PawlError } from "../../../src/platform/errors.ts";
import { collect } from "../../../src/team/collect.ts";
import { setSharing } from "../../../src/team/sharing.ts";
import { forgettingIn } from "../../../src/team/sql/forget.ts";
import { teamIn } from "../../../src/team/sql/index.ts";
import { seed } from "../../fuzz/runs.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../../postgres.ts";
import { differences, lost, noteMade, readServer } from "../../team/equal.ts";
import { handOver } from "../../team/handing.ts";
import { startProxy, type TestProxy } from "../../team/proxy.ts";
import { founder, member, remove, type TeamHome } from "../../team/team-home.ts";

/** Of plain and of encrypted teams together. */
const RUNS = Number(process.env.PAWL_HISTORIES ?? 40);
const MACHINES = 3;
const NAMES = 4;
/** As the machines' members are called. */
const NAMED = ["Ann", "Mia", "Ben"];

type Step =
  | { do: "write" | "forget" | "throw-away" | "take-back" | "share-again"; home: number; name: number }
  | { do: "hand-over"; home: number; to: number }
  | { do: "take"; home: number }
  | { do: "sync" | "share" | "unshare"; home: number }
  | { do: "backup" | "restore"; home: number }
  | { do: "hostile"; home: number; name: number }
  | { do: "guest" | "leave"; home: number }
  | { do: "outage"; home: number; messages: number };

const home = fc.nat(MACHINES - 1);
const name = fc.nat(NAMES - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("write" as const), home, name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("forget" as const), home, name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("throw-away" as const), home, name }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("take-back" as const, "share-again" as const),
      home,
      name,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("hand-over" as const), home, to: home }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("take" as const), home }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("backup" as const, "restore" as const), home }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("hostile" as const), home, name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("guest" as const, "leave" as const), home }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("sync" as const), home }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("share" as const, "unshare" as const), home }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("outage" as const),
      home,
      messages: fc.integer({ min: 1, max: 40 }),
    }),
  },
);

describe.skipIf(hasNoPostgres()).each([false, true])("random histories (encrypted: %p)", (isEncrypted) => {
  let server: Postgres;
  let proxy: TestProxy;
  let homes: TeamHome[] = [];
  let run = 0;

  beforeAll(async () => {
    server = await startPostgres(["fsync=off"]);
    proxy = await startProxy(server.port);
    const connection = { connectMs: 2000, queryMs: 5000 };
    const url = server.url.replace(`:${server.port}/`, `:${proxy.port}/`);
    const first = await founder(url, { connection, isEncrypted });
    homes = [
      first,
      await member(first, "Mia", { rank: "maintainer", connection }),
      await member(first, "Ben", { rank: "maintainer", connection }),
    ];
  });
  afterAll(async () => {
    for (const one of homes) await one[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  /** A line that was cut while it was idle may be noticed only now: then the next try opens another, as in the daemon. */
  async function again<T>(work: () => Promise<T>): Promise<T> {
    for (let turn = 1; ; turn++) {
      try {
        return await work();
      } catch (error) {
        if (turn === 5 || !(error instanceof PawlError) || error.code !== "team_unreachable") throw error;
      }
    }
  }

  const sync = (machine: TeamHome): Promise<unknown> => again(() => machine.sync());

  async function setShared(machine: TeamHome, uri: string, isShared: boolean): Promise<void> {
    const record = await memoriesIn(machine.store).memory({ uri, project: machine.folder });
    // Another member's is not this one's to take back.
    if (record === undefined || record.provenance?.team !== undefined) return;
    if (!(await teamIn(machine.store).teamFolders()).some(({ folder }) => folder === machine.folder)) return;
    await setSharing({ kind: "memory", record }, isShared, machine.team.parts());
  }

  /** A project's name in the database. */
  const keyOf = (project: string): string => homes[0]?.team.parts().codec.projectName(project) ?? project;

  /** Of one project: its state is kept aside, or put back, as a backup of the whole server would. */
  async function backup(name: string, isBack: boolean): Promise<void> {
    const project = keyOf(name);
    const sql = new Bun.SQL(server.superUrl, { prepare: false, max: 1 });
    try {
      const [row] = (await sql.unsafe("select id from pawl.project where key = $1", [project])) as {
        id: number;
      }[];
      const id = row?.id ?? 0;
      await sql.unsafe("create schema if not exists backup");
      if (!isBack) {
        for (const table of ["record", "step"]) {
          await sql.unsafe(`drop table if exists backup.${table}_${id}`);
          await sql.unsafe(
            `create table backup.${table}_${id} as select * from pawl.${table} where project = ${id}`,
          );
        }
        return;
      }
      const [kept] = (await sql.unsafe(`select to_regclass('backup.step_${id}') is not null as there`)) as {
        there: boolean;
      }[];
      if (kept?.there !== true) return;
      await sql.begin(async (restore) => {
        await restore.unsafe("set local session_replication_role = replica");
        for (const table of ["record", "step"]) {
          await restore.unsafe(`delete from pawl.${table} where project = ${id}`);
          await restore.unsafe(`insert into pawl.${table} select * from backup.${table}_${id}`);
        }
        await restore.unsafe(
          `update pawl.project set seq = (select max(seq) from backup.step_${id}) where id = ${id}`,
        );
      });
    } finally {
      await sql.close();
    }
  }

  /** Raw versions and tombstones under the names that the others use. Stored or refused: it must stop nobody. */
  async function attack({ team }: TeamHome, project: string, name: number): Promise<void> {
    const number =
      (await again(() => team.hello())).projects.find(({ key }) => key === keyOf(project))?.id ?? 0;
    const id = team.parts().codec.idOf(project, "memory", `project://notes/n${name}`, "9");
    const { keyVersion } = team.parts().codec;
    const garbage = {
      op: "put",
      id: `e${name}`,
      rev: "a",
      seen: { eve: 1 },
      at: 1,
      keyVersion,
      body: "eA==",
    };
    for (const item of [garbage, { ...garbage, seen: { eve: "x" } }, { op: "forget", id }])
      await team.connection
        .query("select pawl.push($1, $2::text::jsonb)", [number, JSON.stringify([item])])
        .catch(() => undefined);
  }

  async function play(steps: readonly Step[]): Promise<void> {
    const project = `remote:git.example/history-${++run}`;
    for (const [place, one] of homes.entries()) {
      await one.renew();
      // A day apart each.
      one.skewMs = (place - 1) * 86_400_000;
      await again(() => one.share(project));
    }
    const made = new Map<string, { id: string; rev: string; seen: Record<string, number> }>();
    let words = 0;
    const handed: string[] = [];
    let guest: TeamHome | undefined;
    let guests = 0;
    /** A fourth member comes, writes and goes again, by themselves or sent away. What they wrote stays. */
    const come = async () => {
      const [first] = homes;
      if (first === undefined || guest !== undefined) return;
      await again(() => first.team.hello());
      guest = await member(first, `Guest ${run}-${++guests}`);
      await guest.share(project);
      await guest.remember(`project://guests/g${guests}`, `guest words ${guests}`);
      await collect(guest.team.parts());
      await noteMade(guest, made);
      await guest.sync();
    };
    const go = async (by: TeamHome) => {
      if (guest === undefined) return;
      const gone = guest;
      guest = undefined;
      const { name } = gone.team.config.member;
      for (const { team } of [by, gone]) await again(() => team.hello());
      if (by === homes[0]) await remove(by, name);
      else await gone.team.server.remove(name);
      // From the next statement on they read nothing.
      await expect(gone.team.server.hello()).rejects.toBeInstanceOf(PawlError);
      await gone[Symbol.asyncDispose]();
    };
    const taken: string[] = [];
    const take = async ({ store, folder }: TeamHome) => {
      for (const { id } of await teamIn(store).takeTeamHandoffs(folder, Date.now())) taken.push(id);
    };
    for (const one of steps) {
      const machine = homes[one.home];
      if (machine === undefined) continue;
      const { store, folder } = machine;
      if (one.do === "write") {
        const uri = `project://notes/n${one.name}`;
        await machine.remember(uri, `words ${++words}`);
        await collect(machine.team.parts());
        await noteMade(machine, made);
      } else if (one.do === "forget") {
        const [uri] = (
          await memoriesIn(store).memories({
            project: folder,
            prefix: `project://notes/n${one.name}`,
            limit: 9,
          })
        ).map((memory) => memory.uri);
        if (uri !== undefined) await forgettingIn(store).forget({ uri, project: folder }, Date.now());
      } else if (one.do === "throw-away") {
        const uri = `project://notes/n${one.name}`;
        const memory = await memoriesIn(store).memory({ uri, project: folder });
        if (memory?.status === "active") {
          await memoriesIn(store).changeMemory(
            { uri, project: folder },
            { status: "archived" },
            { at: Date.now(), author: "user" },
          );
        }
      } else if (one.do === "take-back" || one.do === "share-again") {
        await setShared(machine, `project://notes/n${one.name}`, one.do === "share-again");
      } else if (one.do === "hand-over") {
        // Who hands over to themselves is refused.
        const name = NAMED[one.to] ?? "";
        const id = await handOver(machine, name, {}, project);
        if (one.to !== one.home) handed.push(id);
      } else if (one.do === "take") await take(machine);
      else if (one.do === "sync") await sync(machine);
      else if (one.do === "guest") await come();
      else if (one.do === "leave") await go(machine);
      else if (one.do === "share") await again(() => machine.share(project));
      else if (one.do === "unshare") await teamIn(store).dropTeamFolder(folder);
      else if (one.do === "backup") await backup(project, false);
      else if (one.do === "restore") await backup(project, true);
      else if (one.do === "hostile") await attack(machine, project, one.name);
      else if (one.do === "outage") {
        proxy.cutAfter(one.messages);
        await machine.sync().catch(() => undefined);
        proxy.cutAfter(Number.POSITIVE_INFINITY);
      }
    }
    proxy.cutAfter(Number.POSITIVE_INFINITY);
    if (homes[0] !== undefined) await go(homes[0]);
    for (const machine of homes) {
      await again(() => machine.share(project));
      for (const { uri } of await memoriesIn(machine.store).memories({
        project: machine.folder,
        limit: 100,
      })) {
        await setShared(machine, uri, true);
      }
    }
    for (let round = 0; round < 4; round++) {
      for (const machine of homes) {
        await sync(machine);
        await noteMade(machine, made);
      }
    }
    const stored = await readServer(server.superUrl, keyOf(project));
    // What is no record is kept by nobody.
    const there = { ...stored, versions: stored.versions.filter(({ id }) => !/^e\d$/.test(id)) };
    expect(await differences(homes, project, there)).toEqual([]);
    expect(lost([...made.values()], there)).toEqual([]);
    const shown = await Promise.all(homes.map((one) => one.contents()));
    for (const texts of shown) {
      expect(texts).toEqual(shown[0] ?? []);
      expect(new Set(texts).size).toBe(texts.length);
    }
    for (let round = 0; round < 20; round++) for (const machine of homes) await take(machine);
    expect(taken.toSorted()).toEqual(handed.toSorted());
    for (const machine of homes) await sync(machine);
    for (const machine of homes) await sync(machine);
    for (const machine of homes) {
      expect(await teamIn(machine.store).teamOutbox({ limit: 10 })).toEqual([]);
      expect(await sync(machine)).toMatchObject({ pushed: 0, pulled: 0 });
    }
  }

  test(
    "end with all machines equal, nothing lost and nothing twice",
    async () => {
      await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), play), {
        ...seed,
        numRuns: RUNS / 2,
        endOnFailure: process.env.PAWL_SHRINK === undefined,
      });
    },
    30 * 60_000,
  );
});
