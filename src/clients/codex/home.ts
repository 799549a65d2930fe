/** Codex's own folder, and whether Pawl is connected to it. */
import { type Env, processEnv } from "../../platform/env.ts";
import { readIfThere } from "../../platform/files.ts";
import { OWN_ARGUMENT } from "../../platform/own-hook.ts";
import { userHome } from "../../platform/paths.ts";

export function codexHomeDir(env: Env = processEnv): string {
  const { resolve, join } = process.getBuiltinModule("node:path");
  const dir = env.CODEX_HOME;
  return dir === undefined || dir === "" ? join(userHome(env), ".codex") : resolve(dir);
}

/** Where Codex looks for hooks beside those in its `config.toml`. */
export function codexHooksFile(codexDir: string): string {
  return process.getBuiltinModule("node:path").join(codexDir, "hooks.json");
}

export function codexConfigFile(codexDir: string): string {
  return process.getBuiltinModule("node:path").join(codexDir, "config.toml");
}

/** Good enough to decide what is imported; what is installed is read exactly. */
export function isCodexConnected(codexDir: string = codexHomeDir()): boolean {
  try {
    return readIfThere(codexHooksFile(codexDir))?.includes(OWN_ARGUMENT) ?? false;
  } catch {
    // Not readable: then Codex cannot read it either.
    return false;
  }
}
