/** The key of digests that represent ids in the store. Without the key, secrets cannot be guessed from such a digest. */
import { dirname, join } from "node:path";
import { openToken } from "../platform/own-home.ts";
import { createGuard, type Guard } from "../redact/guard.ts";

/** The guard of the database at this location. Writing, asking and rescanning must give the same digest for an id. */
export function createStoreGuard(location: string): Guard {
  return createGuard(digestKey(dirname(location)));
}

/** Made when it is first needed; every process of the same home has the same one. */
export function digestKey(dir: string): () => string {
  let key: string | undefined;
  return () => {
    key ??= openToken(join(dir, "digest-key"));
    return key;
  };
}
