/** A project with a trusted gate on `secrets/**` and on forced pushes, for the real client. Shared by the tests about gates. */
import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { callTool, lastText, say, startModel, type Turn } from "./harness/model.ts";
import { createPawl, type Pawl } from "./pawl.ts";

export const CLOSED = "The gate says no";
/** Every refusal is the gate's own reason, or says that the gate could not be asked. */
export const WHY = /The gate says no|could not decide, and it must/;

const GATE = `import { reason } from "./reason";
export default async () => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason },
});
`;
const CONFIG = {
  hooks: {
    PreToolUse: [
      {
        matcher: 'tool_input.file_path matches "secrets/**"',
        hooks: [{ type: "script", script: "./.claude/hooks/gate.ts", onError: "deny", timeout: 20 }],
      },
      {
        matcher:
          'tool == "Bash" && tool_input.command =~ /\\bgit\\b.*\\bpush\\b.*\\s(--force\\b|-f\\b|\\+\\w)/s',
        hooks: [{ type: "script", script: "./.claude/hooks/gate.ts", onError: "deny", timeout: 20 }],
      },
    ],
  },
};

/** Records that it was called; nobody pushes anywhere. */
const FAKE_GIT = `#!/bin/sh
echo "$@" >> "$FAKE_GIT_LOG"
`;

export interface World {
  scratch: Scratch;
  pawl: Pawl;
  env: Record<string, string>;
}

export const bash = (command: string): Turn => callTool("Bash", { command, description: "Work" });

/** `place` says where Pawl is, once the scratch folder exists; default: this checkout. */
export async function buildGated(place?: (scratch: Scratch) => string): Promise<World> {
  const scratch = await createScratch();
  const { project, root } = scratch;
  await mkdir(join(project, ".claude", "hooks"), { recursive: true });
  await mkdir(join(project, "secrets"));
  await mkdir(join(project, "src"));
  await mkdir(join(root, "bin"));
  await writeFile(join(project, "secrets", "old"), "kept\n");
  await writeFile(join(project, ".claude", "hooks", "gate.ts"), GATE);
  await writeFile(join(project, ".claude", "hooks", "reason.ts"), `export const reason = "${CLOSED}";\n`);
  await writeFile(join(project, ".claude", "pawl.json"), JSON.stringify(CONFIG, null, 2));
  await symlink(join(project, "secrets"), join(project, "linked"));
  // A link to a file that does not exist yet: writing to it creates the file in secrets/.
  await symlink("secrets/through-a-link", join(project, "dangling"));
  await writeFile(join(root, "bin", "git"), FAKE_GIT);
  await chmod(join(root, "bin", "git"), 0o755);
  const bin = place?.(scratch);
  const pawl = await createPawl(scratch, bin === undefined ? {} : { bin });
  const trusted = await pawl.run(["hooks", "trust", "--yes"]);
  expect([trusted.exitCode, trusted.stderr]).toEqual([0, ""]);
  const env = { PATH: `${join(root, "bin")}:${process.env.PATH}`, FAKE_GIT_LOG: join(root, "git.log") };
  return { scratch, pawl, env };
}

/** Plays the turns with permissions bypassed; what the model read after each. */
export async function play(
  { scratch, env }: World,
  turns: readonly Turn[],
  cwd = scratch.project,
): Promise<string[]> {
  await using model = startModel([...turns, say("Done.")]);
  const { home } = scratch;
  const args = ["--permission-mode", "bypassPermissions"];
  const run = await runClaude({ home, cwd, model, prompt: "Go", args, env, timeoutMs: 120_000 });
  expect([run.exitCode, model.unplayed()]).toEqual([0, []]);
  return model
    .mainRequests()
    .slice(1)
    .map((request) => lastText(request));
}

/** What got past the gates: files in secrets/, and forced pushes. */
export async function passed({ scratch, env }: World): Promise<string[]> {
  const folder = join(scratch.project, "secrets");
  const files = existsSync(folder)
    ? (await readdir(folder)).filter((name) => name !== "old")
    : ["secrets is gone"];
  const old = await readFile(join(folder, "old"), "utf8").catch(() => "gone");
  const log = await readFile(env.FAKE_GIT_LOG ?? "", "utf8").catch(() => "");
  const pushes = log.split("\n").filter((line) => /push.*(--force|-f\b|\+\w)/.test(line));
  return [...files, ...(old === "kept\n" ? [] : [`secrets/old is ${old}`]), ...pushes];
}
