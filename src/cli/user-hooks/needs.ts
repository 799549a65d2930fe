/** What the client's settings need for the user's own hooks and rules. */

import type { HookNeeds, SettingsScope } from "../../clients/settings/entries.ts";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { hookNeeds, withRules } from "../../hooks/hook-needs.ts";
import { HookLoader } from "../../hooks/project-hooks.ts";
import { TrustStore, trustFile } from "../../hooks/trust.ts";
import type { Home } from "../../platform/paths.ts";
import { projectRoot } from "../../platform/project.ts";

/**
 * The user's settings apply to all projects, so they cover every project that the user trusts: installing from one folder
 * must not remove what another needs. A project's settings cover only that project.
 */
export async function neededBy(home: Home, scope: SettingsScope, dir: string): Promise<HookNeeds> {
  const trust = new TrustStore(trustFile(home.dir));
  const loader = new HookLoader(home, trust);
  const here = projectRoot(dir);
  const projects = scope === "user" ? [...new Set([here, ...trust.projects()])] : [here];
  const loaded = await Promise.all(projects.map((project) => loader.load(project)));
  const needs = hookNeeds(loaded.flatMap(({ hooks }) => hooks));
  return withRules(needs, readUserSettings(home).settings.permissions);
}
