/** The page is where a person decides: a model must not get its link. */
import { expect, test } from "bun:test";
import { createScratch } from "../e2e/harness/client.ts";
import { createPawl } from "../e2e/pawl.ts";

const LINK = /https?:\/\/\S+/;

test("pawl up prints the page's link to a person, and none in an agent's session", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  expect((await pawl.run(["up"])).stdout).toMatch(LINK);
  const session = { env: { CLAUDECODE: "1", CLAUDE_PROJECT_DIR: scratch.project } };
  expect((await pawl.run(["up"], session)).stdout).not.toMatch(LINK);
  expect(JSON.parse((await pawl.run(["up", "--json"], session)).stdout)).toMatchObject({ url: null });
});
