/** Commands open the store themselves: they work with or without the daemon. */
import { pawlHome } from "../platform/paths.ts";
import { openSqliteStore } from "../store/sqlite/index.ts";
import type { Store } from "../store/store.ts";

export async function withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqliteStore(pawlHome().database);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
