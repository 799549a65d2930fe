/** Faults between a machine and its team: nothing lost, nothing twice, all machines equal in the end. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { PawlError } from "../../../src/platform/errors.ts";
import { collect } from "../../../src/team/collect.ts";
import { teamIn } from "../../../src/team/sql/index.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../../postgres.ts";
import { differences, lost, noteMade, readServer } from "../../team/equal.ts";
import { startProxy } from "../../team/proxy.ts";
import { founder, member, PROJECT, type TeamHome } from "../../team/team-home.ts";

const LIMIT = 20 * 60_000;
const KILLS = 100;
const OFFLINE = 10_000;
const connection = { connectMs: 2000, queryMs: 10_000 };

type Made = Map<string, { id: string; rev: string; seen: Record<string, number> }>;

describe.skipIf(hasNoPostgres())("a team's synchronisation survives", () => {
  let server: Postgres;
  let ann: TeamHome;
  let mia: TeamHome;

  beforeEach(async () => {
    server = await startPostgres();
    ann = await founder(server.url, { connection });
    await ann.share();
    mia = await member(ann, "Mia", { connection });
    await mia.share();
  }, 120_000);
  afterEach(async () => {
    await ann[Symbol.asyncDispose]();
    await mia[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  async function expectEqual(made: Made): Promise<void> {
    for (let round = 0; round < 3; round++) for (const home of [ann, mia]) await retried(home);
    const there = await readServer(server.superUrl, PROJECT);
    expect(await differences([ann, mia], PROJECT, there)).toEqual([]);
    expect(lost([...made.values()], there)).toEqual([]);
    expect(await ann.contents()).toEqual(await mia.contents());
    expect(new Set(await ann.contents()).size).toBe((await ann.contents()).length);
  }

  async function retried(home: TeamHome): Promise<void> {
    for (let turn = 1; ; turn++) {
      try {
        await home.sync();
        return;
      } catch (error) {
        if (turn === 50 || !(error instanceof PawlError) || error.code !== "team_unreachable") throw error;
        await Bun.sleep(20);
      }
    }
  }

  test(
    `the server killed with -9 ${KILLS} times during pushes and pulls`,
    async () => {
      const made: Made = new Map();
      let isOver = false;
      let failures = 0;
      let words = 0;
      const work = async (home: TeamHome, name: string) => {
        while (!isOver) {
          for (let i = 0; i < 5; i++)
            await home.remember(`project://${name}/n${words++ % 200}`, `${name} ${words}`);
          await collect(home.team.parts());
          await noteMade(home, made);
          try {
            await home.sync();
          } catch (error) {
            if (!(error instanceof PawlError) || error.code !== "team_unreachable") throw error;
            failures++;
            await Bun.sleep(5);
          }
        }
      };
      const working = [work(ann, "ann"), work(mia, "mia")];
      for (let kill = 0; kill < KILLS; kill++) {
        await Bun.sleep(Math.random() * 60);
        await server.kill();
        await server.start();
      }
      isOver = true;
      await Promise.all(working);
      // The kills hit: rounds were cut in the middle.
      expect(failures).toBeGreaterThan(KILLS / 2);
      console.log(`${KILLS} kills, ${failures} rounds cut, ${made.size} versions`);
      await expectEqual(made);
    },
    LIMIT,
  );

  test(
    "the line cut at every message of the protocol, in both directions",
    async () => {
      await using proxy = await startProxy(server.port);
      const through = async (home: TeamHome) => {
        home.patch((team) => ({ ...team, address: { ...team.address, port: proxy.port } }));
      };
      await through(ann);
      await through(mia);
      const made: Made = new Map();
      const change = async (turn: number) => {
        await ann.remember("project://one", `one ${turn}`);
        await ann.remember(`project://turn/${turn}`, `turn ${turn}`);
        await mia.remember(`project://mia/${turn}`, `mia ${turn}`);
        for (const home of [ann, mia]) {
          await collect(home.team.parts());
          await noteMade(home, made);
        }
      };
      // A whole exchange, with logging in: how many messages there are to cut at.
      let cuts = 0;
      for (const [first, second] of [
        [ann, mia],
        [mia, ann],
      ] as const) {
        await change(cuts);
        first.reopen();
        proxy.cutAfter(Number.POSITIVE_INFINITY);
        await first.sync();
        const messages = proxy.messages();
        expect(messages).toBeGreaterThan(20);
        for (let at = 1; at <= messages; at++) {
          await change(++cuts);
          first.reopen();
          proxy.cutAfter(at);
          await first.sync().catch((error: unknown) => {
            if (!(error instanceof PawlError) || error.code !== "team_unreachable") throw error;
          });
          proxy.cutAfter(Number.POSITIVE_INFINITY);
          await retried(second);
          await retried(first);
        }
      }
      console.log(`cut at ${cuts} places, ${made.size} versions`);
      await expectEqual(made);
    },
    LIMIT,
  );

  test(
    "a transaction that commits late is not missed",
    async () => {
      const writer = new Bun.SQL(server.superUrl, { prepare: false, max: 1 });
      await ann.remember("project://first", "First.");
      await ann.sync();
      await mia.sync();
      const [{ id }] = (await writer.unsafe("select id from pawl.project")) as [{ id: number }];
      // Ann's push is sent and not committed while Mia reads and writes.
      await collect(ann.team.parts());
      const late = new Bun.SQL({ ...addressOf(ann), prepare: false, max: 1 });
      const held = Promise.withResolvers<void>();
      const pushed = Promise.withResolvers<void>();
      const item = { op: "put", id: "late", rev: "r", seen: { x: 1 }, at: Date.now(), body: "e30=" };
      const open = late.begin(async (sql) => {
        await sql.unsafe("select pawl.push($1, $2::text::jsonb)", [id, JSON.stringify([item])]);
        pushed.resolve();
        await held.promise;
      });
      await pushed.promise;
      const rows: string[] = [];
      const read = async () => {
        const { seq: after } = await teamIn(mia.store).teamCursor(PROJECT);
        const found = await mia.team.server.pull(id, after, 100);
        rows.push(...found.map((row) => row.id));
        await mia.sync();
      };
      await read();
      await mia.remember("project://second", "Second.");
      // A later writer of the same project waits for the earlier one: it cannot get in front of it.
      const waiting = mia.sync();
      expect(await Promise.race([waiting.then(() => "done"), Bun.sleep(300).then(() => "waits")])).toBe(
        "waits",
      );
      held.resolve();
      await open;
      await waiting;
      await read();
      expect(rows).toContain("late");
      await late.close();
      await writer.close();
    },
    LIMIT,
  );

  test(
    "clocks that differ by a day, in both directions",
    async () => {
      const made: Made = new Map();
      ann.skewMs = 86_400_000;
      mia.skewMs = -86_400_000;
      for (let turn = 0; turn < 20; turn++) {
        const [first, second] = turn % 2 === 0 ? [ann, mia] : [mia, ann];
        await first.remember("project://shared", `said in turn ${turn}`);
        await collect(first.team.parts());
        await noteMade(first, made);
        await first.sync();
        await second.sync();
        // The later word counts, whatever the clocks say.
        expect(await second.contents()).toEqual([`said in turn ${turn}`]);
      }
      await expectEqual(made);
    },
    LIMIT,
  );

  test(
    `${OFFLINE} changes made without the server`,
    async () => {
      const made: Made = new Map();
      for (let i = 0; i < OFFLINE; i++) {
        await ann.remember(`project://offline/n${i % 4000}`, `offline ${i}`);
        if (i % 2000 === 0) await collect(ann.team.parts());
      }
      await mia.remember("project://offline/n7", "Mia was online.");
      await mia.sync();
      await collect(ann.team.parts());
      await noteMade(ann, made);
      await ann.sync();
      await mia.sync();
      const texts = await mia.contents();
      expect(texts).toHaveLength(4001);
      expect(texts).toContain("Mia was online.");
      await mia.sync();
      expect((await teamIn(mia.store).teamCounts()).conflicts).toBe(1);
      await expectEqual(made);
    },
    LIMIT,
  );

  function addressOf(home: TeamHome) {
    const { host, port, database, user, password } = home.team.config.address;
    return { adapter: "postgres", hostname: host, port, database, username: user, password } as const;
  }
});
