/** A fork's conversation contains the original session: nothing in it is injected again (issue 4). */
import { expect, test } from "bun:test";
import { chmod, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { callTool, inSubagent, say, startModel } from "./harness/model.ts";
import { createPawl, eventually, type Pawl } from "./pawl.ts";

const LIMIT = 180_000;
const RULE = "Reply in short sentences and name every file that you touched.";
const ASKED = "The invoice totals in the billing module are rounded wrongly, fix the rounding in rounding.ts";
const AGAIN = "Why are invoice totals in the billing module rounded with rounding.ts?";
const CHECK = `#!/bin/sh
if grep -q HalfEven rounding.ts; then echo fine; else echo "rounding.ts:1: error: roundHalfEven is not defined"; exit 1; fi
`;

interface SessionJson {
  prompts: { text: string }[];
  observations: { toolName: string }[];
}

/** What Pawl injected into a request, copies of the original conversation included. */
const injected = (text: string | undefined) =>
  [...(text ?? "").matchAll(/<pawl-[\s\S]*?<\/pawl-\w+>/g)].map(([block]) => block).join("\n");
const times = (text: string | undefined, part: string) => (text ?? "").split(part).length - 1;

async function session(
  scratch: Scratch,
  prompt: string,
  turns: Parameters<typeof startModel>[0],
  more: { resume?: string; args?: string[] } = {},
) {
  await using model = startModel(turns);
  const { home, project: cwd } = scratch;
  const allowedTools = ["Bash", "Read", "Edit", "Agent"];
  const run = await runClaude({ home, cwd, model, prompt, allowedTools, ...more });
  expect(run.exitCode).toBe(0);
  return { id: run.sessionId, requests: model.requests, texts: model.mainRequests().map(({ text }) => text) };
}

async function firstSession(scratch: Scratch, pawl: Pawl) {
  const file = join(scratch.project, "rounding.ts");
  const check = callTool("Bash", { command: "./check.sh", description: "Check" });
  await writeFile(file, "export const total = Math.floor(sum);\n");
  await writeFile(join(scratch.project, "check.sh"), CHECK);
  await chmod(join(scratch.project, "check.sh"), 0o755);
  const first = await session(scratch, ASKED, [
    check,
    callTool("Read", { file_path: file }),
    callTool("Edit", { file_path: file, old_string: "Math.floor(sum)", new_string: "roundHalfEven(sum)" }),
    check,
    say("Invoice totals are rounded half to even in rounding.ts now."),
  ]);
  const learned = async () =>
    (await pawl.json<{ solutions: object[] }>(["solution", "list"])).solutions.length > 0;
  expect(await eventually(learned)).toBe(true);
  // What was fixed is broken again: the same failure, in another version of the file.
  await writeFile(file, "export const total = Math.trunc(sum);\n");
  return { id: first.id, file, check };
}

test(
  "a fork gets nothing that its own conversation contains: not at its start, at a prompt, a file, a failure or in a subagent",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    await pawl.run(["remember", RULE, "--priority", "0", "--uri", "project://rules/style"]);
    const { id, file, check } = await firstSession(scratch, pawl);
    const agent = { description: "Look", prompt: AGAIN, subagent_type: "general-purpose" };
    const everything = [
      callTool("Read", { file_path: file }),
      check,
      callTool("Agent", { ...agent, run_in_background: false }),
      inSubagent(say("Looked.")),
      say("Because of cents."),
    ];

    // First the opposite: an independent session gets all of it.
    const other = await session(scratch, AGAIN, everything);
    const all = other.requests.map(({ text }) => injected(text)).join("\n");
    for (const part of ["About this failure:", "From earlier work in this project"]) {
      expect(all).toContain(part);
    }
    await pawl.run(["forget", "--session", other.id, "--yes"]);

    const resume = id;
    const fork = await session(scratch, AGAIN, everything, { resume, args: ["--fork-session"] });
    expect(fork.id).not.toBe(id);
    const inFork = fork.requests.map(({ text }) => injected(text)).join("\n");
    for (const part of ["About this failure:", "From earlier work in this project"]) {
      expect(inFork).not.toContain(part);
    }
    // The rule is in the copied conversation: there once, and not injected again.
    expect(times(fork.texts.at(-1), RULE)).toBe(1);
    expect(injected(fork.texts.at(-1))).not.toContain("half to even");

    // A new daemon, and the fork continues: now it is recognized by the copied lines. And a fork of the fork.
    await pawl.run(["down"]);
    for (const more of [{ resume: fork.id }, { resume: fork.id, args: ["--fork-session"] }]) {
      const later = await session(scratch, `${AGAIN} Once more.`, [say("Still cents.")], more);
      expect(injected(later.texts[0])).not.toContain("From earlier work in this project");
      expect(times(later.texts[0], RULE)).toBe(1);
      expect(injected(later.texts[0])).not.toContain("half to even");
    }

    // The start of a fork made by the SDK does not say that it is one: its lines do.
    const script = `import { forkSession } from "@anthropic-ai/claude-agent-sdk";
      console.log((await forkSession(${JSON.stringify(id)}, { dir: ${JSON.stringify(scratch.project)} })).sessionId);`;
    const made = Bun.spawnSync([process.execPath, "-e", script], {
      cwd: resolve(import.meta.dir, "..", ".."),
      env: { PATH: process.env.PATH ?? "", HOME: scratch.home },
    });
    const copy = made.stdout.toString().trim();
    const third = await session(scratch, AGAIN, [say("Cents.")], { resume: copy });
    expect(third.id).toBe(copy);
    expect(injected(third.texts[0])).not.toContain("From earlier work in this project");
    expect(times(third.texts[0], RULE)).toBe(1);
    const own = await pawl.json<SessionJson>(["session", copy]);
    expect(own.prompts.map(({ text }) => text)).toEqual([AGAIN]);
    expect(own.observations).toEqual([]);

    // After /clear, or in any new session, the past is injected again.
    const fresh = await session(scratch, AGAIN, [say("Yes.")]);
    expect(injected(fresh.texts[0])).toContain("Session ");
    expect(injected(fresh.texts[0])).toContain(RULE);
  },
  LIMIT,
);
