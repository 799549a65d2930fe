import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Scratch extends AsyncDisposable {
  /** Parent of both folders; anything else a test needs may go here. */
  root: string;
  home: string;
  project: string;
  dispose(): Promise<void>;
}

/** A HOME and a project folder for one test, both removed by `dispose()`. */
export async function createScratch(options: { git?: boolean } = {}): Promise<Scratch> {
  // The client resolves links (macOS: /tmp is one), so paths in events would differ from ours otherwise.
  const root = await realpath(await mkdtemp(join(tmpdir(), "pawl-e2e-")));
  const home = join(root, "home");
  const project = join(root, "project");
  await mkdir(home);
  await mkdir(project);
  if (options.git === true) initGit(project, home);
  const dispose = () => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  return { root, home, project, dispose, [Symbol.asyncDispose]: dispose };
}

/** One empty commit, so that worktrees and diffs have a base. */
function initGit(project: string, home: string): void {
  const identity = ["-c", "user.name=Dev", "-c", "user.email=dev@example.invalid"];
  const commands = [
    ["init", "-q", "-b", "main"],
    [...identity, "commit", "-q", "--allow-empty", "-m", "Start"],
  ];
  for (const args of commands) {
    const env = { PATH: process.env.PATH ?? "", HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
    const run = Bun.spawnSync(["git", ...args], { cwd: project, env });
    if (run.exitCode !== 0) throw new Error(`git ${args.join(" ")} failed: ${run.stderr}`);
  }
}
