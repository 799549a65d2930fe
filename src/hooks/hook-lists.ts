/** The lists of the user's hooks for programs without a hook loader: `gates.json` and `hooked.json` in the home. */
import { writeHooked } from "../platform/hooked-events.ts";
import type { Home } from "../platform/paths.ts";
import { readUserSettings } from "./config/user-settings.ts";
import { keepIndex, updateGateIndex } from "./gates.ts";
import { HookLoader } from "./project-hooks.ts";
import { TrustStore, trustFile } from "./trust.ts";

/** Runs after trust or the configuration changed. `force`: a person confirms the configuration, even if it is gone. */
export async function indexGates(home: Home, trust: TrustStore, { force = false } = {}): Promise<void> {
  const { config, settings, findings, isMissing } = readUserSettings(home);
  const isBroken = findings.some(({ path, level }) => path === "" && level === "error");
  const isKnown = !isBroken && (force || !isMissing);
  updateGateIndex({
    home,
    trust,
    user: isKnown ? { hooks: config.hooks, permissions: settings.permissions } : undefined,
    isAgreed: force,
  });
  await saveHookLists(home);
}

export async function saveHookLists(home: Home): Promise<void> {
  const trust = new TrustStore(trustFile(home.dir));
  const loader = new HookLoader(home, trust, keepIndex(home, trust));
  // A folder without a project of its own has the user's hooks only.
  const { hooks } = await loader.load(home.dir);
  const events = new Set<string>(hooks.map(({ event }) => event));
  for (const project of trust.projects()) {
    const loaded = await loader.load(project);
    // A trusted gate whose files changed stays shut, so it counts here too.
    if (loaded.trust.state === "trusted" || loaded.trust.state === "changed")
      for (const { event } of loaded.projectHooks) events.add(event);
  }
  writeHooked(home.hooked, [...events].sort());
}
