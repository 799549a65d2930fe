/** A memory that the model of the real client writes, and sessions that ask about it. */
import { expect } from "bun:test";
import { join } from "node:path";
import { runClaude, type Scratch } from "./harness/client.ts";
import { callTool, say, startModel } from "./harness/model.ts";

export const times = (text: string | undefined, part: string) => (text ?? "").split(part).length - 1;

export const HOOK = "Invoice exports are rounded half up";
export const RULE = "Round invoice totals half up, in integer cents.";
export const BODY = `${RULE}\n\n**Why:** the tax office in Graz rejected floats.\n**How to apply:** use roundCents from the export helpers.`;
const FILE = `---\nname: invoice-rounding\ndescription: ${HOOK}\nmetadata:\n  type: project\n---\n\n${BODY}\n`;
export const INDEX = `- [Invoice rounding](invoice-rounding.md) — ${HOOK}\n`;
export const ASKS = "The invoice export shows a wrong total, how do we round it?";
export const OTHER = "Rename the login button to Sign in";

/** As the client names it: every sign but letters and digits is a dash. */
export const memoryDir = (scratch: Scratch, folder = scratch.project) =>
  join(scratch.home, ".claude", "projects", folder.replace(/[^a-zA-Z0-9]/g, "-"), "memory");

export async function session(
  scratch: Scratch,
  prompt: string,
  turns: Parameters<typeof startModel>[0],
  cwd = scratch.project,
) {
  await using model = startModel(turns);
  const allowedTools = ["Bash", "Read", "Write", "Edit"];
  const run = await runClaude({ home: scratch.home, cwd, model, prompt, allowedTools });
  expect(run.exitCode).toBe(0);
  return { run, texts: model.mainRequests().map(({ text }) => text) };
}

/** The model writes a memory, as its system prompt tells it to. */
export async function writeMemory(scratch: Scratch, cwd = scratch.project, dir = memoryDir(scratch, cwd)) {
  return session(
    scratch,
    "Remember how we round",
    [
      callTool("Write", { file_path: join(dir, "invoice-rounding.md"), content: FILE }),
      callTool("Write", { file_path: join(dir, "MEMORY.md"), content: INDEX }),
      say("Remembered."),
    ],
    cwd,
  );
}
