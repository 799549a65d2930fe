/** Whatever happens to Pawl in the middle of a session, the person sees nothing of it, and nothing is lost. */
import { beforeAll, expect, test } from "bun:test";
import { ensurePrograms } from "../../src/platform/programs.ts";
import { createScratch, runClaude } from "./harness/client.ts";
import { callTool, say, startModel } from "./harness/model.ts";
import { CALLS, FAULTS, playInterrupted } from "./interrupted-session.ts";
import { eventually, freePort } from "./pawl.ts";

const LIMIT = 240_000;

beforeAll(ensurePrograms);

/** What the client shows of a hook that failed, without white space. */
const ERROR = /hookerror|ECONN|ENOENT|timedout|notfound|exitedwith/i;

for (const fault of FAULTS) {
  for (const kind of ["headless", "interactive"] as const) {
    test(
      `${kind}: ${fault.name} in the middle of ${CALLS} tool calls shows no error and loses nothing`,
      async () => {
        await using played = await playInterrupted(fault, kind);
        expect(played.notices).toEqual([]);
        if (kind === "interactive") expect(played.screen.match(ERROR)?.[0]).toBeUndefined();
        else expect(played.screen).not.toContain('"outcome":"error"');
        const isWhole = async () => {
          const session = await played.recorded();
          return session?.observations.length === CALLS && session.responses.length === 1;
        };
        expect(await eventually(isWhole)).toBe(true);
        const session = await played.recorded();
        expect(session.prompts).toHaveLength(1);
        expect(session.responses).toHaveLength(1);
      },
      LIMIT,
    );
  }
}

test(
  "a hook that nobody answers does leave a notice: the tests above can fail",
  async () => {
    await using scratch = await createScratch();
    const { home, project } = scratch;
    await using model = startModel([callTool("Bash", { command: "echo hi" }), say("Done.")]);
    const url = `http://127.0.0.1:${await freePort()}/hook`;
    const settings = {
      hooks: { PreToolUse: [{ matcher: "*", hooks: [{ type: "http", url, timeout: 2 }] }] },
    };
    const run = await runClaude({
      home,
      cwd: project,
      model,
      prompt: "Go",
      settings,
      allowedTools: ["Bash"],
    });
    expect(run.stdout).toContain('"outcome":"error"');
  },
  LIMIT,
);
