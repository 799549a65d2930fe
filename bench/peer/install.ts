/** Installs claude-mem from the registry into its own folder, with what its plugin needs to run. */
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bytesOnDisk } from "../disk.ts";

export interface Installed {
  version: string;
  /** The plugin as its own installer arranges it: scripts, hooks, and their dependencies next to them. */
  plugin: string;
  bytes: number;
}

/** A plain install of version 13 fails because one of these dependencies has moved on. */
const OVERRIDES = { "better-auth": "1.7.5", "@better-auth/api-key": "1.7.5", "@better-auth/core": "1.7.5" };

export async function installClaudeMem(root: string): Promise<Installed> {
  const dir = join(root, "package");
  const home = join(root, "npm-home");
  await mkdir(dir, { recursive: true });
  await mkdir(home, { recursive: true });
  const manifest = { private: true, dependencies: { "claude-mem": "13" }, overrides: OVERRIDES };
  await writeFile(join(dir, "package.json"), JSON.stringify(manifest));
  npmInstall(dir, home);

  const packaged = join(dir, "node_modules", "claude-mem");
  const plugin = join(root, "plugin");
  await cp(join(packaged, "plugin"), plugin, { recursive: true });
  npmInstall(plugin, home);
  const { version } = await Bun.file(join(packaged, "package.json")).json();
  // The package contains the plugin a second time: counted once.
  const bytes = bytesOnDisk([dir, join(plugin, "node_modules")]);
  return { version, plugin, bytes };
}

/** Without install scripts: they download and compile things that the hooks do not need. */
function npmInstall(dir: string, home: string): void {
  const env = { PATH: process.env.PATH ?? "", HOME: home };
  const command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const ran = Bun.spawnSync(command, { cwd: dir, env, timeout: 300_000 });
  if (ran.exitCode !== 0)
    throw new Error(`npm install of claude-mem failed: ${ran.stderr.toString().slice(-2000)}`);
}
