import { resolve } from "node:path";
import { readUserSettings, saveSetting } from "../hooks/config/user-settings.ts";
import { readGateIndex } from "../hooks/gate-index.ts";
import { createExclusion } from "../platform/exclusion.ts";
import { type Home, pawlHome, userHome } from "../platform/paths.ts";
import { type Command, flag, json } from "./command.ts";
import { plain, print } from "./output.ts";
import { needsPerson } from "./person.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "exclude [DIR|GLOB] [--remove] [--json]",
  example: "pawl exclude ~/clients/acme",
  options: { ...json, remove: flag },
  positionals: 1,
  async run(input) {
    const home = pawlHome();
    const [given] = input.positionals;
    const before = readUserSettings(home).settings.exclude;
    const pattern = given === undefined ? undefined : toPattern(given);
    const isAdded = pattern !== undefined && !input.has("remove");
    const others = before.filter((one) => one !== pattern);
    const exclude = isAdded ? [...others, pattern] : others;
    if (isAdded && exclude.length !== before.length) leaveGated(home, pattern);
    if (exclude.length !== before.length) saveSetting(home, "exclude", exclude);
    return input.answer({ exclude }, () => {
      print(exclude.length === 0 ? words.exclude.none : words.exclude.list);
      for (const one of exclude) print(`  ${plain(one)}`);
      if (isAdded) print(words.exclude.recordedBefore(pattern));
    });
  },
};

/** Once a project with gates is excluded, Pawl no longer sees what happens there. Only a person may decide that. */
function leaveGated(home: Home, pattern: string): void {
  const { config } = home;
  const exclusion = createExclusion({ config, patterns: () => [pattern], userHome: userHome() });
  const gated = (readGateIndex(home.dir) ?? []).flatMap(({ project }) => project ?? []);
  const left = gated.find((project) => exclusion.folder(project, project));
  if (left !== undefined) needsPerson(`pawl exclude ${pattern}`, left);
}

/** A relative folder means the one in the working directory. Globs and `~` stay as they are. */
function toPattern(given: string): string {
  return /^~|[*?[{]/.test(given) ? given : resolve(given);
}
