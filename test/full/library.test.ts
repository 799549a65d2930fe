/**
 * K1 One program on `pawl/sdk` and the real Agent SDK, from the packed tarball: type-checked, then run on node 20, 22 and 24
 * and on Bun, as ES module and as CommonJS, with a scripted model. Same hooks, same results.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bareEnv } from "../e2e/harness/client.ts";
import { callTool, lastText, say, startModel } from "../e2e/harness/model.ts";
import { createScratch, type Scratch } from "../e2e/harness/scratch.ts";

const repository = resolve(import.meta.dir, "..", "..");
const LIMIT = 600_000;

const PROGRAM = `
const projectDir = process.cwd();
const config = await new ConfigManager(projectDir).loadProjectConfig();
const hooks = new HookManager({ projectDir, hookScriptPaths: config.hookScriptPaths });
hooks.loadHooks(config.hooks);
const options: Options = {
  cwd: projectDir,
  settingSources: [],
  permissionMode: "bypassPermissions",
  allowDangerouslySkipPermissions: true,
  hooks: hooks.convertToSDKFormat(),
};
let result = "";
for await (const message of query({ prompt: "Go", options })) {
  if (message.type === "result" && message.subtype === "success") result = message.result;
}
await hooks.close();
console.log(JSON.stringify({ result, hooks: Object.keys(options.hooks ?? {}) }));
`;
const ESM = `import { query, type Options } from "@anthropic-ai/claude-agent-sdk";
import type { HookScript } from "pawl";
import { ConfigManager, HookManager } from "pawl/sdk";
export const typed: HookScript<"Stop"> = async () => ({});
${PROGRAM}`;
const CJS = `import type { Options } from "@anthropic-ai/claude-agent-sdk" with { "resolution-mode": "import" };
import type { HookScript } from "pawl";
import { ConfigManager, HookManager } from "pawl/sdk";
export const typed: HookScript<"Stop"> = async () => ({});
void main();
async function main(): Promise<void> {
const { query } = await import("@anthropic-ai/claude-agent-sdk");
${PROGRAM}
}
`;

const SETTINGS = {
  hookScriptPaths: ["./.claude/hooks"],
  hooks: {
    UserPromptSubmit: [{ hooks: [{ type: "prompt", prompt: "PROMPT HOOK" }] }],
    PreToolUse: [
      {
        matcher: 'tool_input.file_path matches "secrets/**"',
        hooks: [{ type: "script", script: "./.claude/hooks/gate.ts", onError: "deny", timeout: 20 }],
      },
    ],
    PostToolUse: [
      { matcher: "Bash", hooks: [{ type: "command", command: "printf '%s\\n' \"$COMMAND\" >> seen.txt" }] },
      // More of one event than node takes for a leak of listeners.
      { matcher: "Bash", hooks: Array.from({ length: 12 }, () => ({ type: "command", command: "true" })) },
    ],
  },
};
const GATE = `import { reason } from "./reason";
export default async (): Promise<object> => ({ decision: "block", reason });
`;

let scratch: Scratch;
let folder: string;

function run(command: string[], cwd: string, env: Record<string, string | undefined> = process.env): string {
  const ran = Bun.spawnSync(command, { cwd, env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  if (ran.exitCode !== 0) throw new Error(`${command.join(" ")}:\n${ran.stdout}\n${ran.stderr}`);
  return ran.stdout.toString();
}

beforeAll(async () => {
  scratch = await createScratch();
  folder = join(scratch.root, "user");
  mkdirSync(folder);
  run(["npm", "pack", "--silent", "--pack-destination", scratch.root], repository);
  const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "user", private: true, type: "module" }),
  );
  run(
    [
      "npm",
      "install",
      "--ignore-scripts",
      "--prefer-offline",
      "--no-audit",
      join(scratch.root, `pawl-${version}.tgz`),
    ],
    folder,
  );
  // 366 MB that are here already.
  const scope = join(folder, "node_modules", "@anthropic-ai");
  rmSync(scope, { recursive: true, force: true });
  symlinkSync(join(repository, "node_modules", "@anthropic-ai"), scope, "junction");
  writeFileSync(join(folder, "program.mts"), ESM);
  writeFileSync(join(folder, "program.cts"), CJS);
}, LIMIT);
afterAll(() => scratch.dispose(), LIMIT);

const tsc = join(repository, "node_modules", "typescript", "bin", "tsc");

test.each([
  ["NodeNext", "nodenext"],
  ["Preserve", "bundler"],
])(
  "the program compiles with %s",
  (module, moduleResolution) => {
    const compilerOptions = {
      module,
      moduleResolution,
      target: "ES2022",
      lib: ["ES2023"],
      strict: true,
      skipLibCheck: true,
      types: ["node"],
      typeRoots: [join(repository, "node_modules", "@types")],
      outDir: "out",
      noEmit: module !== "NodeNext",
    };
    // A bundler has no CommonJS of its own.
    const include = module === "NodeNext" ? ["program.mts", "program.cts"] : ["program.mts"];
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
    run([process.execPath, tsc, "-p", folder], folder);
    if (module === "NodeNext") expect(existsSync(join(folder, "out", "program.cjs"))).toBe(true);
  },
  LIMIT,
);

/** From npm, into a folder that later runs find again. */
function nodeOf(version: number): string {
  if (
    process.versions.node.startsWith(`${version}.`) ||
    run(["node", "--version"], folder).startsWith(`v${version}.`)
  )
    return "node";
  const cache = join(repository, "node_modules", ".cache", `node-${version}`);
  const program = join(cache, "node_modules", "node", "bin", "node");
  if (!existsSync(program)) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, "package.json"), "{}");
    run(["npm", "install", "--no-save", "--no-audit", `node@${version}`], cache);
  }
  return program;
}

