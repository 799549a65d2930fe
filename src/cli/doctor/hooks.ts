/** Are the hooks registered, once, and up to date? */
import { join, resolve } from "node:path";
import { isOwnHook, isRecord } from "../../clients/claude-code/settings/hooks.ts";
import { hasPlugin, readSettings } from "../../clients/claude-code/settings/plugin.ts";
import { renewEntries } from "../../clients/claude-code/settings/renew.ts";
import { settingsFile } from "../../clients/claude-code/setup.ts";
import { connections } from "../../clients/connection.ts";
import { type ClientName, DEFAULT_CLIENT } from "../../clients/index.ts";
import { SETUPS } from "../../clients/setups.ts";
import type { Counts } from "../../platform/counters.ts";
import { claudeConfigDir, type Home, userHome } from "../../platform/paths.ts";
import { connectClient } from "../clients/connect.ts";
import { connect } from "../clients/connect-claude-code.ts";
import { loadHere, lookHere, toTrustSentence } from "../user-hooks/sub-command.ts";
import { words } from "../words.ts";
import { type Check, fine, wrong } from "./check.ts";

export async function checkHooks(home: Home): Promise<Check> {
  const unsafe = renewEntries(home, { dryRun: true });
  if (unsafe.length > 0) {
    return wrong("hooks", words.doctor.hooks.unsafe(unsafe.join(", ")), words.doctor.runFix, () => {
      renewEntries(home);
    });
  }
  const [shell] = bareShells();
  if (shell !== undefined)
    return wrong("hooks", words.doctor.hooks.bareShell(shell), words.doctor.editFile(shell));
  const planned = await connect({ scope: "user", dryRun: true });
  const file = settingsFile("user", { claudeDir: claudeConfigDir(), projectDir: "." });
  const [warning] = planned.warnings;
  if (warning !== undefined) return wrong("hooks", warning.message, words.doctor.editFile(file));
  if (planned.unchanged.length + planned.updated.length === 0) {
    if (hasPlugin()) return fine("hooks", words.doctor.hooks.plugin);
    const others = otherConnections().map(({ client }) => SETUPS[client].title);
    if (others.length > 0) return fine("hooks", words.doctor.hooks.others(others.join(", ")));
    return wrong("hooks", words.doctor.hooks.notConnected, words.doctor.runInstall);
  }
  if (planned.changed) {
    return wrong("hooks", words.doctor.hooks.outdated(file), words.doctor.runInstall, async () => {
      await connect({ scope: "user", dryRun: false });
    });
  }
  return fine("hooks", words.doctor.hooks.ok(planned.unchanged.length, file));
}

const otherConnections = () =>
  connections(resolve(".")).filter(({ client, isConnected }) => isConnected && client !== DEFAULT_CLIENT);

/** The connected clients whose setup is all that there is to check. */
export function setupChecks(): [string, () => Promise<Check>][] {
  const plain = otherConnections().filter(({ client }) => SETUPS[client].connect !== undefined);
  return plain.map(({ client }) => [client, () => checkSetup(client)]);
}

async function checkSetup(client: ClientName): Promise<Check> {
  const planned = await connectClient(client, { scope: "user", dryRun: true });
  if (planned === undefined) return fine(client, SETUPS[client].title);
  const { file, warnings, unchanged, updated } = planned;
  const [warning] = warnings;
  if (warning !== undefined) return wrong(client, warning.message, words.doctor.editFile(file));
  if (updated.length > 0) {
    return wrong(client, words.doctor.hooks.outdated(file), words.doctor.runFix, async () => {
      await connectClient(client, { scope: "user", dryRun: false });
    });
  }
  const { title, verified } = SETUPS[client];
  return fine(client, words.doctor.hooks.verified(unchanged.length, file, `${title} ${verified}`));
}

/** What `gemini hooks migrate` has left of an entry of version 0.2: a shell that reads the event as its program. */
function bareShells(): string[] {
  const files = [userHome(), resolve(".")].map((dir) => join(dir, ".gemini", "settings.json"));
  return files.filter((file) => hooksIn(file).some((hook) => isRecord(hook) && SHELLS.has(hook.command)));
}

const SHELLS: ReadonlySet<unknown> = new Set(["/bin/sh", "cmd.exe"]);

/** Harmless, because the second delivery is recognised, but every event costs twice. */
export function checkDuplicates(): Check {
  const say = words.doctor.duplicates;
  const where = [
    { name: say.user, undo: "pawl uninstall", file: join(claudeConfigDir(), "settings.json") },
    {
      name: say.project,
      undo: "pawl uninstall --scope project",
      file: inProject("settings.json"),
    },
    {
      name: say.local,
      undo: "pawl uninstall --scope local",
      file: inProject("settings.local.json"),
    },
  ].filter(({ file }) => hasOwnHooks(file));
  const places = where.map(({ name }) => name);
  if (hasPlugin()) places.push(say.plugin);
  if (places.length < 2) return fine("duplicates", say.ok);
  const last = where.at(-1);
  return wrong(
    "duplicates",
    say.twice(places.join(say.and)),
    say.fix(last?.undo ?? "pawl uninstall", last?.name ?? say.user),
  );
}

const inProject = (file: string) => join(resolve("."), ".claude", file);

function hasOwnHooks(file: string): boolean {
  return hooksIn(file).some(isOwnHook);
}

function hooksIn(file: string): unknown[] {
  const { hooks } = readSettings(file);
  if (!isRecord(hooks)) return [];
  return Object.values(hooks)
    .flatMap((groups) => (Array.isArray(groups) ? groups : []))
    .flatMap((group) => (isRecord(group) && Array.isArray(group.hooks) ? group.hooks : []));
}

// The user's own hooks in the current folder.

const NAME = "own hooks";
/** Counts alone are no problem here: a failing hook is for its author to fix. */
const COUNTS = Object.entries(words.doctor.userHooks.counts);

export async function checkOwnHooks(counts: Counts): Promise<Check> {
  const { hooks, projectHooks, trust, findings } = await loadHere(lookHere({}));
  const say = words.doctor.userHooks;
  const trustLine = toTrustSentence(trust, projectHooks.length);
  if (trustLine !== undefined) return wrong(NAME, trustLine, say.trustFix);
  const error = findings.find(({ level }) => level === "error");
  if (error !== undefined) return wrong(NAME, `${error.file}: ${error.message}`, say.validateFix);
  const seen = COUNTS.flatMap(([name, text]) => {
    const count = counts[name];
    return count === undefined ? [] : [text(count)];
  });
  return fine(NAME, [say.here(hooks.length), ...seen].join(", "));
}
