/** Copies of the project in the temp folder, one for each worker: the checkout itself is never changed. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The names are short because a Unix socket's path must fit into 100 characters. */
export type Copy = { place: string; root: string; temp: string; home: string; notes: string; output: string };

export class Copies {
  readonly base = mkdtempSync(join(tmpdir(), "mut-"));
  readonly all: Copy[];

  constructor(root: string, paths: string[], count: number) {
    // Tests of permissions act as an ordinary user, who must be able to pass through.
    chmodSync(this.base, 0o755);
    this.all = Array.from({ length: count }, (_, index) => {
      const place = join(this.base, String(index));
      const copy = {
        place,
        root: join(place, "p"),
        temp: join(place, "t"),
        home: join(place, "h"),
        notes: join(place, "notes"),
        output: join(place, "output"),
      };
      for (const folder of [copy.root, copy.temp, copy.home]) mkdirSync(folder, { recursive: true });
      for (const path of paths) {
        mkdirSync(dirname(join(copy.root, path)), { recursive: true });
        cpSync(join(root, path), join(copy.root, path), { preserveTimestamps: true });
      }
      symlinkSync(join(root, "node_modules"), join(copy.root, "node_modules"), "junction");
      return copy;
    });
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Files that a test left behind, and bundles that were built from the mutated source, must not reach the next run. */
export function resetCopy(copy: Copy): void {
  rmSync(join(copy.root, "dist"), { recursive: true, force: true });
  for (const folder of [copy.temp, copy.home]) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    mkdirSync(folder, { recursive: true });
  }
}

export function writeSource(copy: Copy, path: string, text: string): void {
  writeFileSync(join(copy.root, path), text);
}