const RUNTIMES: [string, () => string[]][] = [
  ["node 20", () => [nodeOf(20)]],
  ["node 22", () => [nodeOf(22)]],
  ["node 24", () => [nodeOf(24)]],
  ["Bun", () => [process.execPath]],
];

for (const [name, command] of RUNTIMES) {
  for (const kind of ["mjs", "cjs"]) {
    test(
      `runs on ${name} as ${kind}`,
      async () => {
        const project = join(folder, `project-${name.replace(" ", "-")}-${kind}`);
        mkdirSync(join(project, ".claude", "hooks"), { recursive: true });
        mkdirSync(join(project, "secrets"));
        writeFileSync(join(project, ".claude", "settings.json"), JSON.stringify(SETTINGS));
        writeFileSync(join(project, ".claude", "hooks", "gate.ts"), GATE);
        writeFileSync(
          join(project, ".claude", "hooks", "reason.ts"),
          'export const reason: string = "Secrets are closed";',
        );
        const program = join(folder, `program.${kind}`);
        cpSync(join(folder, "out", `program.${kind}`), program);
        await using model = startModel([
          callTool("Write", { file_path: join(project, "secrets", "k"), content: "x" }),
          callTool("Bash", { command: "echo hi", description: "Say hi" }),
          say("Done."),
        ]);
        const env = bareEnv(scratch.home, model.url);
        mkdirSync(env.TMPDIR ?? "", { recursive: true });
        const child = Bun.spawn([...command(), program], {
          cwd: project,
          env,
          stdin: "ignore",
          stdout: "pipe",
          stderr: "pipe",
        });
        const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
        expect([code, err.replace(/^.*TypeScript SDK.*$/gm, "").trim()]).toEqual([0, ""]);
        expect(JSON.parse(out)).toEqual({
          result: "Done.",
          hooks: ["UserPromptSubmit", "PreToolUse", "PostToolUse"],
        });
        const [first, second] = model.mainRequests();
        expect(first?.text).toContain("PROMPT HOOK");
        expect(lastText(second ?? expect.unreachable())).toContain("Secrets are closed");
        expect(existsSync(join(project, "secrets", "k"))).toBe(false);
        expect(readFileSync(join(project, "seen.txt"), "utf8")).toBe("echo hi\n");
      },
      LIMIT,
    );
  }
}

test.each([
  ["import", 'import { defineHook } from "pawl";', "mjs"],
  ["require", 'const { defineHook } = require("pawl");', "cjs"],
])(
  "defineHook comes from node by %s",
  (_, first, kind) => {
    const program = join(folder, `define.${kind}`);
    const call = 'hook({ hook_event_name: "Stop" }, undefined, { signal: new AbortController().signal })';
    writeFileSync(
      program,
      `${first}\nconst hook = defineHook("Stop", () => ({ systemMessage: "mine" }));\nconsole.log(JSON.stringify(${call}));\n`,
    );
    for (const [, command] of RUNTIMES)
      expect(JSON.parse(run([...command(), program], folder))).toEqual({ systemMessage: "mine" });
  },
  LIMIT,
);

/** What node 10's resolution would need is not offered: the package needs node 20. */
test.each([
  ["publint", ["publint", "--strict"]],
  ["attw", ["@arethetypeswrong/cli", "--profile", "node16"]],
])(
  "%s finds nothing in the package",
  (name, command) => {
    const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
    const isReachable = Bun.spawnSync(["npm", "view", command[0] ?? "", "version"]).exitCode === 0;
    if (!isReachable) console.log(`${name} was skipped: the npm registry does not answer.`);
    else run(["npx", "--yes", ...command, join(scratch.root, `pawl-${version}.tgz`)], folder);
  },
  LIMIT,
);
