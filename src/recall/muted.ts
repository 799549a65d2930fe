/** Sources that the user muted: their URIs, in one small file. */
import { readIfThere, writeWhole } from "../platform/files.ts";

export interface Muted {
  has(uri: string): boolean;
  all(): string[];
  set(uri: string, muted: boolean): void;
}

export function openMuted(path: string): Muted {
  const uris = readMuted(path);
  return {
    has: (uri) => uris.has(uri),
    all: () => [...uris],
    set(uri, muted) {
      if (muted) uris.add(uri);
      else uris.delete(uri);
      writeWhole(path, `${JSON.stringify([...uris], null, 2)}\n`);
    },
  };
}

export function readMuted(path: string): Set<string> {
  try {
    const value: unknown = JSON.parse(readIfThere(path) ?? "[]");
    return new Set(Array.isArray(value) ? value.filter((uri) => typeof uri === "string") : []);
  } catch {
    // A damaged file mutes nothing. The next change replaces it.
    return new Set();
  }
}
