/** A disk that is full after some kilobytes. Only root can create one, and not in every container. */
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk extends AsyncDisposable {
  dir: string;
  /** Leaves no free byte. */
  fill(): void;
  empty(): void;
}

export const canMount = mountable();

/** `dir`: an empty folder; default: one of its own. */
export function openSmallDisk(kilobytes: number, dir = mkdtempSync(join(tmpdir(), "pawl-disk-"))): SmallDisk {
  if (!mount(dir, kilobytes)) throw new Error("A small disk cannot be mounted here");
  const filler = join(dir, "filler");
  return {
    dir,
    fill() {
      mkdirSync(filler, { recursive: true });
      for (let n = 0; ; n++) {
        try {
          writeFileSync(join(filler, `${n}`), Buffer.alloc(4096));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
          break;
        }
      }
      if (statfsSync(dir).bfree > 0) throw new Error("The disk is not full");
    },
    empty: () => rmSync(filler, { recursive: true, force: true }),
    async [Symbol.asyncDispose]() {
      Bun.spawnSync(["umount", "-l", dir]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function mount(dir: string, kilobytes: number): boolean {
  const size = `size=${kilobytes}k`;
  return Bun.spawnSync(["mount", "-t", "tmpfs", "-o", size, "pawl-test", dir]).exitCode === 0;
}

function mountable(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const dir = mkdtempSync(join(tmpdir(), "pawl-disk-"));
  const mounted = mount(dir, 64);
  if (mounted) Bun.spawnSync(["umount", dir]);
  rmSync(dir, { recursive: true, force: true });
  return mounted;
}
