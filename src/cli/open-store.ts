/** Commands open the store themselves: they work with or without the daemon. */
import { applyRedactSettings } from "../hooks/config/redaction.ts";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { pawlHome } from "../platform/paths.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";

export async function withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const home = pawlHome();
  applyRedactSettings(readUserSettings(home).settings.redact);
  const store = await openStore(home);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
