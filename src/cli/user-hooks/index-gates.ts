/** Writes `gates.json` and `hooked.json` anew after trust or the configuration changed. */
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { saveHookLists } from "../../hooks/hook-lists.ts";
import { updateGateIndex } from "../../hooks/kept-gates.ts";
import type { TrustStore } from "../../hooks/trust.ts";
import type { Home } from "../../platform/paths.ts";

/** `force`: a configuration that is gone has no gates, as the person said. */
export async function indexGates(home: Home, trust: TrustStore, { force = false } = {}): Promise<void> {
  const { config, settings, findings, isMissing } = readUserSettings(home);
  const isBroken = findings.some(({ path, level }) => path === "" && level === "error");
  const isKnown = !isBroken && (force || !isMissing);
  updateGateIndex({
    home,
    trust,
    user: isKnown ? { hooks: config.hooks, permissions: settings.permissions } : undefined,
  });
  await saveHookLists(home);
}
