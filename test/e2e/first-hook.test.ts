/** The three steps of docs/hooks.md, read from it and done as they stand: a new project, a first hook, fired in the real client. */
import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createScratch, runClaude } from "./harness/client.ts";
import { callTool, lastText, say, startModel } from "./harness/model.ts";
import { createPawl } from "./pawl.ts";

const LIMIT = 120_000;
const ROOT = resolve(import.meta.dir, "..", "..");

/** The commands of the chapter, in order. */
async function steps(): Promise<string[]> {
  const text = await readFile(join(ROOT, "docs", "hooks.md"), "utf8");
  const chapter = /## Your first hook[\s\S]*?(?=\n## )/.exec(text)?.[0] ?? "";
  return [...chapter.matchAll(/```\n\s*(pawl .+)\n\s*```/g)].map(([, line = ""]) => line);
}

test(
  "a newcomer's first hook, from the documentation, refuses in the real client",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    const { home, project: cwd } = scratch;
    expect((await pawl.run(["install"])).exitCode).toBe(0);
    const lines = await steps();
    expect(lines).toHaveLength(3);
    const outputs: string[] = [];
    for (const line of lines) {
      // The person answers the one question with yes, here by its option.
      const typed = line.replace(/^pawl/, join(ROOT, "bin", "pawl")).replace(/trust$/, "trust --yes");
      const child = Bun.spawn(["sh", "-c", typed], { cwd, env: pawl.env, stdout: "pipe", stderr: "pipe" });
      outputs.push(await child.stdout.text());
      expect([line, await child.exited]).toEqual([line, 0]);
    }
    expect(outputs[2]).toContain("never run terraform destroy");
    const run = (command: string) => callTool("Bash", { command, description: "Work" });
    await using model = startModel([
      run("terraform -chdir=x destroy"),
      run("echo terraform is fine"),
      say("Done."),
    ]);
    const args = ["--permission-mode", "bypassPermissions"];
    await runClaude({ home, cwd, model, prompt: "Go", args, env: pawl.env, timeoutMs: LIMIT });
    const [refused = "", passed = ""] = model
      .mainRequests()
      .slice(1)
      .map((request) => lastText(request));
    expect(refused).toContain("never run terraform destroy");
    expect(passed).toContain("terraform is fine");
  },
  LIMIT,
);
