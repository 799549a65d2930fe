/** Are the hooks registered, once, and up to date? */
import { resolve } from "node:path";
import { hasPlugin, readSettings } from "../../clients/claude-code/settings/plugin.ts";
import { type ClientConnection, connections } from "../../clients/connection.ts";
import { isObject } from "../../clients/fields.ts";
import { DEFAULT_CLIENT } from "../../clients/index.ts";
import { filesWithBareShell, renewEntries } from "../../clients/settings/renew.ts";
import { SETUPS } from "../../clients/setups.ts";
import type { Counts } from "../../platform/counters.ts";
import { isOwnHook } from "../../platform/own-hook.ts";
import type { Home } from "../../platform/paths.ts";
import { connectDefault } from "../clients/connect.ts";
import { toSentence } from "../failure.ts";
import { loadHere, lookHere, toTrustSentence } from "../user-hooks/sub-command.ts";
import { words } from "../words.ts";
import { type Checked, fine, wrong } from "./check.ts";

export async function checkHooks(home: Home): Promise<Checked> {
  const unsafe = renewEntries(home, { dryRun: true });
  if (unsafe.length > 0)
    return wrong(words.doctor.hooks.unsafe(unsafe.join(", ")), words.doctor.runFix, () => renewEntries(home));
  const [shell] = filesWithBareShell();
  if (shell !== undefined) return wrong(words.doctor.hooks.bareShell(shell), words.doctor.editFile(shell));
  const planned = await connectDefault({ scope: "user", dryRun: true });
  const { file, unchanged, updated } = planned;
  if (unchanged.length + updated.length === 0) {
    if (hasPlugin()) return fine(words.doctor.hooks.plugin);
    const all = connections(resolve("."));
    const connected = all.filter(({ isConnected }) => isConnected);
    if (connected.length > 0) return fine(words.doctor.hooks.others(titles(connected)));
    const installed = all.filter(({ isInstalled }) => isInstalled);
    const missing = installed.length > 0 ? titles(installed) : SETUPS[DEFAULT_CLIENT].title;
    return wrong(words.doctor.hooks.notConnected(missing), words.doctor.runInstall);
  }
  const [warning] = planned.warnings;
  if (warning !== undefined) return wrong(toSentence(warning), words.doctor.editFile(file));
  if (planned.changed)
    return wrong(words.doctor.hooks.outdated(file), words.doctor.runInstall, () =>
      connectDefault({ scope: "user", dryRun: false }),
    );
  return fine(words.doctor.hooks.ok(unchanged.length, file));
}

const titles = (clients: readonly ClientConnection[]) =>
  clients.map(({ client }) => SETUPS[client].title).join(", ");

/** Harmless, because the second delivery is recognised, but every event costs twice. */
export function checkDuplicates(): Checked {
  const say = words.doctor.duplicates;
  const { hooksFile } = SETUPS[DEFAULT_CLIENT];
  const scopes = (["user", "project", "local"] as const).filter((scope) =>
    hooksIn(hooksFile(scope, resolve(".")) ?? "").some(isOwnHook),
  );
  const places = [...scopes.map((scope) => say[scope]), ...(hasPlugin() ? [say.plugin] : [])];
  if (places.length < 2) return fine(say.ok);
  const last = scopes.at(-1) ?? "user";
  const undo = last === "user" ? "pawl uninstall" : `pawl uninstall --scope ${last}`;
  return wrong(say.twice(places.join(say.and)), say.fix(undo, say[last]));
}

function hooksIn(file: string): unknown[] {
  const { hooks } = readSettings(file);
  if (!isObject(hooks)) return [];
  return Object.values(hooks)
    .flatMap((groups) => (Array.isArray(groups) ? groups : []))
    .flatMap((group) => (isObject(group) && Array.isArray(group.hooks) ? group.hooks : []));
}

// The user's own hooks in the current folder.

/** Counts alone are no problem here: a failing hook is for its author to fix. */
const COUNTS = Object.entries(words.doctor.userHooks.counts);

export async function checkOwnHooks(counts: Counts): Promise<Checked> {
  const { hooks, projectHooks, trust, findings } = await loadHere(lookHere({}));
  const say = words.doctor.userHooks;
  const trustLine = toTrustSentence(trust, projectHooks.length);
  if (trustLine !== undefined) return wrong(trustLine, say.trustFix);
  const error = findings.find(({ level }) => level === "error");
  if (error !== undefined) return wrong(`${error.file}: ${error.message}`, say.validateFix);
  const seen = COUNTS.flatMap(([name, text]) => {
    const count = counts[name];
    return count === undefined ? [] : [text(count)];
  });
  return fine([say.here(hooks.length), ...seen].join(", "));
}
