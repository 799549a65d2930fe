/** The user's rules as they stand in `config.json` now: one that was just written down counts from the next call on. */
import { stampOf } from "../platform/files.ts";
import type { Home } from "../platform/paths.ts";
import type { Settings } from "./config/schema.ts";
import { readUserSettings } from "./config/user-settings.ts";
import type { Permissions } from "./permission-rules.ts";

/** A look at the file per tool call; it is read only when it has changed. */
export function createPermissions(home: Home, settings: Settings): () => Permissions {
  let seen = stampOf(home.config);
  return () => {
    const stamp = stampOf(home.config);
    if (stamp !== seen) {
      seen = stamp;
      const read = readUserSettings(home);
      // Somebody is in the middle of editing it: what was refused before stays refused.
      const isBroken = read.findings.some(({ path }) => path === "");
      if (!isBroken) settings.permissions = read.settings.permissions;
    }
    return settings.permissions;
  };
}
