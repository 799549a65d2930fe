/**
 * What a user's own hook costs: one event with 20 configured hooks, of which one script matches, compared with one
 * command hook that starts Node.js and does the same. `bun bench/hooks.ts`, `--json` for figures only.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseHookInput } from "../src/clients/index.ts";
import { parseConfig, projectSource } from "../src/hooks/config/read.ts";
import { HookRuntime } from "../src/hooks/runtime.ts";
import { TrustStore, trustFile } from "../src/hooks/trust.ts";
import { UserHooks } from "../src/hooks/user-hooks.ts";
import { messagesFor } from "../src/locale/index.ts";
import { processEnv } from "../src/platform/env.ts";

const SCRIPT_CALLS = 1000;
const COMMAND_CALLS = 20;

const SCRIPT = `export default (input) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "Edits " + input.tool_input.file_path },
});`;

const COMMAND = `let text = ""; process.stdin.on("data", (piece) => { text += piece; }).on("end", () => {
  const input = JSON.parse(text);
  console.log(JSON.stringify({
    hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "Edits " + input.tool_input.file_path },
  }));
});`;

export interface HookBench {
  scriptMs: number;
  scriptP99Ms: number;
  commandMs: number;
  ratio: number;
}

export async function benchHooks(): Promise<HookBench> {
  const project = await realpath(await mkdtemp(join(tmpdir(), "pawl-bench-")));
  const runtime = new HookRuntime({ env: processEnv, log: () => undefined, count: () => undefined });
  try {
    await mkdir(join(project, "hooks"));
    await writeFile(join(project, "hooks", "match.ts"), SCRIPT);
    await writeFile(join(project, "hooks", "match.cjs"), COMMAND);
    const others = Array.from({ length: 19 }, (_, index) => ({
      matcher: `tool == "Edit" && tool_input.file_path matches "src/part-${index}/**/*.{js,jsx}"`,
      hooks: [{ type: "command", command: "true" }],
    }));
    const matcher = 'tool in ["Edit", "Write"] && tool_input.file_path matches "*.ts"';
    const script = { matcher, hooks: [{ type: "script", script: "./hooks/match.ts" }] };
    const command = { matcher, hooks: [{ type: "command", command: "node hooks/match.cjs" }] };

    const scripts = await times(project, runtime, [...others, script], SCRIPT_CALLS);
    const commands = await times(project, runtime, [command], COMMAND_CALLS);
    const scriptMs = at(scripts, 0.5);
    const commandMs = at(commands, 0.5);
    return { scriptMs, scriptP99Ms: at(scripts, 0.99), commandMs, ratio: commandMs / scriptMs };
  } finally {
    await runtime.close();
    await rm(project, { recursive: true, force: true });
  }
}

/** The daemon's own path: check the files for changes, check trust, run the hooks, merge the replies. */
async function times(
  project: string,
  runtime: HookRuntime,
  groups: unknown[],
  calls: number,
): Promise<number[]> {
  const home = { dir: join(project, "home"), config: join(project, "home", "config.json") };
  const text = JSON.stringify({ hooks: { PreToolUse: groups } });
  await mkdir(join(project, ".claude"), { recursive: true });
  await writeFile(join(project, ".claude", "pawl.json"), text);
  const trust = new TrustStore(trustFile(home.dir));
  const { hooks } = parseConfig(text, projectSource(project)).config;
  trust.trust(project, trust.pins(project, text, hooks), 0, text);
  const userHooks = new UserHooks({ home, trust, runtime });
  const body = {
    hook_event_name: "PreToolUse",
    session_id: "bench",
    cwd: project,
    tool_name: "Edit",
    tool_use_id: "t1",
    tool_input: {
      file_path: join(project, "src", "app.ts"),
      old_string: "a".repeat(500),
      new_string: "b".repeat(500),
    },
  };
  const taken: number[] = [];
  // The first few are warm-up: the process starts, the file is imported.
  for (let call = -5; call < calls; call++) {
    const start = performance.now();
    const input = parseHookInput(body);
    if (input.event === "Unknown") throw new Error("The event is not known.");
    const occasion = {
      project,
      waitMs: 60_000,
      identity: `${calls}:${call}`,
      words: () => messagesFor("en"),
    };
    const reply = await userHooks.run(input, occasion);
    if (call >= 0) taken.push(performance.now() - start);
    if (reply.context === undefined) throw new Error("The hook did not answer.");
  }
  return taken.sort((a, b) => a - b);
}

function at(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

if (import.meta.main) {
  const result = await benchHooks();
  if (process.argv.includes("--json")) console.log(JSON.stringify(result));
  else {
    console.log(
      `20 hooks, one script matches: ${result.scriptMs.toFixed(3)} ms (p99 ${result.scriptP99Ms.toFixed(2)} ms)`,
    );
    console.log(`one node command hook:        ${result.commandMs.toFixed(1)} ms`);
    console.log(
      `${Math.round(result.ratio)}× cheaper, on ${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
    );
  }
}
