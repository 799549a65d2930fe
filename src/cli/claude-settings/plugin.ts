/** Is Pawl's plugin switched on in the user's settings of Claude Code? */
import { join } from "node:path";
import { readIfThere } from "../../platform/files.ts";
import { claudeConfigDir } from "../../platform/paths.ts";
import { isRecord } from "./hooks.ts";

export function hasPlugin(): boolean {
  const { enabledPlugins } = readSettings(join(claudeConfigDir(), "settings.json"));
  if (!isRecord(enabledPlugins)) return false;
  return Object.entries(enabledPlugins).some(([name, on]) => name.startsWith("pawl@") && on !== false);
}

export function readSettings(file: string): Record<string, unknown> {
  try {
    const settings: unknown = JSON.parse(readIfThere(file) ?? "{}");
    return isRecord(settings) ? settings : {};
  } catch {
    // The hooks check names a file that does not parse.
    return {};
  }
}
