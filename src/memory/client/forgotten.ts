/**
 * Client files that the user made Pawl forget but kept on disk: their text must not return with the next scan. Only digests
 * are stored, no text and no path. A changed file is another text, so it counts again.
 */
import { readIfThere, writeWhole } from "../../platform/files.ts";

export interface ForgottenFiles {
  has(path: string, hash: string): boolean;
  add(files: readonly { path: string; hash: string }[]): void;
}

const MOST = 20_000;

export function openForgottenFiles(file: string): ForgottenFiles {
  const read = (): Set<string> => {
    try {
      const value: unknown = JSON.parse(readIfThere(file) ?? "[]");
      return new Set(Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);
    } catch {
      // Damaged: the files count again, and the user can forget them again.
      return new Set();
    }
  };
  let known: Set<string> | undefined;
  let text: string | undefined;
  return {
    has(path, hash) {
      // The command line may have added one since.
      const now = readIfThere(file);
      if (known === undefined || now !== text) {
        known = read();
        text = now;
      }
      return known.size > 0 && known.has(digestOf(path, hash));
    },
    add(files) {
      if (files.length === 0) return;
      known = new Set([...read(), ...files.map(({ path, hash }) => digestOf(path, hash))]);
      writeWhole(file, `${JSON.stringify([...known].slice(-MOST))}\n`);
    },
  };
}

function digestOf(path: string, hash: string): string {
  return new Bun.CryptoHasher("sha256").update(`${path}\n${hash}`).digest("hex").slice(0, 32);
}
