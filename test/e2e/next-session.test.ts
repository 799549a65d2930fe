/** What reaches the next session of the real client: a rule after a late start, a request, an open question, a commit's reason. */
import { expect, test } from "bun:test";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { callTool, lastText, say, startModel } from "./harness/model.ts";
import { createPawl, eventually, type Pawl } from "./pawl.ts";

const LIMIT = 180_000;

async function session(scratch: Scratch, prompt: string, turns: Parameters<typeof startModel>[0]) {
  await using model = startModel(turns);
  const { home, project: cwd } = scratch;
  const run = await runClaude({ home, cwd, model, prompt, allowedTools: ["Read", "Edit", "Bash"] });
  expect(run.exitCode).toBe(0);
  return model.mainRequests();
}

const digested = async (pawl: Pawl, count: number) => {
  const ended = async () =>
    (await pawl.json<{ sessions: { status: string }[] }>(["sessions"])).sessions.filter(
      ({ status }) => status !== "active",
    ).length === count;
  expect(await eventually(ended)).toBe(true);
};

test(
  "S1.25 what a prompt asks to be remembered is in the first request of the next session",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    const asked = "List the files. Also, please remember that the staging database is read only on Fridays.";
    await session(scratch, asked, [say("Noted.")]);
    const kept = async () =>
      (await pawl.json<{ memories: unknown[] }>(["memory", "list"])).memories.length > 0;
    expect(await eventually(kept)).toBe(true);
    const [first] = await session(scratch, "Hello there", [say("Hello.")]);
    expect(first?.text.includes("“the staging database is read only on Fridays.”")).toBe(true);
  },
  LIMIT,
);

test(
  "S1.26 a rule reaches a session at whose start the daemon does not answer",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    await pawl.run(["remember", "Amounts are integer cents everywhere."]);
    await writeFile(join(scratch.project, "notes.txt"), "zebra crossing\n");
    process.kill(await pawl.pid(), "SIGSTOP");
    const read = callTool("Read", { file_path: join(scratch.project, "notes.txt") });
    const requests = await session(scratch, "Look at the notes", (request) => {
      if (request.kind !== "main") return undefined;
      return request.text.includes("zebra crossing") ? say("Done.") : { ...read, delayMs: 2_000 };
    });
    // At the start itself where the keeper has another daemon in time, else with the first event that can carry it.
    expect(requests.at(-1)?.text.includes("Amounts are integer cents everywhere.")).toBe(true);
  },
  LIMIT,
);

test(
  "a short “yes, do it” gets the question that the last session ended with; a commit's reason comes with its file",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    const { project } = scratch;
    const file = join(project, "src", "shares.ts");
    await mkdir(join(project, "src"));
    await writeFile(file, "export const shares = [1];\n");
    const reason =
      "Two partners got the same cent, because the remainder was added before the shares were sorted.";
    await session(scratch, "Fix the rounding of the shares", [
      callTool("Read", { file_path: file }),
      callTool("Edit", { file_path: file, old_string: "[1]", new_string: "[2]" }),
      callTool("Bash", {
        command: `git add -A && git -c user.name=a -c user.email=a@example.com commit -m "Sort the shares first" -m "${reason}"`,
        description: "Commit",
      }),
      say("It is fixed. Twelve old helpers are unused now. Shall I delete all of them?"),
    ]);
    await digested(pawl, 1);

    const [first] = await session(scratch, "yes, do it", [say("Deleted.")]);
    expect(first?.text.includes("Shall I delete all of them?”")).toBe(true);

    await digested(pawl, 2);
    const requests = await session(scratch, "What is in the shares file?", [
      callTool("Read", { file_path: file }),
      say("Two."),
    ]);
    expect(requests[0]?.text.includes(reason)).toBe(false);
    const read = requests.slice(1).map(lastText).join("\n");
    expect(read).toContain("the agent noted with a commit");
    expect(read).toContain(reason);
  },
  LIMIT,
);
