/**
 * The page's files. A packed Pawl includes them in `viewer/dist`. In a checkout they are built on first use, and
 * again after a change. The build runs in its own process, because the long-running daemon should not keep a
 * bundler's memory.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { packageDir } from "../../platform/paths.ts";

const NAMES = ["app.js", "app.css", "icon.svg"] as const;
export type AssetName = (typeof NAMES)[number];

export const ASSET_TYPES: Record<AssetName, string> = {
  "app.js": "text/javascript; charset=utf-8",
  "app.css": "text/css; charset=utf-8",
  "icon.svg": "image/svg+xml",
};

export interface Assets {
  /** The folder with all files; undefined if there is none and it cannot be built. */
  folder(): Promise<string | undefined>;
}

interface AssetOptions {
  viewerDir?: string;
  /** Where to build if the source folder is not writable. */
  fallbackDir: string;
  onError(error: unknown): void;
}

/** The files of one visit are looked up once: they are requested together. */
const KNOWN_MS = 1000;

export function createAssets(options: AssetOptions): Assets {
  const viewerDir = options.viewerDir ?? join(packageDir, "viewer");
  const folders = [join(viewerDir, "dist"), options.fallbackDir];
  let building: Promise<string | undefined> | undefined;
  let known: { folder: string; until: number } | undefined;

  return {
    async folder() {
      const at = performance.now();
      if (known !== undefined && at < known.until && existsSync(known.folder)) return known.folder;
      const folder = await find();
      known = folder === undefined ? undefined : { folder, until: at + KNOWN_MS };
      return folder;
    },
  };

  function find(): Promise<string | undefined> {
    const changed = newest(join(viewerDir, "src"));
    const ready = folders.find((folder) => madeAt(folder) >= changed);
    if (ready !== undefined) return Promise.resolve(ready);
    // If a new build fails, an old one is better than none.
    const old = folders.find((folder) => madeAt(folder) > 0);
    if (!canBuild()) return Promise.resolve(old);
    building ??= build()
      .then((folder) => folder ?? old)
      .finally(() => {
        building = undefined;
      });
    return building;
  }

  async function build(): Promise<string | undefined> {
    for (const folder of folders) {
      const child = Bun.spawn([process.execPath, join(viewerDir, "build.ts"), folder], {
        cwd: packageDir,
        stdin: "ignore",
        stdout: "ignore",
        stderr: "pipe",
      });
      const said = await new Response(child.stderr).text();
      if ((await child.exited) === 0) return folder;
      options.onError(said.slice(0, 2000));
    }
    return undefined;
  }
}

function canBuild(): boolean {
  return existsSync(join(packageDir, "node_modules", "preact", "package.json"));
}

/** Modification time of the oldest file; 0 if one is missing. */
function madeAt(folder: string): number {
  return Math.min(
    ...NAMES.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
}

function newest(dir: string): number {
  if (!existsSync(dir)) return 0;
  let at = 0;
  for (const file of new Bun.Glob("**/*").scanSync({ cwd: dir })) {
    at = Math.max(at, statSync(join(dir, file)).mtimeMs);
  }
  return at;
}
