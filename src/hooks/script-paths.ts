/** Which script files may run: those whose real path lies in a folder of `hookScriptPaths`. */
import { realpathSync, statSync } from "node:fs";
import nodePath from "node:path";
import type { ConfigSource } from "./config/hooks.ts";
import { isInside } from "./paths/spellings.ts";

type ScriptCheck = { ok: true; file: string } | { ok: false; reason: string; missing?: true };

/** `script` with its variables in place already. */
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
  // A repository may carry its hooks folder as a link to anywhere: what it calls its own must be its own.
  const base = realPath(source.baseDir);
  return base !== undefined && (!isInside(named, source.baseDir) || isInside(real, base));
}

/** The system's own: it also gives the true case back where case does not matter. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    // Not there, not ours to read, a circle of links, no path at all: whatever it is, it is not a script that may run.
    return undefined;
  }
}
