/** Codex's rollout files: `sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`, archived and compressed ones too. */
import { basename, join, resolve } from "node:path";
import { type Env, processEnv } from "../../../platform/env.ts";
import { userHome } from "../../../platform/paths.ts";

const ROLLOUT = /^rollout-.*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl(?:\.zst)?$/i;

export function isRollout(path: string): boolean {
  return ROLLOUT.test(basename(path));
}

/** The thread of a rollout; undefined for another file. */
export function threadOf(path: string): string | undefined {
  return ROLLOUT.exec(basename(path))?.[1];
}

/** All rollout folders of a home: active and archived. */
export function rolloutDirs(codexDir: string): string[] {
  return [join(codexDir, "sessions"), join(codexDir, "archived_sessions")];
}

/** Codex's own folder. */
export function codexHomeDir(env: Env = processEnv): string {
  const dir = env.CODEX_HOME;
  return dir === undefined || dir === "" ? join(userHome(env), ".codex") : resolve(dir);
}
