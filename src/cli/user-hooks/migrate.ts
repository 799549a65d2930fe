/** Moves the hooks of `.claude/hooks.json`, which is never read, to `.claude/pawl.json`. */
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { isObject } from "../../clients/fields.ts";
import { unifiedDiff } from "../../clients/settings/diff.ts";
import { projectSource, readConfig } from "../../hooks/config/read.ts";
import { PawlError } from "../../platform/errors.ts";
import { readIfThere, writeWhole } from "../../platform/files.ts";
import { plain, print } from "../output.ts";
import { words } from "../words.ts";
import { withGroup } from "./new.ts";
import { isAgreed, lookHere, type SubCommand } from "./sub-command.ts";

export const subCommand: SubCommand = {
  options: ["yes"],
  positionals: 0,
  async run(input) {
    const { values } = input;
    const { project } = lookHere(values);
    const from = join(project, ".claude", "hooks.json");
    const asJson = input.isJson;
    const { text, findings } = readConfig({ ...projectSource(project), file: from });
    if (text === undefined && findings.length === 0)
      return input.answer({ from, to: null, diff: "", moved: false }, words.hooks.nothingToMove(from));
    const wrong = findings.filter(({ level, path }) => level === "error" && path !== "description");
    if (text === undefined || wrong.length > 0) {
      throw new PawlError("hooks_invalid", `${from}: ${wrong.map(({ message }) => message).join(" ")}`, {
        hint: words.errors.hooksInvalidHint,
      });
    }
    const to = join(project, ".claude", "pawl.json");
    const before = readIfThere(to) ?? "";
    const after = groupsIn(text).reduce((file, { event, group }) => withGroup(file, event, group), before);
    const diff = unifiedDiff(to, before, after);
    if (!asJson) print(plain(diff));
    const backup = freeName(`${from}.bak`);
    const isPreview = asJson && values.yes !== true;
    const agreed = !isPreview && (await isAgreed(words.hooks.askMove(backup), values));
    if (agreed) {
      writeWhole(to, after, 0o644);
      renameSync(from, backup);
    }
    const moved = `${words.hooks.moved(to, backup)}\n${words.hooks.trustNext}`;
    input.answer({ from, to, diff, moved: agreed }, agreed ? moved : words.noChange);
    return agreed || asJson ? 0 : 1;
  },
};

/** By event or as a flat list; the file has no mistakes. */
function groupsIn(text: string): { event: string; group: object }[] {
  const { hooks } = Object(parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true })) as {
    hooks?: unknown;
  };
  if (!Array.isArray(hooks)) {
    const byEvent = Object.entries(isObject(hooks) ? hooks : {});
    return byEvent.flatMap(([event, groups]) => (groups as object[]).map((group) => ({ event, group })));
  }
  return hooks.map(({ event, matcher, ...hook }) => {
    const when = matcher === undefined ? {} : { matcher };
    return { event, group: "hooks" in hook ? { ...when, ...hook } : { ...when, hooks: [hook] } };
  });
}

function freeName(name: string): string {
  if (!existsSync(name)) return name;
  for (let n = 1; ; n++) if (!existsSync(`${name}.${n}`)) return `${name}.${n}`;
}
