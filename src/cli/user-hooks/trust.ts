/** Shows exactly what a project's `pawl.json` would run, pins exactly that, and connects what the client must send for it. */
import type { Hook } from "../../hooks/config/hooks.ts";
import { projectSource, readConfig, userSource } from "../../hooks/config/read.ts";
import { isGate, keptGates } from "../../hooks/gates.ts";
import { unloadable } from "../../hooks/hook-findings.ts";
import { indexGates } from "../../hooks/project-hooks.ts";
import { hookName } from "../../hooks/run-hooks.ts";
import type { Pins } from "../../hooks/trust.ts";
import { isHookVariable } from "../../hooks/variables.ts";
import { systemClock } from "../../platform/clock.ts";
import { PawlError } from "../../platform/errors.ts";
import { type CommandInput, UsageError } from "../command.ts";
import { bold, dim, padTo, plain, print } from "../output.ts";
import { needsPerson } from "../person.ts";
import { words } from "../words.ts";
import { cover, uncovered } from "./coverage.ts";
import { type Here, hookRow, isAgreed, lookHere, type SubCommand } from "./sub-command.ts";

export const subCommand: SubCommand = {
  options: ["yes", "revoke", "user"],
  positionals: 0,
  async run(input) {
    const here = lookHere(input.values);
    const { project, book, home } = here;
    if (input.has("user")) {
      if (input.has("revoke"))
        throw new UsageError(words.errors.optionNotFor("hooks trust --user", "revoke"));
      needsPerson("pawl hooks trust --user", project);
      const { config } = readConfig(userSource(home));
      book.trustUserFiles(config.hooks.filter(isGate), project);
      await indexGates(home, book, { force: true });
      return input.answer({ project: null, trusted: true }, words.hooks.userGates);
    }
    if (input.has("revoke")) {
      needsPerson("pawl hooks trust --revoke", project);
      await revoke(here);
      return input.answer({ project, trusted: false }, words.hooks.revoked(project));
    }
    return trust(here, input);
  },
};

async function revoke({ book, project, home }: Here): Promise<void> {
  book.revoke(project);
  await indexGates(home, book);
}

async function trust(here: Here, input: CommandInput): Promise<number> {
  const { values, isJson } = input;
  const { project, book, home } = here;
  // Read once, so that exactly what is shown is pinned.
  const { text, config, findings } = readConfig(projectSource(project));
  const { hooks } = config;
  const pins = book.pins(project, text, hooks);
  const unpinned = book.unpinned(project, hooks);
  const before = book.state(project, hooks, pins);
  if (hooks.length === 0) {
    for (const { message } of isJson ? [] : findings) print(words.attention(plain(message)));
    // A file with a mistake does not count as a file without hooks. Otherwise breaking the file would open a gate.
    const isBroken = findings.some(({ level }) => level === "error");
    if (before.state === "changed" && !isBroken) return giveUp(here, input);
    input.answer({ project, trusted: false, hooks: [], pins }, words.hooks.nothingToTrust(project));
    return isBroken ? 1 : 0;
  }
  if (!isJson) show(project, hooks, pins, unpinned);
  if (!isJson && before.state === "changed") print(words.hooks.changedFiles(before.changes.join(", ")));
  for (const { message } of isJson ? [] : findings)
    print(words.attention(words.hooks.skipped(plain(message))));
  if (before.state !== "trusted") {
    needsPerson("pawl hooks trust", project);
    if (!(await isAgreed(words.hooks.askTrust, values))) {
      print(words.hooks.notTrustedNow);
      return 1;
    }
    // The person has agreed, so scripts may be loaded now. A script that cannot run would be a gate that always refuses.
    const broken = await unloadable(hooks, project);
    const [first] = broken;
    if (first !== undefined)
      throw new PawlError(
        "hooks_invalid",
        `${first.file}: ${broken.map(({ message }) => plain(message)).join("\n")}`,
        {
          hint: words.errors.notTrustedHint,
        },
      );
    book.trust(project, pins, systemClock(), text);
  }
  await indexGates(home, book);
  const files = await cover();
  const todo = await uncovered();
  const answer = { project, trusted: true, hooks: hooks.map(hookRow), pins, unpinned, installed: files };
  return input.answer(answer, () => {
    print(before.state === "trusted" ? words.hooks.trustedAlready : words.hooks.trusted);
    for (const file of files) print(words.hooks.installed(file));
    if (todo !== undefined) print(todo);
  });
}

/** The file's hooks were removed on purpose, so its gates go once the person confirms it. */
async function giveUp(here: Here, input: CommandInput): Promise<number> {
  const { project, book, home } = here;
  const gates = keptGates(home.dir, project, book.trustedText(project)).map(hookName);
  if (!input.isJson && gates.length > 0) print(words.hooks.givenUp(gates.map(plain).join(", ")));
  if (gates.length > 0) needsPerson("pawl hooks trust", project);
  const agreed = gates.length === 0 || (await isAgreed(words.hooks.askGiveUp, input.values));
  if (agreed) await revoke(here);
  const answer = { project, trusted: false, hooks: [], pins: {} };
  input.answer(answer, agreed ? words.hooks.gaveUp : words.noChange);
  return agreed ? 0 : 1;
}

function show(project: string, hooks: readonly Hook[], pins: Pins, unpinned: readonly string[]): void {
  print(`${words.hooks.wouldRun(project)}\n`);
  for (const hook of hooks) {
    const { path, timeoutMs, async, onError } = hookRow(hook);
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
  if (unpinned.length > 0) print(`\n${words.hooks.notPinned}`);
  for (const line of unpinned) print(`  ${visible(line)}`);
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
  if (action.type === "agent") return [row(say.judges, visible(action.prompt))];
  if (action.type === "http")
    return [row("http", visible(action.url)), ...action.allowedEnvVars.map((name) => row("", `$${name}`))];
  const text = [action.command, ...(action.args ?? []).map((arg) => JSON.stringify(arg))].join(" ");
  const used = [...text.matchAll(/\$\{?(\w+)/g)].map(([, name = ""]) => name).filter(isHookVariable);
  const note = used.length === 0 ? [] : [row("", say.fromEvent([...new Set(used)].join(", ")))];
  return [row(say.command, visible(text)), ...note];
}

/** Shows escape sequences, line breaks and marks that reverse text as characters, so that nothing is hidden. */
function visible(text: string): string {
  return text
    .replace(/\r?\n/g, "⏎\n           ")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (mark) =>
      mark === "\n" ? mark : `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`,
    );
}
