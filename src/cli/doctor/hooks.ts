/** Are the hooks registered, once, and up to date? */
import { join, resolve } from "node:path";
import { readIfThere } from "../../platform/files.ts";
import { claudeConfigDir } from "../../platform/paths.ts";
import { isOwnHook, isRecord } from "../claude-settings/hooks.ts";
import { settingsFile } from "../claude-settings/install.ts";
import { connect } from "../install.ts";
import { type Check, fine, wrong } from "./check.ts";

export async function checkHooks(): Promise<Check> {
  const planned = await connect({ scope: "user", dryRun: true });
  const file = settingsFile("user", { claudeDir: claudeConfigDir(), projectDir: "." });
  const [warning] = planned.warnings;
  if (warning !== undefined) return wrong("hooks", warning.message, `Edit ${file}.`);
  if (planned.unchanged.length === 0) {
    if (hasPlugin()) return fine("hooks", "connected by the plugin");
    return wrong("hooks", "not connected to Claude Code", "Run pawl install.");
  }
  if (planned.changed) {
    return wrong("hooks", `hooks in ${file} are out of date`, "Run pawl install.", async () => {
      await connect({ scope: "user", dryRun: false });
    });
  }
  return fine("hooks", `${planned.unchanged.length} hooks in ${file}`);
}

/** Harmless, since the second is recognised, but every event costs twice. */
export function checkDuplicates(): Check {
  const where = [
    { name: "your settings", undo: "pawl uninstall", file: join(claudeConfigDir(), "settings.json") },
    {
      name: "this project's settings",
      undo: "pawl uninstall --scope project",
      file: inProject("settings.json"),
    },
    {
      name: "this project's local settings",
      undo: "pawl uninstall --scope local",
      file: inProject("settings.local.json"),
    },
  ].filter(({ file }) => hasOwnHooks(file));
  const places = where.map(({ name }) => name);
  if (hasPlugin()) places.push("the plugin");
  if (places.length < 2) return fine("duplicates", "every event is delivered once");
  return wrong(
    "duplicates",
    `Pawl's hooks stand in ${places.join(" and ")}: events are delivered more than once (and recorded once)`,
    `Keep one. ${where.at(-1)?.undo ?? "pawl uninstall"} removes the hooks from ${where.at(-1)?.name ?? "your settings"}.`,
  );
}

const inProject = (file: string) => join(resolve("."), ".claude", file);

function hasOwnHooks(file: string): boolean {
  const { hooks } = readSettings(file);
  if (!isRecord(hooks)) return false;
  return Object.values(hooks)
    .flatMap((groups) => (Array.isArray(groups) ? groups : []))
    .some((group) => isRecord(group) && Array.isArray(group.hooks) && group.hooks.some(isOwnHook));
}

function hasPlugin(): boolean {
  const { enabledPlugins } = readSettings(join(claudeConfigDir(), "settings.json"));
  if (!isRecord(enabledPlugins)) return false;
  return Object.entries(enabledPlugins).some(([name, on]) => name.startsWith("pawl@") && on !== false);
}

function readSettings(file: string): Record<string, unknown> {
  try {
    const settings: unknown = JSON.parse(readIfThere(file) ?? "{}");
    return isRecord(settings) ? settings : {};
  } catch {
    // The hooks check names a file that does not parse.
    return {};
  }
}
