/** Writes down which events gates, permission rules and other hooks of the user are about: see `platform/gate-file.ts`. */
import { type GatedEvent, writeGates } from "../platform/gate-file.ts";
import type { Home } from "../platform/paths.ts";
import type { Hook } from "./config/hooks.ts";
import { readUserSettings } from "./config/user-settings.ts";
import { isGate } from "./gates.ts";
import { ruledTools } from "./permission-rules.ts";
import { HookLoader } from "./project-hooks.ts";
import { TrustStore, trustFile } from "./trust.ts";

export async function saveGateList(home: Home): Promise<void> {
  const trust = new TrustStore(trustFile(home.dir));
  const loader = new HookLoader(home, trust);
  const gates: GatedEvent[] = [];
  const hooked = new Set<string>();
  const add = (hooks: readonly Hook[], project?: string) => {
    for (const hook of hooks) {
      hooked.add(hook.event);
      if (isGate(hook)) gates.push({ event: hook.event, ...(project === undefined ? {} : { project }) });
    }
  };
  // A folder without a project of its own has the user's hooks only.
  add((await loader.load(home.dir)).hooks);
  for (const project of trust.projects()) {
    const loaded = await loader.load(project);
    // A trusted gate whose files changed stays shut, so it counts here too.
    if (loaded.trust.state === "trusted" || loaded.trust.state === "changed")
      add(loaded.projectHooks, project);
  }
  const tools = ruledTools(readUserSettings(home).settings.permissions);
  if (tools === "any") gates.push({ event: "PreToolUse" });
  else if (tools.length > 0) gates.push({ event: "PreToolUse", tools });
  const known = new Map(gates.map((gate) => [JSON.stringify(gate), gate]));
  writeGates(home.gates, { gates: [...known.values()], hooked: [...hooked].sort() });
}
