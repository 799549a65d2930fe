import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openTempStore } from "../../test/temp-store.ts";
import { messagesFor } from "../locale/index.ts";
import type { SameProject } from "../platform/same-project.ts";
import { startWork } from "./actions.ts";
import type { Caller } from "./caller.ts";
import { followMoved } from "./moved-project.ts";
import { nameOf } from "./workflow/work.ts";
import { listWorks, workOfSession } from "./works.ts";

test("work of a renamed folder joins what was begun in the new one, and each session keeps its own", async () => {
  await using temp = await openTempStore();
  const root = join(temp.dir, "root");
  const [from, to] = [join(temp.dir, "old"), join(temp.dir, "new")];
  const caller = (folder: string, id: string, feature?: string): Caller => ({
    ...{ root, id, feature, place: { project: folder, checkout: folder }, messages: messagesFor("en") },
    ...{ now: new Date().toISOString(), pawl: "pawl" },
  });
  await startWork(caller(from, "one", "alpha"), "quick");
  await startWork(caller(from, "two", "beta"), "quick");
  await startWork(caller(to, "three", "beta"), "debug");
  mkdirSync(to);
  const same = { formerFolders: async () => [from] } as unknown as SameProject;
  await followMoved(to, { store: temp.store, same, root, later: (work) => work() });

  const listed = listWorks(root, to).map(({ state }) => `${state.workflowType} ${nameOf(state)}`);
  expect(listed.sort()).toEqual(["debug beta", "quick alpha", "quick beta"]);
  expect(listWorks(root, from)).toEqual([]);
  const kinds = ["one", "two", "three"].map((id) => {
    const found = workOfSession(root, id);
    return found.kind === "one"
      ? [found.work.state.featureName, found.work.state.workflowType, found.work.state.worktree]
      : [];
  });
  expect(kinds).toEqual([
    ["alpha", "quick", to],
    ["beta", "quick", to],
    ["beta", "debug", to],
  ]);
});
