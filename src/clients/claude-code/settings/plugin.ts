/** Checks whether Pawl's plugin is enabled in the user's settings of Claude Code. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readIfThere } from "../../../platform/files.ts";
import { claudeConfigDir, pawlHome } from "../../../platform/paths.ts";
import { isObject } from "../../fields.ts";

/** True if the plugin is enabled or was seen running: a plugin loaded with `--plugin-dir` is in no settings file. */
export function hasPlugin(): boolean {
  if (seenPlugin() !== undefined) return true;
  const plugins = enabledPlugins();
  if (!isObject(plugins)) return false;
  return Object.entries(plugins).some(([name, on]) => name.startsWith("pawl@") && on !== false);
}

function enabledPlugins(): unknown {
  try {
    return Object(JSON.parse(readIfThere(join(claudeConfigDir(), "settings.json")) ?? "{}")).enabledPlugins;
  } catch {
    // The check of the hooks reports a file that does not parse.
    return undefined;
  }
}

/** The folder of the plugin that last started a session, if it still exists. */
function seenPlugin(): string | undefined {
  const root = readIfThere(pawlHome().plugin)?.trim();
  return root !== undefined && root !== "" && existsSync(join(root, "hooks", "hooks.json"))
    ? root
    : undefined;
}
