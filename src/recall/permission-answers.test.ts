import { expect, test } from "bun:test";
import { openTempStore, PROJECT } from "../../test/temp-store.ts";
import { knowledgeIn } from "../memory/sql/index.ts";
import { permissionAnswers } from "./permission-answers.ts";

test("S1.8 answers are counted by kind of call, the newest kind first, of one project or of all", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  const answer = (at: number, decision: "allow" | "deny", subject: string, project = PROJECT) =>
    knowledgeIn(store).addPermission({
      key: `k${at}`,
      project,
      sessionId: "s",
      at,
      toolName: "Bash",
      subject,
      decision,
    });
  await answer(1, "deny", "git push");
  await answer(2, "allow", "");
  await answer(3, "deny", "git push");
  await answer(4, "allow", "git push", "/elsewhere");
  expect(await permissionAnswers(store, PROJECT)).toMatchObject([
    { call: "Bash(git push)", refused: 2, allowed: 0, lastAt: 3 },
    { call: "Bash", refused: 0, allowed: 1, lastAt: 2 },
  ]);
  expect((await permissionAnswers(store)).map(({ project }) => project)).toEqual([
    "/elsewhere",
    PROJECT,
    PROJECT,
  ]);
});
