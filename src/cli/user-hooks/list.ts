import { findOldHooks } from "../../hooks/config/read.ts";
import { hookName } from "../../hooks/run-hooks.ts";
import { bold, dim, green, plain, print, red } from "../output.ts";
import { words } from "../words.ts";
import { uncovered } from "./coverage.ts";
import { hookRow, loadHere, lookHere, type SubCommand, toTrustSentence } from "./sub-command.ts";

export const subCommand: SubCommand = {
  options: [],
  positionals: 0,
  async run(input) {
    const here = lookHere(input.values);
    const { hooks, projectHooks, trust, findings } = await loadHere(here);
    const all = [...new Set([...hooks, ...projectHooks])];
    const rows = all.map((hook) => ({ ...hookRow(hook), active: hooks.includes(hook) }));
    const todo = all.length === 0 ? undefined : await uncovered();
    const old = findOldHooks(here.project);
    const warnings = [...findings, ...(old === undefined ? [] : [old])];
    const connected = todo === undefined;
    const answer = { project: here.project, trust, connected, hooks: rows, findings: warnings };
    return input.answer(answer, () => {
      if (all.length === 0) print(words.hooks.none(here.project));
      for (const event of new Set(all.map((hook) => hook.event))) {
        print(bold(event));
        for (const hook of all.filter((one) => one.event === event)) {
          const active = hooks.includes(hook);
          const { file, path } = hookRow(hook);
          const when = hook.matcher.trim() === "" ? words.hooks.always : hook.matcher;
          print(`  ${active ? green("✓") : red("✗")} ${firstLine(hookName(hook))}  ${dim(hook.action.type)}`);
          print(`      ${words.hooks.when(plain(when))}`);
          print(`      ${words.hooks.from(file, path)}${active ? "" : `; ${words.hooks.notTrusted}`}`);
        }
      }
      const trustLine = toTrustSentence(trust, projectHooks.length);
      if (trustLine !== undefined) print(trustLine);
      for (const { file, message } of warnings) print(words.attention(`${file}: ${plain(message)}`));
      if (todo !== undefined) print(todo);
    });
  },
};

/** A command can have many lines; `trust` and `--json` show all of them. */
function firstLine(text: string): string {
  const [line = "", ...more] = plain(text).trim().split("\n");
  return more.length === 0 ? line : `${line} …`;
}
