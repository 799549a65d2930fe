/** Workflows in the real Codex: each session has its own, and is told of tools that Codex has. */
import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { createScratch } from "../../e2e/harness/scratch.ts";
import { createPawl } from "../../e2e/pawl.ts";
import { codex, connected, exec, play } from "./play.ts";

const LIMIT = 240_000;
const BIN = resolve(import.meta.dir, "..", "..", "..", "bin", "pawl");

test.skipIf(codex === undefined)(
  "two sessions have a workflow each, and each sees its own; the next session is told of tools that Codex has",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    await connected(scratch, pawl);
    const command = `PAWL_HOME='${pawl.home}' PAWL_PORT=${pawl.port} '${BIN}'`;
    const started = async (kind: string, ...more: string[]) => {
      const turn = exec([command, "workflow start", kind, ...more].join(" "), { yield_time_ms: 20_000 });
      return play(scratch, [turn, { text: "Begun." }], `Begin the ${kind} work`);
    };
    const one = await started("tdd");
    const two = await started("quick", "--feature", "labels");
    expect(one.sessionId).not.toBe(two.sessionId);

    const status = async (session: string): Promise<string> => {
      const seen: string[] = [];
      await play(
        scratch,
        ({ outputs }, index) => {
          seen.push(...outputs);
          return index === 0
            ? exec(`${command} workflow status`, { yield_time_ms: 20_000 })
            : { text: "Seen." };
        },
        "Where are we?",
        session,
      );
      return seen.at(-1) ?? "";
    };
    expect(await status(one.sessionId)).toContain("Workflow: tdd");
    expect(await status(two.sessionId)).toContain("Workflow: quick");
    // The session that began the work is recorded with it, by the id that the hooks know. The second one was told of the
    // first work at its start.
    const { workflows } = await pawl.json<{ workflows: { workflowType: string; sessions: string[] }[] }>([
      "workflow",
      "list",
    ]);
    const sessions = Object.fromEntries(workflows.map((work) => [work.workflowType, work.sessions]));
    expect(sessions).toMatchObject({ tdd: { 0: one.sessionId }, quick: [two.sessionId] });

    const next = await play(scratch, [{ text: "I see." }], "What is unfinished here?");
    const context = next.injected.join("\n");
    expect(context).toContain("labels");
    expect(context).not.toMatch(/TaskCreate|TodoWrite|slash command|\/pawl:/);
    // Two sessions of one minute have ids that begin alike: the short ones that are shown must differ.
    const short = await Promise.all(
      [one, two].map(async ({ sessionId }) => (await pawl.run(["session", sessionId])).stdout.split("\n")[0]),
    );
    expect(short[0]).not.toBe(short[1]);
  },
  LIMIT,
);
