import { resolve } from "node:path";
import { readUserSettings, saveSetting } from "../hooks/config/user-settings.ts";
import { readGateIndex } from "../hooks/gate-index.ts";
import { createExclusion } from "../platform/exclusion.ts";
import { type Home, pawlHome, userHome } from "../platform/paths.ts";
import { type Command, json } from "./command.ts";
import { print, printJson } from "./output.ts";
import { needsPerson } from "./person.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "exclude [DIR|GLOB] [--remove] [--json]",
  example: "pawl exclude ~/clients/acme",
  options: { ...json, remove: { type: "boolean" } },
  positionals: 1,
  async run({ values, positionals }) {
    const home = pawlHome();
    const [given] = positionals;
    const before = readUserSettings(home).settings.exclude;
    const after = given === undefined ? before : change(before, toPattern(given), values.remove === true);
    if (after !== before && after.length > before.length) leaveGated(home, toPattern(given ?? ""));
    if (after !== before) saveSetting(home, "exclude", after);
    if (values.json === true) {
      printJson({ exclude: after });
      return 0;
    }
    if (after.length === 0) print(words.exclude.none);
    else {
      print(words.exclude.list);
      for (const pattern of after) print(`  ${pattern}`);
    }
    if (given !== undefined && values.remove !== true) print(words.exclude.recordedBefore(toPattern(given)));
    return 0;
  },
};

/** Of a project with gates nobody would see what is done there: that is a person's to decide. */
function leaveGated(home: Home, pattern: string): void {
  const exclusion = createExclusion({
    config: home.config,
    patterns: () => [pattern],
    userHome: userHome(),
  });
  const gated = (readGateIndex(home.dir) ?? []).flatMap(({ project }) => project ?? []);
  const left = gated.find((project) => exclusion.folder(project, project));
  if (left !== undefined) needsPerson(`pawl exclude ${pattern}`, left);
}

/** A relative folder means the one in the working directory. Globs and `~` stay as they are. */
function toPattern(given: string): string {
  return /^~|[*?[{]/.test(given) ? given : resolve(given);
}

function change(before: readonly string[], pattern: string, isRemoved: boolean): readonly string[] {
  const others = before.filter((one) => one !== pattern);
  if (isRemoved) return others.length === before.length ? before : others;
  return others.length === before.length ? [...before, pattern] : before;
}
