/**
 * Entries of version 0.2, in any file. They named a shell in `command` and had the line in `args`: a client that ignores
 * `args` starts the bare shell, which executes text from the event.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isOwnHook, OWN_ARGUMENT } from "../../platform/own-hook.ts";
import { claudeConfigDir, type Home, userHome } from "../../platform/paths.ts";
import type { HookEventName } from "../claude-code/events.ts";
import { isObject } from "../fields.ts";
import { jsonHooks, replaceOwnHooks } from "./edit.ts";
import { readSettings } from "./file.ts";
import { type Edit, install } from "./install.ts";
import { posixLine, windowsLine } from "./line.ts";
import { recordedFiles } from "./record.ts";

/** The files with such entries, changed unless it is a dry run. Unreadable and unwritable files are skipped. */
export function renewEntries(home: Home, { dryRun = false } = {}): string[] {
  const project = resolve(".claude");
  const files = [
    join(claudeConfigDir(), "settings.json"),
    join(project, "settings.json"),
    join(project, "settings.local.json"),
    ...recordedFiles(home.installs),
  ];
  // A link may lead to the same file.
  const targets = files.flatMap((file) => quietly(() => readSettings(file).target));
  return [...new Set(targets)].filter((file) =>
    quietly(
      () => install({ file, installsDir: home.installs, edit: renewal, wanted: {}, dryRun }).changed,
    ).includes(true),
  );
}

/** Converts the entries of version 0.2 to the current form, and nothing else. */
const renewal: Edit<object, undefined> = {
  ...jsonHooks,
  add: (text = "") => ({
    // The client's own file, with all its projects, is among those that are read.
    text: text.includes(OWN_ARGUMENT) ? replaceOwnHooks(text, withoutArguments) : text,
    report: undefined,
  }),
};

function withoutArguments(event: string, hook: unknown): object | undefined {
  if (!isOwnHook(hook) || !isObject(hook) || !Array.isArray(hook.args)) return undefined;
  const { args, ...rest } = hook;
  const own = args.indexOf(OWN_ARGUMENT);
  const launcher = `${args[own - 1]}`;
  const call = args.slice(own).map(String);
  if (rest.command === "/bin/sh")
    return { ...rest, command: posixLine(event as HookEventName, launcher, call) };
  if (rest.command !== "cmd.exe") return undefined;
  return { ...rest, command: windowsLine(launcher, call), shell: "powershell" };
}

/** The files in which `gemini hooks migrate` turned such an entry into a shell that executes the event. */
export const filesWithBareShell = (): string[] =>
  [userHome(), resolve(".")]
    .map((dir) => join(dir, ".gemini", "settings.json"))
    .filter((file) => quietly(() => bareShell.test(readFileSync(file, "utf8"))).includes(true));

const bareShell = /"command"\s*:\s*"(?:\/bin\/sh|cmd\.exe)"/;

function quietly<T>(read: () => T): T[] {
  try {
    return [read()];
  } catch {
    // `pawl doctor` reports the file's problem.
    return [];
  }
}
