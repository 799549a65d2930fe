/** Runs the command line as a program of its own, with a home, a project and nothing else of this machine. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeAt } from "../../src/platform/paths.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { freePort } from "../e2e/pawl.ts";

const MAIN = join(import.meta.dir, "../../src/cli/main.ts");

interface Ended {
  stdout: string;
  stderr: string;
  exitCode: number;
}

export interface Program extends Disposable {
  root: string;
  /** The working directory. */
  project: string;
  pawlHome: string;
  env: Readonly<Record<string, string>>;
  run(args: readonly string[], more?: Readonly<Record<string, string>>): Promise<Ended>;
  /** The store between two runs: what is written into it is there for the next one. */
  stored<T>(work: (store: Store) => Promise<T>): Promise<T>;
}

export async function openProgram(): Promise<Program> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pawl-cli-")));
  const [home, project, pawlHome] = ["home", "project", "pawl"].map((name) => join(root, name));
  if (home === undefined || project === undefined || pawlHome === undefined) throw new Error("no folders");
  for (const dir of [home, project]) mkdirSync(dir);
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    PAWL_HOME: pawlHome,
    PAWL_PORT: String(await freePort()),
    NO_COLOR: "1",
  };
  return {
    root,
    project,
    pawlHome,
    env,
    async run(args, more = {}) {
      const child = Bun.spawn([process.execPath, "--no-env-file", MAIN, ...args], {
        cwd: project,
        env: { ...env, ...more },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      });
      const [stdout, stderr, exitCode] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ]);
      return { stdout, stderr, exitCode };
    },
    async stored(work) {
      mkdirSync(pawlHome, { recursive: true });
      const store = await openStore(homeAt(pawlHome));
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    },
    [Symbol.dispose]() {
      // A command may have started a keeper, which would outlive its home for an hour.
      if (existsSync(homeAt(pawlHome).keeper))
        Bun.spawnSync([process.execPath, "--no-env-file", MAIN, "down", "--all"], { cwd: project, env });
      rmSync(root, { recursive: true, force: true });
    },
  };
}
