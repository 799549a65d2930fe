/** `locale` and the user's own workflows as `config.json` has them now: a change counts from the next event on. */
import type { Settings } from "../hooks/config/schema.ts";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { stampOf } from "../platform/files.ts";
import type { Log } from "../platform/log.ts";
import type { Home } from "../platform/paths.ts";

/** Writes into `settings`, which is the same object for the daemon's life. */
export function followConfig(home: Home, settings: Settings, log: Pick<Log, "warn">): () => void {
  let known = stampOf(home.config);
  return () => {
    const stamp = stampOf(home.config);
    if (stamp === known) return;
    known = stamp;
    try {
      const now = readUserSettings(home).settings;
      settings.locale = now.locale;
      settings.workflow.own = now.workflow.own;
    } catch (error) {
      log.warn("config.json could not be read again", { error });
    }
  };
}
