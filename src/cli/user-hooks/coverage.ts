/** Do Claude Code's settings send the events that the hooks need, and wait long enough? */

import { hasPlugin } from "../../clients/claude-code/settings/plugin.ts";
import type { SettingsScope } from "../../clients/settings/entries.ts";
import type { Connected } from "../../clients/setup.ts";
import { connectDefault } from "../clients/connect.ts";
import { words } from "../words.ts";

const SCOPES: readonly SettingsScope[] = ["user", "local", "project"];

interface Plan {
  scope: SettingsScope;
  /** Events that are missing or have too little time. */
  behind: readonly string[];
}

/** The settings files that call Pawl at all. */
async function connected(): Promise<Plan[]> {
  const plans = await Promise.all(
    SCOPES.map(async (scope) => ({ scope, plan: await connectDefault({ scope, dryRun: true }) })),
  );
  return plans
    .filter(({ plan }) => plan.unchanged.length + plan.updated.length > 0)
    .map(({ scope, plan }) => ({ scope, behind: eventsOf(plan) }));
}

const eventsOf = ({ added, updated }: Connected) => [...added, ...updated];

/** What to do, or undefined if one of the settings files has everything that is needed. */
export async function uncovered(): Promise<string | undefined> {
  const plans = await connected();
  if (plans.length === 0) return words.hooks.notInstalled;
  if (plans.some(({ behind }) => behind.length === 0)) return undefined;
  return words.hooks.outdated([...new Set(plans.flatMap(({ behind }) => behind))].join(", "));
}

/** Installs what is missing where Pawl is connected, else for the user. The files that were changed. */
export async function cover(): Promise<string[]> {
  const plans = await connected();
  if (plans.some(({ behind }) => behind.length === 0)) return [];
  const scopes: readonly SettingsScope[] = plans.length > 0 ? plans.map(({ scope }) => scope) : ["user"];
  // The plugin sends the usual events by itself; only what it does not know is added.
  if (
    plans.length === 0 &&
    hasPlugin() &&
    (await connectDefault({ scope: "user", dryRun: true })).added.length === 0
  )
    return [];
  const results = await Promise.all(scopes.map((scope) => connectDefault({ scope, dryRun: false })));
  return results.filter(({ changed }) => changed).map(({ file }) => file);
}
