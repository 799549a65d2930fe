/** The page's search, on a real store. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { asked, observation, response } from "../../../test/contract/fixtures.ts";
import { memory } from "../../../test/temp-store.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { openTestApp } from "../test-app.ts";

let app: Awaited<ReturnType<typeof openTestApp>>;
const AT = Date.UTC(2026, 0, 15, 12);
beforeEach(async () => {
  app = await openTestApp({ now: () => AT + 86_400_000 });
  await recordsIn(app.store).record({
    ...asked("one", AT, "Round the tax to cents"),
    observations: [
      observation("one", AT + 1, {
        input: '{"command":"check tax"}',
        response: "tax fine",
        files: ["/projects/one/src/tax.ts"],
      }),
    ],
    responses: [response("one", AT + 2, "The tax is rounded.")],
  });
  await recordsIn(app.store).record(
    asked("two", AT + 10, "Tax of the invoice", { project: "/projects/two", cwd: "/projects/two" }),
  );
  await memoriesIn(app.store).saveMemory(memory("project://tax", "Tax is 19 %."));
});
afterEach(() => app[Symbol.asyncDispose]());

interface Found {
  groups: {
    sessionId: string;
    title: string;
    hits: {
      type: string;
      title: string;
      titleMarks: unknown[];
      why: { words: number; inTitle: number };
    }[];
  }[];
  total: number;
  isAll: boolean;
  filter: Record<string, unknown>;
  unknown: unknown[];
}
async function search(query: string, more: object = {}): Promise<Found> {
  return (await (await app.post("/api/page/search", { query, ...more })).json()) as Found;
}
const sessions = ({ groups }: Found) => groups.map(({ sessionId }) => sessionId).sort();
const types = ({ groups }: Found) => groups.flatMap(({ hits }) => hits.map(({ type }) => type)).sort();

test("one group for each session, with its title, the words marked and why", async () => {
  const found = await search("tax");
  expect(sessions(found)).toEqual(["", "one", "two"]);
  expect(found).toMatchObject({ isAll: true, filter: {}, unknown: [] });
  expect(found.total).toBe(found.groups.reduce((sum, { hits }) => sum + hits.length, 0));
  const one = found.groups.find(({ sessionId }) => sessionId === "one");
  expect(one?.title).toBe("Round the tax to cents");
  const [hit] = one?.hits ?? [];
  expect(hit?.why).toMatchObject({ words: 1, inTitle: 1 });
  expect(hit?.titleMarks.length).toBeGreaterThan(0);
  expect(found.groups.find(({ sessionId }) => sessionId === "")?.title).toBe("");
});

test("nothing is found for nothing", async () => {
  expect(await search("")).toMatchObject({ groups: [], total: 0, isAll: true });
  expect(await search("xyzzy")).toMatchObject({ groups: [], total: 0 });
});

test("filters in the query and beside it narrow it; those in the query win", async () => {
  expect(sessions(await search("tax project:two"))).toEqual(["two"]);
  expect(sessions(await search("tax", { project: "/projects/two" }))).toEqual(["two"]);
  expect(types(await search("tax", { type: "memory" }))).toEqual(["memory"]);
  expect(sessions(await search("tax", { since: AT + 5 }))).toEqual(["two"]);
});

test("about a file: what names it or touched it, also without another word", async () => {
  expect(types(await search("tax file:src/tax.ts"))).toEqual(["observation"]);
  expect((await search("tax file:src/tax.ts")).filter).toMatchObject({ file: "src/tax.ts" });
  expect((await search("file:src/tax.ts")).total).toBeGreaterThan(0);
  expect((await search("tax file:src/other.ts")).total).toBe(0);
});

test("when there are more than are looked at, it says so", async () => {
  for (let i = 0; i < 85; i++)
    await memoriesIn(app.store).saveMemory(memory(`project://n${i}`, `Penguin number ${i}`));
  const found = await search("penguin");
  expect([found.isAll, found.total]).toEqual([false, 80]);
});
