/** The basic promise: a real session is recorded, and the next one gets its context. */
import { expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createScratch, runClaude } from "./harness/client.ts";
import { callTool, say, startModel } from "./harness/model.ts";
import { createPawl } from "./pawl.ts";

const LIMIT = 180_000;

interface SessionJson {
  prompts: { text: string }[];
  observations: { toolName: string; ok: boolean; files: string[] }[];
  responses: { text: string }[];
  summary: string;
  status: string;
}

test(
  "S4.1 S0.1 a real session stores three observations, the prompt and the response, and the next one gets context from it",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    expect((await pawl.run(["install"])).exitCode).toBe(0);
    const { home, project } = scratch;
    const file = join(project, "totals.ts");
    await using model = startModel([
      callTool("Write", { file_path: file, content: "export const total = 3;\n" }),
      callTool("Bash", { command: "cat missing-totals.txt", description: "Look" }),
      callTool("Bash", { command: "echo all-good", description: "Check" }),
      say("The totals are exported now."),
    ]);
    const tools = ["Bash", "Write"];
    const first = await runClaude({
      home,
      cwd: project,
      model,
      prompt: "Export the totals",
      allowedTools: tools,
    });
    expect(first.exitCode).toBe(0);

    const session = await pawl.json<SessionJson>(["session", first.sessionId]);
    expect(session.observations.map((o) => [o.toolName, o.ok])).toEqual([
      ["Write", true],
      ["Bash", false],
      ["Bash", true],
    ]);
    expect(session.observations[0]?.files).toEqual([file]);
    expect(session.prompts.map((p) => p.text)).toEqual(["Export the totals"]);
    expect(session.responses.map((r) => r.text)).toEqual(["The totals are exported now."]);
    expect(session.status).toBe("ended");
    expect(session.summary).toContain("totals.ts");

    await using next = startModel([say("Hello.")]);
    await runClaude({ home, cwd: project, model: next, prompt: "Go on" });
    const injected = next.mainRequests()[0]?.text ?? "";
    expect(injected).toContain("<pawl-context>");
    expect(injected).toContain("totals.ts");

    const elsewhere = join(scratch.root, "elsewhere");
    await mkdir(elsewhere);
    await using other = startModel([say("Hello.")]);
    await runClaude({ home, cwd: elsewhere, model: other, prompt: "Who are you" });
    expect(other.mainRequests()[0]?.text).not.toContain("Export the totals");
    expect(other.mainRequests()[0]?.text).not.toContain("totals.ts");
  },
  LIMIT,
);
