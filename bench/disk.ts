/** Size on disk. One `du` for all folders, so that files linked from two of them count once. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };

export function bytesOnDisk(paths: string[]): number {
  const total = Bun.spawnSync(["du", "-skc", ...paths])
    .stdout.toString()
    .trim()
    .split("\n")
    .at(-1);
  return Number.parseInt(total ?? "", 10) * 1024;
}

/** Pawl as npm installs it for a user: its own files and its dependencies, Bun's platform package included. */
export function ownBytesOnDisk(): number {
  const root = join(import.meta.dir, "..");
  const modules = join(root, "node_modules");
  const dependencies = Object.keys(manifest.dependencies).map((name) => join(modules, name));
  const runtimes = join(modules, "@oven");
  const platform = existsSync(runtimes) ? readdirSync(runtimes).map((name) => join(runtimes, name)) : [];
  const own = manifest.files.map((name) => join(root, name)).filter((path) => existsSync(path));
  return bytesOnDisk([...own, ...dependencies, ...platform]);
}
