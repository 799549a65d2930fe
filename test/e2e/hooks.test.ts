// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this file tests shell and script text
/** The user's own hooks in the real client: what runs, what does not, and what the model gets. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch, type RunResult, runClaude, type Scratch } from "./harness/client.ts";
import { callTool, lastText, say, startModel, type Turn } from "./harness/model.ts";
import { createPawl, eventually, type Pawl } from "./pawl.ts";

const LIMIT = 180_000;
/** A command in a file name, as a shell would read it. */
const HOSTILE = "$(touch pwned).ts";

const NOTE = (word: string) => `import type { HookScript } from "pawl";
export default ((input) => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    additionalContext: "${word} " + (input.tool_input as { file_path: string }).file_path,
  },
})) satisfies HookScript<"PreToolUse">;
`;

const GATE = `export default () => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "Nobody pushes with force here",
  },
});
`;

const project = (scratch: Scratch, ...path: string[]) => join(scratch.project, ...path);

async function writeProject(scratch: Scratch): Promise<void> {
  const outside = join(scratch.root, "outside");
  await mkdir(project(scratch, ".claude", "hooks"), { recursive: true });
  await mkdir(outside);
  const evil = `await Bun.write(${JSON.stringify(join(outside, "ran"))}, "x"); export default () => ({});`;
  await writeFile(join(outside, "evil.ts"), evil);
  await symlink(join(outside, "evil.ts"), project(scratch, ".claude", "hooks", "link.ts"));
  await writeFile(project(scratch, ".claude", "hooks", "note.ts"), NOTE("NOTED"));
  await writeFile(project(scratch, ".claude", "hooks", "gate.ts"), GATE);
  const hooks = {
    UserPromptSubmit: [
      { hooks: [{ type: "prompt", prompt: "PROMPT HOOK: mind CONTRIBUTING.md. Asked: $PROMPT" }] },
    ],
    PreToolUse: [
      {
        matcher: 'tool == "Write" && tool_input.file_path matches "*.ts"',
        hooks: [{ type: "script", script: "./.claude/hooks/note.ts", timeout: 10 }],
      },
      {
        matcher: 'tool == "Bash" && tool_input.command =~ /--force/',
        hooks: [{ type: "script", script: "./.claude/hooks/gate.ts", timeout: 10, onError: "deny" }],
      },
    ],
    PostToolUse: [
      {
        matcher: "Write",
        hooks: [
          { type: "command", command: "printf %s $FILE > seen.txt", timeout: 10 },
          { type: "script", script: "../outside/evil.ts", timeout: 10 },
          { type: "script", script: "./.claude/hooks/link.ts", timeout: 10 },
          {
            type: "command",
            command: "while [ ! -e release ]; do sleep 0.05; done; touch async-done",
            async: true,
          },
        ],
      },
    ],
  };
  await writeFile(project(scratch, ".claude", "pawl.json"), JSON.stringify({ hooks }, null, 2));
  // S2.12: never read; users who have one get a notice.
  const old = { Stop: [{ hooks: [{ type: "command", command: "touch old-ran" }] }] };
  await writeFile(project(scratch, ".claude", "hooks.json"), JSON.stringify({ hooks: old }));
}

/** The user's own: trusted, an event that only they name, and one that takes longer than Pawl's own limit. */
async function writeUser(pawl: Pawl): Promise<void> {
  await mkdir(join(pawl.home, "hooks"), { recursive: true });
  const slow = `export default async () => {
    await Bun.sleep(2600);
    return { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "SLOW BUT HEARD" } };
  };`;
  await writeFile(join(pawl.home, "hooks", "slow.ts"), slow);
  const hooks = {
    PostToolUse: [
      {
        matcher: "tool_input.file_path =~ /pwned/",
        hooks: [{ type: "script", script: "./hooks/slow.ts", timeout: 20 }],
      },
    ],
    PostToolBatch: [{ hooks: [{ type: "prompt", prompt: "BATCH HOOK" }] }],
  };
  await writeFile(join(pawl.home, "config.json"), JSON.stringify({ hooks }));
}

async function session(scratch: Scratch, turns: Turn[]) {
  await using model = startModel([...turns, say("Done.")]);
  const { home, project: cwd } = scratch;
  const tools = ["Bash", "Write"];
  const run = await runClaude({
    home,
    cwd,
    model,
    prompt: "Work on it",
    allowedTools: tools,
    timeoutMs: 60_000,
  });
  expect(run.exitCode).toBe(0);
  expect(model.unplayed()).toEqual([]);
  return { run, requests: model.mainRequests() };
}

