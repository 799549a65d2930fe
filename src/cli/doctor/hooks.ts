/** Are the hooks registered, once, and up to date? */
import { join, resolve } from "node:path";
import { claudeConfigDir } from "../../platform/paths.ts";
import { connect } from "../claude-settings/connect.ts";
import { isOwnHook, isRecord } from "../claude-settings/hooks.ts";
import { settingsFile } from "../claude-settings/install.ts";
import { hasPlugin, readSettings } from "../claude-settings/plugin.ts";
import { words } from "../words.ts";
import { type Check, fine, wrong } from "./check.ts";

export async function checkHooks(): Promise<Check> {
  const planned = await connect({ scope: "user", dryRun: true });
  const file = settingsFile("user", { claudeDir: claudeConfigDir(), projectDir: "." });
  const [warning] = planned.warnings;
  if (warning !== undefined) return wrong("hooks", warning.message, words.doctor.editFile(file));
  if (planned.unchanged.length + planned.updated.length === 0) {
    if (hasPlugin()) return fine("hooks", words.doctor.hooks.plugin);
    return wrong("hooks", words.doctor.hooks.notConnected, words.doctor.runInstall);
  }
  if (planned.changed) {
    return wrong("hooks", words.doctor.hooks.outdated(file), words.doctor.runInstall, async () => {
      await connect({ scope: "user", dryRun: false });
    });
  }
  return fine("hooks", words.doctor.hooks.ok(planned.unchanged.length, file));
}

/** Harmless, because the second delivery is recognised, but every event costs twice. */
export function checkDuplicates(): Check {
  const say = words.doctor.duplicates;
  const where = [
    { name: say.user, undo: "pawl uninstall", file: join(claudeConfigDir(), "settings.json") },
    {
      name: say.project,
      undo: "pawl uninstall --scope project",
      file: inProject("settings.json"),
    },
    {
      name: say.local,
      undo: "pawl uninstall --scope local",
      file: inProject("settings.local.json"),
    },
  ].filter(({ file }) => hasOwnHooks(file));
  const places = where.map(({ name }) => name);
  if (hasPlugin()) places.push(say.plugin);
  if (places.length < 2) return fine("duplicates", say.ok);
  const last = where.at(-1);
  return wrong(
    "duplicates",
    say.twice(places.join(say.and)),
    say.fix(last?.undo ?? "pawl uninstall", last?.name ?? say.user),
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
