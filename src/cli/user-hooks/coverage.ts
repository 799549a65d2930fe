/** Do Claude Code's settings send the events that the hooks need, and wait long enough? */
import type { SettingsScope } from "../claude-settings/hooks.ts";
import { connect } from "../install.ts";
import { words } from "../words.ts";

const SCOPES: readonly SettingsScope[] = ["user", "local", "project"];

/** What to do, or undefined if one of the settings files has everything that is needed. */
export async function uncovered(): Promise<string | undefined> {
  const plans = await Promise.all(SCOPES.map((scope) => connect({ scope, dryRun: true })));
  const connected = plans.filter(({ unchanged, updated }) => unchanged.length + updated.length > 0);
  if (connected.length === 0) return words.hooks.notInstalled;
  const behind = connected.map(({ added, updated }) => [...added, ...updated]);
  if (behind.some((events) => events.length === 0)) return undefined;
  return words.hooks.outdated([...new Set(behind.flat())].join(", "));
}
