/** Is Pawl's plugin switched on in the user's settings of Claude Code? */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readIfThere } from "../../../platform/files.ts";
import { claudeConfigDir, pawlHome } from "../../../platform/paths.ts";
import { isObject } from "../../fields.ts";

/** Switched on, or seen: one that is loaded with `--plugin-dir` stands in no settings. */
export function hasPlugin(): boolean {
  if (seenPlugin() !== undefined) return true;
  const { enabledPlugins } = readSettings(join(claudeConfigDir(), "settings.json"));
  if (!isObject(enabledPlugins)) return false;
  return Object.entries(enabledPlugins).some(([name, on]) => name.startsWith("pawl@") && on !== false);
}

/** The folder of the plugin that last started a session, if it is still there. */
function seenPlugin(): string | undefined {
  const root = readIfThere(pawlHome().plugin)?.trim();
  return root !== undefined && root !== "" && existsSync(join(root, "hooks", "hooks.json"))
    ? root
    : undefined;
}

export function readSettings(file: string): Record<string, unknown> {
  try {
    const settings: unknown = JSON.parse(readIfThere(file) ?? "{}");
    return isObject(settings) ? settings : {};
  } catch {
    // The hooks check names a file that does not parse.
    return {};
  }
}
