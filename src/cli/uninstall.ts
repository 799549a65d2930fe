import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { claudeConfigDir, pawlHome } from "../platform/paths.ts";
import { settingsFile, uninstallHooks } from "./claude-settings/install.ts";
import { type Command, json, toText } from "./command.ts";
import { stopAny } from "./down.ts";
import { scopeOption, toScope } from "./install.ts";
import { print, printJson } from "./output.ts";

export const command: Command = {
  summary: "Take Pawl's hooks out of Claude Code's settings again",
  usage: "uninstall [--scope user|project|local] [--purge] [--json]",
  details: "  --purge  also stop the daemon and delete everything that Pawl has remembered",
  example: "pawl uninstall",
  options: { ...json, ...scopeOption, purge: { type: "boolean" } },
  async run({ values }) {
    const home = pawlHome();
    const file = settingsFile(toScope(toText(values.scope)), {
      claudeDir: claudeConfigDir(),
      projectDir: resolve("."),
    });
    const { removed, restored } = uninstallHooks({ file, installsDir: home.installs });
    if (values.purge === true) {
      await stopAny(home);
      rmSync(home.dir, { recursive: true, force: true });
    }
    if (values.json === true) {
      printJson({ file, removed });
      return 0;
    }
    if (removed.length === 0) print(`No hook of Pawl's stands in ${file}.`);
    else
      print(
        `${removed.length} hooks are gone from ${file}${restored ? "; it is byte for byte what it was" : ""}.`,
      );
    print(
      values.purge === true
        ? `${home.dir} is deleted.`
        : `What was remembered stays in ${home.dir} (--purge deletes it).`,
    );
    return 0;
  },
};
