import { expect, test } from "bun:test";
import { memory, openTempStore, PROJECT } from "../../../test/temp-store.ts";
import { memoriesIn } from "../sql/index.ts";
import { ownTask } from "./own-task.ts";

test("a task that a session saved by the tool belongs to that session, whatever the tool's server thought", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  const provenance = { sessionId: "before-clear" };
  await memoriesIn(store).saveMemory(memory("task://a/step", "Half done.", { priority: 7, provenance }));
  await memoriesIn(store).saveMemory(memory("project://a", "Kept."));
  const save = (uri: unknown, toolName = "mcp__pawl__remember") =>
    ownTask({ sessionId: "s1", toolName, toolInput: { uri } }, { store, project: PROJECT });
  const sessionOf = async (uri: string) =>
    (await memoriesIn(store).memory({ uri, project: PROJECT }))?.provenance?.sessionId;

  await save("task://a/step", "mcp__other__remember");
  expect(await sessionOf("task://a/step")).toBe("before-clear");
  await save("task://a/step", "mcp__plugin_pawl_pawl__remember");
  await save("project://a");
  await save("nonsense");
  await save(undefined);
  expect([await sessionOf("task://a/step"), await sessionOf("project://a")]).toEqual(["s1", undefined]);

  const end = async (sessionId: string) => {
    await memoriesIn(store).expireMemories({ now: 5, ended: { sessionId, project: PROJECT } });
    return (await memoriesIn(store).memory({ uri: "task://a/step", project: PROJECT }))?.status;
  };
  expect([await end("other"), await end("s1")]).toEqual(["active", "deleted"]);
});
