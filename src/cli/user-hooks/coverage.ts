/** Does Claude Code send the events that the hooks need, and wait long enough? Its settings say so, not ours. */
import type { SettingsScope } from "../claude-settings/hooks.ts";
import { connect } from "../install.ts";

const SCOPES: readonly SettingsScope[] = ["user", "local", "project"];

/** A sentence with what to do, or undefined where one of the settings files has all that is needed. */
export async function uncovered(): Promise<string | undefined> {
  const plans = await Promise.all(SCOPES.map((scope) => connect({ scope, dryRun: true })));
  const connected = plans.filter(({ unchanged, updated }) => unchanged.length + updated.length > 0);
  if (connected.length === 0) return "Claude Code does not call Pawl yet. Run pawl install.";
  const behind = connected.map(({ added, updated }) => [...added, ...updated]);
  if (behind.some((events) => events.length === 0)) return undefined;
  return `Claude Code's settings do not fit these hooks yet (${[...new Set(behind.flat())].join(", ")}). Run pawl install.`;
}
