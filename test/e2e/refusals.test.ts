/** S1.8: a person's refusal counts for the same command, with the person's reason, and for nothing else. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { script, toJsonl } from "../fixtures/transcript-lines.ts";
import { createScratch, runClaude } from "./harness/client.ts";
import { startInteractive } from "./harness/interactive.ts";
import { callTool, lastText, say, startModel } from "./harness/model.ts";
import { createPawl, eventually } from "./pawl.ts";

const LIMIT = 180_000;
const bash = (command: string) => callTool("Bash", { command, description: "Run" });
const SUITE = "mise run test:ci";
const LINT = "mise run lint";

test(
  "S1.4 S1.8 a refused command says nothing before another one of its program; with a reason it is told before the same one",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    const { home, project: cwd } = scratch;
    const allowedTools = ["Bash"];

    // At the terminal, without a reason.
    await using asked = startModel([bash(SUITE), say("Left it.")]);
    await using terminal = await startInteractive({
      home,
      cwd,
      model: asked,
      args: ["--permission-mode", "manual"],
    });
    await terminal.type("Run everything");
    await terminal.answer("Do you want to proceed?", "4");
    await terminal.waitFor("What should Claude do instead?");
    await terminal.type("Never mind");
    await terminal.waitFor("Left it.");
    const isKept = async () => {
      const [newest] = (await pawl.json<{ sessions: { id: string }[] }>(["sessions"])).sessions;
      const { observations } = await pawl.json<{ observations: { ok: boolean }[] }>([
        "session",
        newest?.id ?? "",
      ]);
      return observations.some(({ ok }) => !ok);
    };
    expect(await eventually(isKept)).toBe(true);
    await terminal.close();
    await using silent = startModel([bash(LINT), bash(SUITE), say("Done.")]);
    await runClaude({ home, cwd, model: silent, prompt: "Check it", allowedTools });
    for (const text of silent.mainRequests().map(lastText)) expect(text).not.toContain("refused");

    // With a reason, as the client writes it where the person gives one with the refusal.
    const s = script("new", "refused-before");
    const refusal =
      "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\ntoo slow, run the unit tests";
    const lines = [
      s.user("Check everything"),
      s.call("t1", "Bash", { command: SUITE }),
      s.result("t1", refusal, { isError: true }),
      s.say("I leave it."),
    ].map((line) => ({ ...line, cwd, timestamp: new Date().toISOString() }));
    const transcript = join(home, "refused-before.jsonl");
    writeFileSync(transcript, toJsonl(lines));
    expect((await pawl.run(["import", transcript])).exitCode).toBe(0);
    await using next = startModel([bash(LINT), bash(SUITE), say("Done.")]);
    await runClaude({ home, cwd, model: next, prompt: "Check it again", allowedTools });
    const [, lint = "", suite = ""] = next.mainRequests().map(lastText);
    expect(lint).not.toContain("refused");
    expect(suite).toContain("saying “too slow, run the unit tests”");
  },
  LIMIT,
);
