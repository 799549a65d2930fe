/** Checks whether the connected clients send the events that the hooks need, and wait long enough. */

import { resolve } from "node:path";
import { type ClientName, DEFAULT_CLIENT } from "../../clients/index.ts";
import type { SettingsScope } from "../../clients/settings/entries.ts";
import { connectedScopes, connections, SETUPS } from "../../clients/setups.ts";
import { connectClient } from "../clients/connect.ts";
import { words } from "../words.ts";

interface Plan {
  client: ClientName;
  scopes: readonly SettingsScope[];
  /** Events that are missing or have too little time; empty if one of the files covers everything. */
  behind: readonly string[];
}

/** Each connected client. A plugin sends the usual events itself, so only additional ones can be missing. */
async function plans(): Promise<Plan[]> {
  const here = resolve(".");
  const connected = connections(here).filter(({ isConnected }) => isConnected);
  return Promise.all(
    connected.map(async ({ client, by }) => {
      const scopes: readonly SettingsScope[] = by === "plugin" ? ["user"] : connectedScopes(client, here);
      const planned = await Promise.all(
        scopes.map((scope) => connectClient(client, { scope, dryRun: true })),
      );
      const missing = planned.map((plan) => (plan === undefined ? [] : [...plan.added, ...plan.updated]));
      const isComplete = missing.some((events) => events.length === 0);
      return { client, scopes, behind: isComplete ? [] : [...new Set(missing.flat())] };
    }),
  );
}

/** Returns what to do, or undefined if every connected client sends all needed events. */
export async function uncovered(): Promise<string | undefined> {
  const all = await plans();
  if (all.length === 0) return words.hooks.notInstalled(SETUPS[DEFAULT_CLIENT].title);
  const [first] = all.filter(({ behind }) => behind.length > 0);
  return first && words.hooks.outdated(SETUPS[first.client].title, first.behind.join(", "));
}

/** Installs missing events. Returns the changed files. */
export async function cover(): Promise<string[]> {
  const all = await plans();
  const wanted =
    all.length > 0 ? all : [{ client: DEFAULT_CLIENT, scopes: ["user"], behind: ["all"] } as const];
  const files: string[] = [];
  for (const { client, scopes } of wanted.filter(({ behind }) => behind.length > 0))
    for (const scope of scopes) {
      const done = await connectClient(client, { scope, dryRun: false });
      if (done?.changed === true) files.push(done.file);
    }
  return files;
}
