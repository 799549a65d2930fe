import { expect, test } from "bun:test";
import { openTestApp } from "../test-app.ts";

const NOON = new Date(2026, 2, 10, 12).getTime();

test("a day is today's without a date, and a wrong date is said", async () => {
  await using app = await openTestApp({ now: () => NOON });
  const day = async (query: string) => {
    const response = await app.request(`/api/day${query}`);
    return [response.status, await response.json()] as const;
  };
  expect(await day("")).toMatchObject([200, { day: "2026-03-10", projects: [], previous: null, next: null }]);
  expect((await day("?date=2026-03-09"))[1]).toMatchObject({ day: "2026-03-09" });
  expect(await day("?date=2026-02-30")).toEqual([400, { error: "date: there is no such day" }]);
  expect(await day("?date=today")).toEqual([400, { error: "date: a day is written as 2026-01-31" }]);
});

test("the history of a file takes a path from the project's root or an absolute one", async () => {
  await using app = await openTestApp();
  const paths = ["src/a.ts", `${app.dir}/src/a.ts`, "./src/a.ts"];
  for (const path of paths) {
    const query = new URLSearchParams({ project: app.dir, path });
    expect(await (await app.request(`/api/file?${query}`)).json()).toMatchObject({ path: "src/a.ts" });
  }
  expect((await app.request("/api/file?path=a.ts")).status).toBe(400);
});
