/** The server that unit tests keep in memory answers as PostgreSQL does: the same calls on both, the same answers. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { PushItem, TeamServer } from "../../../src/team/server/team-server.ts";
import { seed } from "../../fuzz/runs.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../../postgres.ts";
import { GivenServer } from "../../team/given-server.ts";
import { founder, member, type TeamHome } from "../../team/team-home.ts";

/** Old handoffs are deleted, so theirs is a time of today. */
const NOW = Date.now();
const NAMES = ["a", "b", "c"];
const item: fc.Arbitrary<PushItem> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant("put" as const),
      id: fc.constantFrom(...NAMES),
      rev: fc.uuid(),
      seen: fc.dictionary(fc.constantFrom("d1", "d2"), fc.integer({ min: 1, max: 3 }), { minKeys: 1 }),
      at: fc.constant(NOW),
      body: fc.constant("eA=="),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant("forget" as const), id: fc.constantFrom(...NAMES) }),
  },
);
const step = fc.oneof(
  fc.record({
    do: fc.constant("push" as const),
    by: fc.nat(1),
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    do: fc.constantFrom("hand-over", "take", "withdraw"),
    by: fc.nat(1),
    id: fc.constantFrom(...NAMES),
  }),
);

describe.skipIf(hasNoPostgres())("the server in memory", () => {
  let server: Postgres;
  let ann: TeamHome;
  let mia: TeamHome;
  let run = 0;
  beforeAll(async () => {
    server = await startPostgres(["fsync=off"]);
    ann = await founder(server.url);
    mia = await member(ann, "Mia");
  });
  afterAll(async () => {
    for (const home of [ann, mia]) await home[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test.each([false, true])("answers as PostgreSQL does (with review: %p)", async (isReviewed) => {
    await ann.team.server.setReview(isReviewed ? "on" : "off");
    const ids = [(await ann.team.hello()).member.id, (await mia.team.hello()).member.id];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const key = `remote:git.example/given-${++run}`;
        const project = (await ann.team.server.shareProject(key, Buffer.from(key))) ?? 0;
        await ann.team.server.setMembership(project, "Mia", "writer");
        const memory = new GivenServer(["Ann", "Mia"]);
        memory.isReviewed = isReviewed;
        memory.ranks.set(1, "maintainer");
        const sides = [ann, mia].map((home, place) => ({
          real: home.team.server,
          given: memory.as(place + 1),
          id: ids[place] ?? 0,
        }));
        for (const one of steps) {
          const side = sides[one.by];
          const other = sides[1 - one.by];
          if (side === undefined || other === undefined) throw new Error("two members");
          if ("items" in one) {
            expect((await side.given.push(project, one.items)).answers).toEqual(
              (await side.real.push(project, one.items)).answers,
            );
            continue;
          }
          const name = { project, id: one.id };
          const made = { ...name, at: NOW, keyVersion: 0, body: new Uint8Array([1]) };
          if (one.do === "hand-over") {
            expect(await side.given.handOver({ ...made, receiver: 2 - one.by })).toBe(
              (await side.real.handOver({ ...made, receiver: other.id })) as "stored",
            );
          } else if (one.do === "take") {
            for (const all of [side.given, side.real]) await all.takeHandoff(name, NOW);
          } else for (const all of [side.given, side.real]) await all.withdrawHandoff(name);
        }
        for (const [place, { real, given, id }] of sides.entries()) {
          const rows = async (from: Pick<TeamServer, "pull">) =>
            (await from.pull(project, 0, 100)).map(({ id, rev, seq, seen, body }) =>
              JSON.stringify([id, rev, seq, Object.entries(seen).sort(), body]),
            );
          expect(await rows(given)).toEqual(await rows(real));
          const handed = (list: Awaited<ReturnType<typeof real.handoffs>>) =>
            list
              .filter((row) => row.project === project)
              .map(({ id, body, taken }) => `${id} ${body === null} ${taken.length}`)
              .sort();
          expect(handed(await given.handoffs(place + 1))).toEqual(handed(await real.handoffs(id)));
        }
      }),
      { ...seed, numRuns: 40, endOnFailure: true },
    );
  });
});
