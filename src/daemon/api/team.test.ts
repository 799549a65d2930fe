/** The team over HTTP, as far as this machine knows it: its server is not there. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { memory } from "../../../test/temp-store.ts";
import { knowledgeIn, memoriesIn } from "../../memory/sql/index.ts";
import { writeTeam } from "../../team/config.ts";
import { teamIn } from "../../team/sql/index.ts";
import type { TeamHandoff } from "../../team/sql/types.ts";
import { openTestApp } from "../test-app.ts";

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeEach(async () => {
  app = await openTestApp({ now: () => 1000 });
});
afterEach(() => app[Symbol.asyncDispose]());

const read = async (path: string, init: RequestInit = {}) => {
  const answer = await app.request(path, init);
  return [answer.status, await answer.json()] as [number, Record<string, unknown>];
};
const post = (path: string, body: object) => read(path, { method: "POST", body: JSON.stringify(body) });
const join = () =>
  writeTeam(app.home.team, {
    team: "t",
    member: { id: 1, name: "ann" },
    device: "d",
    address: { host: "127.0.0.1", port: 1, database: "pawl", user: "ann", password: "secret" },
    encrypted: false,
  });
const handoff = (id: string, more: Partial<TeamHandoff> = {}): TeamHandoff => ({
  project: "shop",
  id,
  way: "out",
  name: "bob",
  session: "s1",
  at: 5,
  state: "sent",
  taken: [],
  ...more,
});

test("a machine's team, its last round and its handoffs are shown, and no secret", async () => {
  join();
  await Bun.write(
    app.home.teamState,
    JSON.stringify({ lastSyncAt: 7, error: "no answer", code: "team_unreachable" }),
  );
  await teamIn(app.store).saveTeamFolder({ folder: app.dir, project: "shop" } as never);
  await teamIn(app.store).addTeamHandoff(handoff("h1", { body: "{}" }));
  const [status, shown] = await read("/api/team");
  expect(status).toBe(200);
  expect(shown).toMatchObject({
    team: { member: "ann", encrypted: false },
    sync: { lastSyncAt: 7, error: "no answer", code: "team_unreachable", records: 0, conflicts: 0 },
    shared: [{ folder: app.dir, project: "shop" }],
    authors: [],
    handoffs: [{ project: "shop", id: "h1", way: "out", name: "bob", at: 5, state: "sent", taken: [] }],
  });
  expect(Object.keys((shown.handoffs as object[])[0] ?? {}).sort()).toEqual(
    ["at", "id", "name", "project", "state", "taken", "way"].sort(),
  );
  expect(JSON.stringify(shown)).not.toContain("secret");
  expect(JSON.stringify(shown)).toContain("127.0.0.1");
});

test("a round is asked for, by a machine in a team", async () => {
  expect(await post("/api/team/sync", {})).toEqual([200, { asked: false }]);
  join();
  expect(await post("/api/team/sync", {})).toEqual([200, { asked: true }]);
});

test("what was handed over is taken back while it waits, once", async () => {
  await teamIn(app.store).addTeamHandoff(handoff("sent"));
  await teamIn(app.store).addTeamHandoff(handoff("leaving", { state: "leaving" }));
  await teamIn(app.store).addTeamHandoff(handoff("taken", { way: "in", state: "taken" }));
  const withdraw = (id: string) => post("/api/team/handoffs/withdraw", { project: "shop", id });
  const nothing = [404, { error: "There is nothing to take back." }];
  expect(await withdraw("sent")).toEqual([200, { id: "sent" }]);
  expect(await withdraw("leaving")).toEqual([200, { id: "leaving" }]);
  expect([await withdraw("sent"), await withdraw("taken"), await withdraw("none")]).toEqual([
    nothing,
    nothing,
    nothing,
  ] as never);
  const states = (await teamIn(app.store).teamHandoffs()).map(({ id, state }) => `${id} ${state}`);
  expect(states.sort()).toEqual(["leaving withdrawn", "sent withdrawn", "taken taken"]);
});

test("whether a record is shared is known for a memory by its name, and for the solutions of a project", async () => {
  const solution = (project: string, fingerprint: string) =>
    knowledgeIn(app.store).saveSolution({
      project,
      fingerprint,
      kind: "test",
      toolName: "Bash",
      errorSample: "x",
      text: "y",
      steps: [],
      source: "user" as never,
      redaction: 1,
      at: 1,
    });
  const [here, there] = [await solution(app.dir, "a"), await solution("/elsewhere", "b")];
  await memoriesIn(app.store).saveMemory(memory("project://m", "a fact", { project: app.dir }));
  const sharing = async (query: Record<string, string>) => {
    const [status, answer] = await read(`/api/team/sharing?${new URLSearchParams(query)}`);
    return [
      status,
      answer.team,
      (answer.records as { key: string }[] | undefined)?.map(({ key }) => key).sort(),
    ];
  };
  const project = app.dir;
  expect(await sharing({ kind: "memory", project, key: "project://m" })).toEqual([200, false, []]);
  join();
  expect(await sharing({ kind: "memory", project, key: "project://m" })).toEqual([
    200,
    true,
    ["project://m"],
  ]);
  expect(await sharing({ kind: "memory", project, key: "project://none" })).toEqual([200, true, []]);
  expect(await sharing({ kind: "memory", project })).toEqual([200, true, []]);
  expect(await sharing({ kind: "solution", project })).toEqual([200, true, [here.id]]);
  expect(await sharing({ kind: "solution" })).toEqual([200, true, [here.id, there.id].sort()]);
  expect(await sharing({ kind: "solution", key: there.id })).toEqual([200, true, [there.id]]);
});

test("a record that is not there is not shared", async () => {
  join();
  const body = { kind: "memory", project: app.dir, key: "project://none", shared: true };
  expect(await post("/api/team/sharing", body)).toEqual([404, { error: "There is no such record." }]);
});

test("the records that this machine has are chosen by author and project", async () => {
  expect(await read("/api/team/records?author=bob&project=shop&limit=3")).toEqual([200, { records: [] }]);
  expect(await read("/api/team/conflicts")).toEqual([200, { conflicts: [] }]);
});
