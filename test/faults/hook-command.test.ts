/** `pawl hook` by hand, or from somebody's own settings: whatever it is called with, exit code 0. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl } from "../e2e/pawl.ts";

const LIMIT = 30_000;
const prompt = (text: string) =>
  JSON.stringify({ hook_event_name: "UserPromptSubmit", session_id: "s", cwd: "/", prompt: text });

test(
  "S1.21 wrong usage of pawl hook is no exit code 2, which would block the session",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    for (const args of [["a", "b"], ["--unknown"], ["--unknown=1", "observation"], ["--home"]]) {
      const ran = await pawl.run(["hook", ...args], { stdin: prompt(args.join(" ")) });
      expect({ args, code: ran.exitCode, stderr: ran.stderr }).toEqual({ args, code: 0, stderr: "" });
      expect(JSON.parse(ran.stdout)).toBeObject();
    }
    const { sessions } = await pawl.json<{ sessions: { prompts: number }[] }>(["sessions"]);
    expect(sessions).toMatchObject([{ prompts: 4 }]);
  },
  LIMIT,
);

test(
  "a relative home is in the working directory for pawl hook as for every other command",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const relative = { PAWL_HOME: "own-home" };
    await pawl.run(["hook"], { stdin: prompt("here"), env: relative });
    expect(existsSync(join(scratch.project, "own-home", "token"))).toBe(true);
    expect(existsSync(resolve(import.meta.dir, "../../src/cli/own-home"))).toBe(false);
    const { stdout } = await pawl.run(["sessions", "--json"], { env: relative });
    expect(JSON.parse(stdout)).toMatchObject({ sessions: [{ id: "s" }] });
    await pawl.run(["down"], { env: relative });
  },
  LIMIT,
);
