/** Commands open the store themselves: they work with or without the daemon. */
import { pawlHome } from "../platform/paths.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";

export async function withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(pawlHome());
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
