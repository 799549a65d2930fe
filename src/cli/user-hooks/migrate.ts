/** Moves the hooks of `.claude/hooks.json`, which is never read, to a file that is. */
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { unifiedDiff } from "../../clients/settings/diff.ts";
import { readSettings, writeSettings } from "../../clients/settings/file.ts";
import { loadConfig, projectSource } from "../../hooks/config/read.ts";
import { PawlError } from "../../platform/errors.ts";
import { toText, UsageError } from "../command.ts";
import { plain, print, printJson } from "../output.ts";
import { confirm } from "../person.ts";
import { words } from "../words.ts";
import { addGroups, checkTarget, needsPawl, toGroups } from "./move-hooks.ts";
import { lookHere, type SubCommand } from "./sub-command.ts";

export const subCommand: SubCommand = {
  options: ["to", "yes"],
  positionals: 0,
  async run({ values }) {
    const wanted = toText(values.to);
    if (wanted !== undefined && wanted !== "settings" && wanted !== "pawl")
      throw new UsageError(words.errors.optionValues("--to", "settings, pawl", wanted));
    const { project } = lookHere(values);
    const from = join(project, ".claude", "hooks.json");
    const asJson = values.json === true;
    const { text, findings } = await loadConfig({ ...projectSource(project), file: from });
    if (text === undefined && findings.length === 0) {
      if (asJson) printJson({ from, to: null, diff: "", moved: false });
      else print(words.hooks.nothingToMove(from));
      return 0;
    }
    const wrong = findings.filter(({ level, path }) => level === "error" && path !== "description");
    const groups =
      text === undefined
        ? []
        : toGroups(
            text,
            wrong.map(({ path }) => path),
          );
    // One bad entry stays behind and is named; a file that cannot be read at all stops it.
    if (
      text === undefined ||
      wrong.some(({ path }) => path === "") ||
      (wrong.length > 0 && groups.length === 0)
    ) {
      throw new PawlError("hooks_invalid", `${from}: ${wrong.map(({ message }) => message).join(" ")}`, {
        hint: words.errors.hooksInvalidHint,
      });
    }

    for (const { message } of asJson ? [] : wrong)
      print(words.attention(words.hooks.skipped(plain(message))));
    const target = checkTarget(wanted, groups);
    const to = join(project, ".claude", target === "pawl" ? "pawl.json" : "settings.json");
    const before = readSettings(to);
    const after = addGroups(before.text, groups);
    const diff = unifiedDiff(to, before.text ?? "", after);
    if (!asJson) {
      if (wanted === undefined && target === "pawl")
        print(`${words.hooks.toPawl(needsPawl(groups).join(", "))}\n`);
      print(plain(diff));
    }
    const backup = freeName(`${from}.bak`);
    const agreed = values.yes === true ? true : asJson ? false : await confirm(words.hooks.askMove(backup));
    if (agreed === undefined)
      throw new PawlError("not_asked", words.errors.notAsked, {
        hint: words.errors.notAskedHint,
      });
    if (agreed) {
      writeSettings(before.target, Buffer.from(after), before.mode ?? 0o644);
      renameSync(from, backup);
    }
    if (asJson) {
      printJson({ from, to, diff, moved: agreed });
      return 0;
    }
    if (!agreed) {
      print(words.noChange);
      return 1;
    }
    print(words.hooks.moved(to, backup));
    if (target === "pawl") print(words.hooks.trustNext);
    return 0;
  },
};

function freeName(name: string): string {
  if (!existsSync(name)) return name;
  for (let n = 1; ; n++) if (!existsSync(`${name}.${n}`)) return `${name}.${n}`;
}
