/** Are the hooks registered, once, and up to date? */
import { resolve } from "node:path";
import { hasPlugin } from "../../clients/claude-code/settings/plugin.ts";
import { type ClientName, DEFAULT_CLIENT } from "../../clients/index.ts";
import { filesWithBareShell, renewEntries } from "../../clients/settings/renew.ts";
import { type ClientConnection, connectedScopes, connections, SETUPS } from "../../clients/setups.ts";
import type { Counts } from "../../platform/counters.ts";
import type { Home } from "../../platform/paths.ts";
import { connectClient } from "../clients/connect.ts";
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
  const all = connections(resolve("."));
  const connected = all.filter(({ isConnected }) => isConnected);
  const own = connected.find(({ client }) => client === DEFAULT_CLIENT);
  if (own?.by === "plugin") return fine(words.doctor.hooks.plugin);
  if (own !== undefined) return checkSettings(DEFAULT_CLIENT);
  if (connected.length > 0) return fine(words.doctor.hooks.others(titles(connected)));
  const installed = all.filter(({ isInstalled }) => isInstalled);
  const missing = installed.length > 0 ? titles(installed) : SETUPS[DEFAULT_CLIENT].title;
  return wrong(words.doctor.hooks.notConnected(missing), words.doctor.runInstall);
}

/** True if a client's entries in the user's settings are those of this version. */
export async function checkSettings(client: ClientName): Promise<Checked> {
  const connect = (dryRun: boolean) => connectClient(client, { scope: "user", dryRun });
  const planned = await connect(true);
  if (planned === undefined) return fine(SETUPS[client].title);
  const { file, warnings, unchanged, updated } = planned;
  const [warning] = warnings;
  if (warning !== undefined) return wrong(toSentence(warning), words.doctor.editFile(file));
  if (planned.changed && unchanged.length + updated.length > 0)
    return wrong(words.doctor.hooks.outdated(file), words.doctor.runFix, () => connect(false));
  return fine(words.doctor.hooks.ok(unchanged.length, file));
}

const titles = (clients: readonly ClientConnection[]) =>
  clients.map(({ client }) => SETUPS[client].title).join(", ");

/** Harmless, because the second delivery is recognized, but every event costs twice. */
export function checkDuplicates(): Checked {
  const say = words.doctor.duplicates;
  const scopes = connectedScopes(DEFAULT_CLIENT, resolve("."));
  const places = [...scopes.map((scope) => say[scope]), ...(hasPlugin() ? [say.plugin] : [])];
  if (places.length < 2) return fine(say.ok);
  const last = scopes.at(-1) ?? "user";
  const undo = last === "user" ? "pawl uninstall" : `pawl uninstall --scope ${last}`;
  return wrong(say.twice(places.join(say.and)), say.fix(undo, say[last]));
}

// The user's own hooks in the current folder.

/** Counts alone are not a problem here: fixing a failing hook is up to its author. */
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
