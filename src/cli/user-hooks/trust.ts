/** Shows exactly what a project's `pawl.json` would run, and pins exactly that. */

import { PawlError } from "../../errors.ts";
import type { Hook } from "../../hooks/config/hooks.ts";
import { loadConfig, projectSource } from "../../hooks/config/read.ts";
import type { Pins } from "../../hooks/trust.ts";
import { isVariable } from "../../hooks/variables.ts";
import { systemClock } from "../../platform/clock.ts";
import { bold, dim, plain, print, printJson } from "../output.ts";
import { uncovered } from "./coverage.ts";
import { ask, lookHere, type SubCommand, toRow } from "./sub-command.ts";

export const subCommand: SubCommand = {
  options: ["yes", "revoke"],
  positionals: 0,
  async run({ values }) {
    const { project, book } = lookHere(values);
    const asJson = values.json === true;
    if (values.revoke === true) {
      book.revoke(project);
      if (asJson) printJson({ project, trusted: false });
      else print(`Hooks of ${project} do not run any more.`);
      return 0;
    }
    // Read once: what is shown is what is pinned.
    const { text, config, findings } = await loadConfig(projectSource(project));
    const { hooks } = config;
    const pins = book.pins(project, text ?? "", hooks);
    const before = book.state(project, hooks, pins);
    const done = () => {
      if (asJson) printJson({ project, trusted: true, hooks: hooks.map(toRow), pins });
    };
    if (before.state === "empty") {
      if (asJson) printJson({ project, trusted: false, hooks: [], pins });
      else print(`${project} has no hooks in .claude/pawl.json: there is nothing to allow.`);
      for (const { message } of asJson ? [] : findings) print(`Attention: ${plain(message)}`);
      return 0;
    }
    if (!asJson) show(project, hooks, pins);
    if (!asJson && before.state === "changed")
      print(`Changed since you allowed it: ${before.changes.join(", ")}`);
    for (const { message } of asJson ? [] : findings) print(`Attention, not used: ${plain(message)}`);
    if (before.state === "trusted") {
      done();
      if (!asJson) print("All of this is allowed already.");
      return 0;
    }
    const agreed = values.yes === true ? true : asJson ? undefined : await ask("Allow all of this?");
    if (agreed === undefined)
      throw new PawlError("not_asked", "Nobody is here to ask", {
        hint: "Run it in a terminal, or with --yes.",
      });
    if (!agreed) {
      print("Nothing was allowed.");
      return 1;
    }
    book.trust(project, pins, systemClock());
    done();
    if (asJson) return 0;
    print("Allowed. Should one of these files change, you are asked again.");
    const todo = await uncovered();
    if (todo !== undefined) print(todo);
    return 0;
  },
};

function show(project: string, hooks: readonly Hook[], pins: Pins): void {
  print(`These hooks of ${project} would run with your rights:\n`);
  for (const hook of hooks) {
    const { path, timeoutMs, async, onError } = toRow(hook);
    const notes = [
      `${timeoutMs / 1000} s`,
      ...(async ? ["in the background"] : []),
      ...(onError === "deny" ? ["a gate: refuses where it fails"] : []),
    ];
    print(
      `${bold(hook.event)} when ${hook.matcher.trim() === "" ? "always" : visible(hook.matcher)}  ${dim(notes.join(", "))}`,
    );
    if (hook.description !== undefined) print(`  ${visible(hook.description)}`);
    for (const line of whatRuns(hook)) print(`  ${line}`);
    print(`  ${dim(path)}\n`);
  }
  print("Files that are pinned:");
  for (const [file, hash] of Object.entries(pins)) print(`  ${hash}  ${visible(file)}`);
  print("");
}

function whatRuns({ action }: Hook): string[] {
  if (action.type === "script") return [`script   ${visible(action.script)}`];
  if (action.type === "prompt")
    return [`${action.mode === "text" ? "says" : "judges"}     ${visible(action.prompt)}`];
  const text = [action.command, ...(action.args ?? []).map((arg) => JSON.stringify(arg))].join(" ");
  const used = [...text.matchAll(/\$\{?(\w+)/g)].map(([, name = ""]) => name).filter(isVariable);
  const note =
    used.length === 0
      ? []
      : [`         (${[...new Set(used)].join(", ")}: from the event, never as shell syntax)`];
  return [`command  ${visible(text)}`, ...note];
}

/** Nothing may hide: no escape sequence acts on the terminal, and no line break, no mark that turns text around. */
function visible(text: string): string {
  return text
    .replace(/\r?\n/g, "⏎\n           ")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (mark) =>
      mark === "\n" ? mark : `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`,
    );
}
