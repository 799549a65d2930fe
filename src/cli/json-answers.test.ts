/** Commands that change something, answered for programs: `--json` says what was changed. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { openCli } from "../../test/cli-call.ts";
import { memory } from "../../test/temp-store.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";

let cli: Awaited<ReturnType<typeof openCli>>;
beforeEach(async () => {
  cli = await openCli();
});
afterEach(() => cli[Symbol.dispose]());

const save = (uri: string, content: string) =>
  cli.withStore((store) =>
    memoriesIn(store).saveMemory(memory(uri, content, { project: cli.project, at: 1000 })),
  );

test("memories that are related, taken back and removed", async () => {
  await save("project://a", "One.");
  await save("project://b", "Two.");
  expect(await cli.json("memory", "relate", "project://a", "evolves_from", "project://b")).toEqual({
    from: "project://a",
    kind: "evolves_from",
    to: "project://b",
  });
  await save("project://a", "One, changed.");
  expect(await cli.json("memory", "rollback", "project://a", "1")).toMatchObject({
    uri: "project://a",
    content: "One.",
    version: 3,
  });
  expect(await cli.json("memory", "rm", "project://b")).toEqual({ uri: "project://b" });
});

test("a view that Pawl makes itself has its name and its text", async () => {
  await save("project://a", "One.");
  const index = await cli.json("memory", "show", "system://index");
  expect(index.uri).toBe("system://index");
  expect(index.content).toContain("project://a");
  expect(await cli.text("memory", "show", "system://index")).toContain("project://a");
});

test("what a session got: its whole id and a list", async () => {
  await cli.withStore(async (store) => {
    const session = { id: "5e55-1", project: cli.project, cwd: cli.project, at: 1000 };
    await recordsIn(store).record({ session, events: [] });
  });
  expect(await cli.json("context", "--session", "5e55")).toEqual({ sessionId: "5e55-1", injections: [] });
});
