/**
 * claude-mem as its plugin ships it: the hook commands of its hooks.json, its worker, and the observer that the
 * worker starts, all with their own home, the real client and the scripted model. No key, no account.
 */
import { symlinkSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bareEnv, claudeBinary } from "../../test/e2e/harness/client.ts";
import { freePort } from "../../test/e2e/pawl.ts";
import { processesNaming } from "../process-memory.ts";

export interface ClaudeMem extends AsyncDisposable {
  env: Record<string, string>;
  project: string;
  /** The command of an event's hook, as the client would run it. */
  command(event: string, nth?: number): string[];
  /** Resident memory by role; its processes are those that name this run's own folder. */
  memory(): { worker: number; observer: number; search: number };
  /** Starts its MCP server, which the client starts for every session. */
  startSearch(): Promise<void>;
}

interface HooksFile {
  hooks: Record<string, { hooks: { command: string }[] }[]>;
}
interface McpFile {
  mcpServers: Record<string, { command: string; args: string[] }>;
}

export async function openClaudeMem(root: string, plugin: string, modelUrl: string): Promise<ClaudeMem> {
  const home = join(root, "home");
  const bin = join(root, "bin");
  const project = join(root, "project");
  const data = join(home, ".claude-mem");
  for (const dir of [bin, project, data]) await mkdir(dir, { recursive: true });
  symlinkSync(process.execPath, join(bin, "bun"));
  symlinkSync(claudeBinary(), join(bin, "claude"));
  const base = bareEnv(home, modelUrl);
  await mkdir(base.TMPDIR ?? home, { recursive: true });
  // Its observer does not inherit these; it reads them here.
  const secrets = `ANTHROPIC_BASE_URL=${modelUrl}\nANTHROPIC_API_KEY=${base.ANTHROPIC_API_KEY}\n`;
  await writeFile(join(data, ".env"), secrets, { mode: 0o600 });
  const env = {
    ...base,
    PATH: `${bin}:${base.PATH}`,
    CLAUDE_PLUGIN_ROOT: plugin,
    CLAUDE_MEM_WORKER_PORT: String(await freePort()),
    CLAUDE_MEM_ONLINE_OPTIN: "false",
    // Its vector search downloads Python and a model: skipped, which is in its favor.
    CLAUDE_MEM_CHROMA_ENABLED: "false",
    DO_NOT_TRACK: "1",
  };
  const { hooks } = JSON.parse(await readFile(join(plugin, "hooks", "hooks.json"), "utf8")) as HooksFile;
  const { mcpServers } = JSON.parse(await readFile(join(plugin, ".mcp.json"), "utf8")) as McpFile;
  const search = Object.values(mcpServers)[0];

  return {
    env,
    project,
    command(event, nth = 0) {
      const command = hooks[event]?.[0]?.hooks[nth]?.command;
      if (command === undefined) throw new Error(`claude-mem has no hook ${nth} for ${event}`);
      return ["bash", "-c", command];
    },
    memory() {
      const all = processesNaming(root);
      const sum = (part: string) =>
        all.filter(({ args }) => args.includes(part)).reduce((bytes, p) => bytes + p.bytes, 0);
      return {
        worker: sum("worker-service.cjs"),
        observer: sum(join(bin, "claude")),
        search: sum("mcp-server.cjs"),
      };
    },
    async startSearch() {
      if (search === undefined) return;
      Bun.spawn([search.command, ...search.args], { cwd: project, env, stdin: "pipe", stdout: "ignore" });
      await Bun.sleep(3000);
    },
    async [Symbol.asyncDispose]() {
      endAll(root);
      // A worker that was about to start something may have done so in the meantime.
      await Bun.sleep(500);
      endAll(root);
    },
  };
}

/** Its worker leaves its process group, so it is identified by the folder in its command line. */
function endAll(root: string): void {
  for (const { pid } of processesNaming(root)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (cause) {
      if ((cause as { code?: string }).code !== "ESRCH") throw cause;
    }
  }
}
