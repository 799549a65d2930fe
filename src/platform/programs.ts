/**
 * Hook and daemon each run from one bundled file in `dist/`: the hook starts 3 ms faster, the daemon 150 ms
 * faster, and it uses 6 MB less. A packed Pawl includes the bundles; in a checkout `pawl up` and `pawl install`
 * build them (`bin/bundle.ts`, 0.2 s). If there are none and none can be built, the sources run.
 */

import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { readIfThere, writeWhole } from "./files.ts";
import { defaultHomeDir, type Home, packageDir } from "./paths.ts";
import { bunProgram, ownBundle, runSilently } from "./runtime.ts";

/** The file from which a daemon starts. */
export function daemonProgram(root: string = packageDir): string {
  const bundle = join(root, "dist", "daemon.js");
  return isBeside(bundle) || isCurrent(root) ? bundle : join(root, "src", "cli", "daemon.ts");
}

/** The program that a keeper runs. */
export function keeperProgram(root: string = packageDir): string {
  const bundle = join(root, "dist", "keeper.js");
  return isBeside(bundle) || isCurrent(root) ? bundle : join(root, "src", "daemon", "keeper", "program.ts");
}

/**
 * Builds missing or outdated bundles, and returns the program for starting a daemon. Bytecode is specific to this machine, so
 * no package includes it.
 */
export async function ensurePrograms(root: string = packageDir): Promise<string> {
  if (isCurrent(root) && existsSync(join(root, "dist", "hook.js.jsc")))
    return join(root, "dist", "daemon.js");
  // Whether it succeeded (the folder may be another user's) shows in the files.
  await runSilently([bunProgram(), "--no-env-file", join(root, "bin", "bundle.ts")], root);
  return daemonProgram(root);
}

/**
 * A program that runs from a bundle keeps using programs of the same build. Checking every source would take 5 ms for each of
 * the two programs that a start of the daemon needs.
 */
function isBeside(bundle: string): boolean {
  const own = ownBundle();
  return own !== undefined && dirname(own) === dirname(bundle) && existsSync(bundle);
}

/** npm gives all files of a package the same time, so a packed one is always current. */
function isCurrent(root: string): boolean {
  const madeAt = Math.min(...BUNDLES.map((name) => timeOf(join(root, "dist", name))));
  return madeAt > 0 && sources(root).every((file) => timeOf(join(root, file)) <= madeAt);
}

const BUNDLES = ["hook.js", "work.js", "team-worker.js", "daemon.js", "keeper.js", "uninstall.js"];

function sources(root: string): string[] {
  const listed = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const code = listed.filter((file) => /\.(ts|json)$/.test(file)).map((file) => join("src", file));
  return [...code.filter((file) => !file.endsWith(".test.ts")), "package.json", join("bin", "bundle.ts")];
}

function timeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Writes the paths of Bun, this package and the daemon's program, and the port: for launchers, the keeper and the plugin. */
export function writeProgram(home: Home, port: number): void {
  const lines = [process.execPath, packageDir, String(port), daemonProgram()];
  const text = `${lines.join("\n")}\n`;
  if (readIfThere(home.program) !== text) writeWhole(home.program, text);
}

/** If only the installed hooks set `PAWL_HOME`, the client's shell does not have it, so the command contains it. */
export function pawlCommand(homeDir: string): string {
  const program = quoted(join(packageDir, "bin", "pawl"));
  return homeDir === defaultHomeDir() ? program : `PAWL_HOME=${quoted(homeDir)} ${program}`;
}

function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
