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

export type Assets = ReturnType<typeof createAssets>;

interface AssetOptions {
  viewerDir?: string;
  onError(error: unknown): void;
}

export function createAssets({ viewerDir = join(packageDir, "viewer"), onError }: AssetOptions) {
  const folder = join(viewerDir, "dist");
  let building: Promise<void> | undefined;

  return {
    /** The folder with all files; undefined if there is none and it cannot be built. */
    async folder(): Promise<string | undefined> {
      if (madeAt(folder) < newest(join(viewerDir, "src")) && canBuild()) {
        building ??= build().finally(() => {
          building = undefined;
        });
        await building;
      }
      // If a new build fails, an old one is better than none.
      return madeAt(folder) > 0 ? folder : undefined;
    },
  };

  async function build(): Promise<void> {
    const child = Bun.spawn([process.execPath, join(viewerDir, "build.ts"), folder], {
      cwd: packageDir,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
    const said = await new Response(child.stderr).text();
    if ((await child.exited) !== 0) onError(said.slice(0, 2000));
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
