/** What programs without a hook loader know of the user's hooks: `gates.json` and `hooked.json` in the home. */
import { writeHooked } from "../platform/hooked-events.ts";
import type { Home } from "../platform/paths.ts";
import { updateGateIndex } from "./kept-gates.ts";
import { HookLoader } from "./project-hooks.ts";
import { TrustStore, trustFile } from "./trust.ts";

export async function saveHookLists(home: Home): Promise<void> {
  const trust = new TrustStore(trustFile(home.dir));
  const loader = new HookLoader(home, trust, ({ hooks, settings }) => {
    const permissions = settings.permissions ?? { deny: [], ask: [] };
    updateGateIndex({ home, trust, user: { hooks, permissions } });
  });
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
