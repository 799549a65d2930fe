import { expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as declared from "../../types/sdk.d.ts";
import { packageDir } from "../platform/paths.ts";
import type * as real from "./index.ts";

// Compiled, not run: the declarations and the source must accept and return the same types.
const fits = {
  hooks: (config: declared.HooksConfig): real.HooksConfig => config,
  config: (config: real.ProjectConfig): declared.ProjectConfig => config,
  manager: (options: declared.HookManagerOptions): real.HookManagerOptions => options,
  callback: (callback: real.SDKCallback): declared.SDKCallback => callback,
  router: (options: declared.RouterOptions): real.RouterOptions => options,
  application: (options: declared.ApplicationOptions): real.ApplicationOptions => options,
  event: (event: real.TurnEvent): declared.TurnEvent => event,
  methods: (
    manager: real.HookManager,
    app: real.Application,
  ): [Pick<declared.HookManager, keyof declared.HookManager>, Omit<declared.Application, "session">] => [
    manager,
    app,
  ],
};

const PROGRAM = `import { query } from "@anthropic-ai/claude-agent-sdk";
import { Application, ConfigManager, HookManager } from "pawl/sdk";
const projectDir = "/project";
const config = await new ConfigManager(projectDir).loadProjectConfig();
const hooks = new HookManager({ projectDir, hookScriptPaths: config.hookScriptPaths });
hooks.loadHooks(config.hooks);
const options = { cwd: projectDir, settingSources: [], hooks: hooks.convertToSDKFormat() };
for await (const message of query({ prompt: "Tidy up", options })) String(message.type);
const app = new Application({ cwd: projectDir });
await app.start();
for await (const event of app.send("Hi")) if (event.type === "text") event.text.trim();
// @ts-expect-error: the hook type must be one that Pawl knows
hooks.loadHooks({ Stop: [{ hooks: [{ type: "shell", command: "true" }] }] });
export {};
`;

test("a program's own compiler accepts pawl/sdk, as in docs/hooks-sdk.md", async () => {
  expect(Object.keys(fits)).toHaveLength(8);
  const project = await mkdtemp(join(tmpdir(), "pawl-sdk-types-"));
  try {
    await mkdir(join(project, "node_modules", "@anthropic-ai"), { recursive: true });
    await symlink(packageDir, join(project, "node_modules", "pawl"), "junction");
    const sdk = join("node_modules", "@anthropic-ai", "claude-agent-sdk");
    await symlink(join(packageDir, sdk), join(project, sdk), "junction");
    await writeFile(join(project, "program.ts"), PROGRAM);
    const compilerOptions = {
      module: "NodeNext",
      target: "ESNext",
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
    };
    await writeFile(join(project, "package.json"), '{"type":"module"}');
    await writeFile(
      join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions, include: ["program.ts"] }),
    );
    const tsc = join(packageDir, "node_modules", "typescript", "bin", "tsc");
    const ran = Bun.spawnSync([process.execPath, tsc, "-p", project]);
    expect(ran.stdout.toString()).toBe("");
    expect(ran.exitCode).toBe(0);
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}, 180_000);
