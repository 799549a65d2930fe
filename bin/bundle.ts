/**
 * Bundles the hook and the daemon into `dist/`: `bun bin/bundle.ts`. See src/platform/programs.ts. Each file is
 * self-contained, so that a long-running daemon never looks for a chunk that a newer build has deleted.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { leanZod } from "../src/platform/lean-zod.ts";
import { place } from "./place.ts";

const root = join(import.meta.dir, "..");
const folder = join(root, "dist");

/** Modules that are imported when they are needed stay separate, so that what is always loaded is small. */
const staysSeparate = (filter: RegExp): Bun.BunPlugin => ({
  name: "stays-separate",
  setup(build) {
    build.onResolve({ filter }, ({ path, kind, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const source = relative(folder, join(resolveDir, path)).replaceAll("\\", "/");
      return { path: source, external: true };
    });
  },
});

/** What hook and keeper need only after an error. */
const fallbacksStay = staysSeparate(/^\./);
/** How a client is connected: only commands ask, in all their words. */
const connectsStay = staysSeparate(/^\.\/connect\.ts$/);

/**
 * Bun stores bytecode in a second file and falls back to the source if the two do not match. Used only for the
 * hook, which starts often. The daemon would start 60 ms faster, but use 4 MB more for as long as it runs.
 */
const compiled = { format: "cjs", bytecode: true } as const;

await bundle("hook.js", join("src", "cli", "hook", "program.ts"), { ...compiled, plugins: [fallbacksStay] });
await bundle("team-worker.js", join("src", "team", "worker.ts"), { plugins: [leanZod, connectsStay] });
await bundle("work.js", join("src", "daemon", "work", "program.ts"), { plugins: [leanZod, connectsStay] });
await bundle("daemon.js", join("src", "cli", "daemon.ts"), { plugins: [leanZod, connectsStay] });
await bundle("keeper.js", join("src", "daemon", "keeper", "program.ts"), { plugins: [fallbacksStay] });
await bundle("uninstall.js", join("src", "cli", "uninstall-program.ts"), { plugins: [leanZod] });

type Options = Pick<Bun.BuildConfig, "format" | "bytecode" | "plugins">;

async function bundle(name: string, entry: string, options: Options): Promise<void> {
  const built = await Bun.build({
    ...options,
    entrypoints: [join(root, entry)],
    target: "bun",
    // In bytecode, a module's own path would be the one on the build machine; see `packageDir`.
    define: { "import.meta.dir": '""' },
    // Keep names: stack traces in the log need them.
    minify: { whitespace: true, syntax: true, identifiers: false },
    // Not bundled: the user's own copy is used, if there is one.
    external: ["@anthropic-ai/claude-agent-sdk"],
    throw: false,
  });
  const code = built.outputs.find(({ kind }) => kind === "entry-point");
  if (!built.success || code === undefined) {
    for (const log of built.logs) console.error(String(log));
    process.exit(1);
  }
  mkdirSync(folder, { recursive: true });
  // Bytecode must never be next to code it was not built from.
  rmSync(join(folder, `${name}.jsc`), { force: true });
  await place(join(folder, name), code);
  const bytecode = built.outputs.find(({ kind }) => kind === "bytecode");
  if (bytecode !== undefined) await place(join(folder, `${name}.jsc`), bytecode);
}
