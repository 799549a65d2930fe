/** Handing over through a line that is cut, on a real PostgreSQL. */

import { describe, expect, test } from "bun:test";
import { PawlError } from "../../../src/platform/errors.ts";
import { teamIn } from "../../../src/team/sql/index.ts";
import { hasNoPostgres, startPostgres } from "../../postgres.ts";
import { handOver, superQuery, take } from "../../team/handing.ts";
import { startProxy } from "../../team/proxy.ts";
import { founder, member } from "../../team/team-home.ts";

const LIMIT = 10 * 60_000;

describe.skipIf(hasNoPostgres())("a handoff", () => {
  test(
    "cut at every message of the protocol is sent once and taken once",
    async () => {
      await using server = await startPostgres();
      const connection = { connectMs: 1000, queryMs: 5000 };
      await using ann = await founder(server.url, { connection });
      await ann.share();
      await using mia = await member(ann, "Mia", { connection });
      await mia.share();
      await using proxy = await startProxy(server.port);
      for (const home of [ann, mia]) {
        home.patch((team) => ({ ...team, address: { ...team.address, port: proxy.port } }));
      }
      const isCut = (error: unknown) => {
        if (!(error instanceof PawlError) || error.code !== "team_unreachable") throw error;
      };
      let made = 0;
      let taken = 0;
      for (const [first, second] of [
        [ann, mia],
        [mia, ann],
      ] as const) {
        const exchange = async (at: number) => {
          await handOver(ann, "Mia", { session: `cut-${++made}` });
          if (first === mia) await ann.sync();
          first.reopen();
          proxy.cutAfter(at);
          await first.sync().catch(isCut);
          proxy.cutAfter(Number.POSITIVE_INFINITY);
          taken += (await take(mia)).length;
          // What was cut behind the last message is noticed by the next round, and the one after it connects again.
          for (const home of [second, first, mia])
            await home.sync().catch(async (error: unknown) => {
              isCut(error);
              await home.sync();
            });
          taken += (await take(mia)).length;
        };
        proxy.cutAfter(Number.POSITIVE_INFINITY);
        await exchange(Number.POSITIVE_INFINITY);
        first.reopen();
        await first.sync();
        const messages = proxy.messages();
        expect(messages).toBeGreaterThan(20);
        for (let at = 1; at <= messages; at++) await exchange(at);
      }
      for (const home of [mia, ann]) await home.sync();
      expect(made).toBeGreaterThan(40);
      expect(taken).toBe(made);
      const [row] = await superQuery<{ n: number }>(
        server,
        "select count(*)::int as n from pawl.handoff h where exists (select 1 from pawl.handoff_taken t where t.id = h.id)",
      );
      expect(row?.n).toBeGreaterThanOrEqual(made);
      expect((await teamIn(ann.store).teamCounts()).pending).toBe(0);
    },
    LIMIT,
  );
});