const write = (scratch: Scratch, name: string, content: string) =>
  callTool("Write", { file_path: project(scratch, name), content });
const push = callTool("Bash", { command: "git push --force", description: "Push" });

/** How often the user was shown this. */
const shown = (run: RunResult, text: string) =>
  run.hookEvents.filter((event) => event.subtype === "hook_response" && JSON.stringify(event).includes(text))
    .length;

test(
  "S0.2 S0.15 S0.16 S1.19 S2.10 S2.12 S2.13 S2.18 a project's hooks run once they are trusted, exactly as they were then",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await writeProject(scratch);
    for (const args of [["install"], ["up"]]) await pawl.run(args);
    const outsideRan = () => existsSync(join(scratch.root, "outside", "ran"));

    // Not trusted: nothing runs, and the user is shown how to trust them.
    const before = await session(scratch, [write(scratch, "a.ts", "1"), push]);
    expect(before.requests.at(-1)?.text).not.toMatch(/PROMPT HOOK|NOTED|Nobody pushes/);
    expect(existsSync(project(scratch, "seen.txt"))).toBe(false);
    expect(shown(before.run, "pawl hooks trust")).toBe(1);
    expect(shown(before.run, "pawl hooks migrate")).toBe(1);
    expect(existsSync(project(scratch, "old-ran"))).toBe(false);

    await writeUser(pawl);
    const trusted = await pawl.run(["hooks", "trust", "--yes"]);
    expect(trusted.exitCode).toBe(0);
    expect(trusted.stdout).toContain("printf %s $FILE > seen.txt");
    expect(trusted.stdout).toMatch(/sha256:[0-9a-f]{64} {2}\.claude\/hooks\/gate\.ts/);
    // Trust has installed what the hooks need.
    expect(trusted.stdout).toContain("These hooks are called from now on");

    const { run, requests } = await session(scratch, [write(scratch, HOSTILE, "2"), push]);
    expect(shown(run, "pawl hooks trust")).toBe(0);
    expect(requests[0]?.text).toContain("PROMPT HOOK: mind CONTRIBUTING.md. Asked: Work on it");
    expect(requests[1]?.text).toContain(`NOTED ${project(scratch, HOSTILE)}`);
    expect(requests[1]?.text).toContain("SLOW BUT HEARD");
    expect(requests[1]?.text).toContain("BATCH HOOK");
    expect(lastText(requests[2] ?? { body: { model: "", messages: [] } })).toContain(
      "Nobody pushes with force here",
    );
    expect(await readFile(project(scratch, "seen.txt"), "utf8")).toBe(project(scratch, HOSTILE));
    for (const folder of [scratch.project, scratch.root, scratch.home, pawl.home])
      expect(existsSync(join(folder, "pwned"))).toBe(false);
    expect(outsideRan()).toBe(false);
    expect(await pawl.log()).toContain("outside hookScriptPaths");
    // The session is over, its background hook is not.
    expect(existsSync(project(scratch, "async-done"))).toBe(false);
    await writeFile(project(scratch, "release"), "");
    expect(await eventually(() => existsSync(project(scratch, "async-done")))).toBe(true);

    // Edited afterwards: no longer what the user trusted. The gate stays closed.
    await writeFile(project(scratch, ".claude", "hooks", "note.ts"), NOTE("EDITED"));
    const edited = await session(scratch, [write(scratch, "b.ts", "3"), push]);
    expect(edited.requests.at(-1)?.text).not.toMatch(/PROMPT HOOK|NOTED|EDITED/);
    expect(edited.requests[2]?.text).toContain("could not decide");
    expect(shown(edited.run, ".claude/hooks/note.ts changed since you trusted this project")).toBe(1);

    expect((await pawl.run(["hooks", "trust", "--yes"])).exitCode).toBe(0);
    const again = await session(scratch, [write(scratch, "c.ts", "4")]);
    expect(again.requests[1]?.text).toContain(`EDITED ${project(scratch, "c.ts")}`);
    expect(outsideRan()).toBe(false);
    const { checks } = await pawl.json<{ checks: { name: string; ok: boolean; message: string }[] }>([
      "doctor",
    ]);
    expect(checks.find(({ name }) => name === "own hooks")).toMatchObject({ ok: true });
    expect(checks.find(({ name }) => name === "own hooks")?.message).toMatch(/run \d+.*refused \d/);
    expect(checks.find(({ name }) => name === "hooks")).toMatchObject({ ok: true });
  },
  LIMIT,
);
