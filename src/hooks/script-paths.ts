/** Which script files may run: those whose real path lies in a folder of `hookScriptPaths`. */
import { realpathSync, statSync } from "node:fs";
import nodePath from "node:path";
import type { ConfigSource } from "./config/hooks.ts";
import { isInside } from "./paths/spellings.ts";

type ScriptCheck = { ok: true; file: string } | { ok: false; reason: string; missing?: true };

/** `script` with its variables already expanded. */
export function checkScript(
  script: string,
  source: ConfigSource,
  scriptPaths: readonly string[],
): ScriptCheck {
  const file = realPath(nodePath.resolve(source.baseDir, script));
  if (file === undefined) {
    return { ok: false, reason: `The script ${script} does not exist.`, missing: true };
  }
  if (!statSync(file).isFile()) return { ok: false, reason: `The script ${script} is not a file.` };
  if (scriptPaths.some((folder) => isAllowed(file, folder, source))) return { ok: true, file };
  return {
    ok: false,
    reason: `The script ${script} is really at ${file}, outside hookScriptPaths (${scriptPaths.join(", ")}).`,
  };
}

function isAllowed(file: string, folder: string, source: ConfigSource): boolean {
  const named = nodePath.resolve(source.baseDir, folder);
  const real = realPath(named);
  if (real === undefined || !isInside(file, real)) return false;
  if (source.kind === "user") return true;
  // A repository's hooks folder may be a link to anywhere, so its real path must be inside the repository.
  const base = realPath(source.baseDir);
  return base !== undefined && (!isInside(named, source.baseDir) || isInside(real, base));
}

/** The system's own function: it also returns the true case if the file system ignores case. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    // Missing, unreadable, a cycle of links, or an invalid path: in any case not a script that may run.
    return undefined;
  }
}
