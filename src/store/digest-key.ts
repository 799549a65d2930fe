/** The key of digests that represent ids in the store. Without the key, secrets cannot be guessed from such a digest. */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { createGuard, type Guard } from "../redact/guard.ts";

const BYTES = 32;

/** The guard of the database at this location. Writing, asking and rescanning must give the same digest for an id. */
export function createStoreGuard(location: string): Guard {
  return createGuard(digestKey(dirname(location)));
}

/** Made when it is first needed; every process of the same home has the same one. */
export function digestKey(dir: string): () => string {
  let key: string | undefined;
  return () => {
    key ??= readKey(join(dir, "digest-key"));
    return key;
  };
}

function readKey(path: string): string {
  for (let attempt = 0; ; attempt++) {
    try {
      const key = readFileSync(path, "utf8");
      if (key.length === 2 * BYTES || attempt > 50) return key;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      createKey(path);
    }
  }
}

function createKey(path: string): void {
  const key = Buffer.from(crypto.getRandomValues(new Uint8Array(BYTES))).toString("hex");
  try {
    const file = openSync(path, "wx", 0o600);
    writeSync(file, key);
    fsyncSync(file);
    closeSync(file);
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
