/** Shows exactly what a project's `pawl.json` would run, and pins exactly that. */

import { PawlError } from "../../errors.ts";
import type { Hook } from "../../hooks/config/hooks.ts";
import { loadConfig, projectSource } from "../../hooks/config/read.ts";
import { saveGateList } from "../../hooks/gate-list.ts";
import type { Pins } from "../../hooks/trust.ts";
import { isVariable } from "../../hooks/variables.ts";
import { systemClock } from "../../platform/clock.ts";
import { pawlHome } from "../../platform/paths.ts";
import { confirm } from "../confirm.ts";
import { bold, dim, padTo, plain, print, printJson } from "../output.ts";
import { words } from "../words.ts";
import { uncovered } from "./coverage.ts";
import { lookHere, type SubCommand, toRow } from "./sub-command.ts";

export const subCommand: SubCommand = {
  options: ["yes", "revoke"],
  positionals: 0,
  async run({ values }) {
    const { project, book } = lookHere(values);
    const asJson = values.json === true;
    if (values.revoke === true) {
      book.revoke(project);
      await saveGateList(pawlHome());
      if (asJson) printJson({ project, trusted: false });
      else print(words.hooks.revoked(project));
      return 0;
    }
    // Read once, so that exactly what is shown is pinned.
    const { text, config, findings } = await loadConfig(projectSource(project));
    const { hooks } = config;
    const pins = book.pins(project, text ?? "", hooks);
    const before = book.state(project, hooks, pins);
    const done = () => {
      if (asJson) printJson({ project, trusted: true, hooks: hooks.map(toRow), pins });
    };
    if (before.state === "empty") {
      if (asJson) printJson({ project, trusted: false, hooks: [], pins });
      else print(words.hooks.nothingToTrust(project));
      for (const { message } of asJson ? [] : findings) print(words.attention(plain(message)));
      return 0;
    }
    if (!asJson) show(project, hooks, pins);
    if (!asJson && before.state === "changed") print(words.hooks.changedFiles(before.changes.join(", ")));
    for (const { message } of asJson ? [] : findings)
      print(words.attention(words.hooks.skipped(plain(message))));
    if (before.state === "trusted") {
      done();
      if (!asJson) print(words.hooks.trustedAlready);
      return 0;
    }
    const agreed = values.yes === true ? true : asJson ? undefined : await confirm(words.hooks.askTrust);
    if (agreed === undefined)
      throw new PawlError("not_asked", words.errors.notAsked, {
        hint: words.errors.notAskedHint,
      });
    if (!agreed) {
      print(words.hooks.notTrustedNow);
      return 1;
    }
    book.trust(project, pins, systemClock());
    await saveGateList(pawlHome());
    done();
    if (asJson) return 0;
    print(words.hooks.trusted);
    const todo = await uncovered();
    if (todo !== undefined) print(todo);
    return 0;
  },
};

function show(project: string, hooks: readonly Hook[], pins: Pins): void {
  print(`${words.hooks.wouldRun(project)}\n`);
  for (const hook of hooks) {
    const { path, timeoutMs, async, onError } = toRow(hook);
    const notes = [
      `${timeoutMs / 1000} s`,
      ...(async ? [words.hooks.background] : []),
      ...(onError === "deny" ? [words.hooks.gate] : []),
    ];
    const when = hook.matcher.trim() === "" ? words.hooks.always : visible(hook.matcher);
    print(`${bold(hook.event)} ${words.hooks.when(when)}  ${dim(notes.join(", "))}`);
    if (hook.description !== undefined) print(`  ${visible(hook.description)}`);
    for (const line of whatRuns(hook)) print(`  ${line}`);
    print(`  ${dim(path)}\n`);
  }
  print(words.hooks.pinned);
  for (const [file, hash] of Object.entries(pins)) print(`  ${hash}  ${visible(file)}`);
  print("");
}

function whatRuns({ action }: Hook): string[] {
  const say = words.hooks;
  const width = Math.max(
    ...[say.script, say.command, say.says, say.judges].map((name) => Bun.stringWidth(name)),
  );
  const row = (kind: string, text: string) => `${padTo(kind, width)}  ${text}`;
  if (action.type === "script") return [row(say.script, visible(action.script))];
  if (action.type === "prompt")
    return [row(action.mode === "text" ? say.says : say.judges, visible(action.prompt))];
  const text = [action.command, ...(action.args ?? []).map((arg) => JSON.stringify(arg))].join(" ");
  const used = [...text.matchAll(/\$\{?(\w+)/g)].map(([, name = ""]) => name).filter(isVariable);
  const note = used.length === 0 ? [] : [row("", say.fromEvent([...new Set(used)].join(", ")))];
  return [row(say.command, visible(text)), ...note];
}

/** Nothing can hide: escape sequences, line breaks and marks that reverse text are shown as characters. */
function visible(text: string): string {
  return text
    .replace(/\r?\n/g, "⏎\n           ")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (mark) =>
      mark === "\n" ? mark : `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`,
    );
}
