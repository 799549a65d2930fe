/**
 * Bundles what runs most into `dist/`: `bun bin/bundle.ts`. See src/platform/programs.ts. Each file is whole by
 * itself, so that a daemon which runs for weeks never looks for a piece of a build that is gone.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { leanZod } from "../src/platform/lean-zod-plugin.ts";
import { place } from "./place.ts";

const root = join(import.meta.dir, "..");
const folder = join(root, "dist");

/** What the hook loads only when something is wrong stays where it is: its usual way is to be read in no time. */
const fallbacksStay: Bun.BunPlugin = {
  name: "fallbacks-stay",
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const source = relative(folder, join(resolveDir, path)).replaceAll("\\", "/");
      return { path: source, external: true };
    });
  },
};

/**
 * Bun keeps bytecode in a second file, and reads the code itself where the two do not fit. For the hook, which starts
 * again and again; the daemon would start 60 ms sooner, and take 4 MB more as long as it runs.
 */
const compiled = { format: "cjs", bytecode: true } as const;

await bundle("hook.js", join("src", "cli", "hook", "program.ts"), { ...compiled, plugins: [fallbacksStay] });
await bundle("worker.js", join("src", "transcripts", "worker.ts"), { plugins: [leanZod] });
await bundle("daemon.js", join("src", "cli", "daemon.ts"), { plugins: [leanZod] });
await bundle("keeper.js", join("src", "keeper", "program.ts"), {});
await bundle("uninstall.js", join("src", "cli", "uninstall-program.ts"), { plugins: [leanZod] });

type Options = Pick<Bun.BuildConfig, "format" | "bytecode" | "plugins">;

async function bundle(name: string, entry: string, options: Options): Promise<void> {
  const built = await Bun.build({
    ...options,
    entrypoints: [join(root, entry)],
    target: "bun",
    // As bytecode a module's own place would be the one on the machine that bundles: see `packageDir`.
    define: { "import.meta.dir": '""' },
    // Names stay: they are what an error in the log is read by.
    minify: { whitespace: true, syntax: true, identifiers: false },
    // Not Pawl's own: the user's, if there is one.
    external: ["@anthropic-ai/claude-agent-sdk"],
    throw: false,
  });
  const code = built.outputs.find(({ kind }) => kind === "entry-point");
  if (!built.success || code === undefined) {
    for (const log of built.logs) console.error(String(log));
    process.exit(1);
  }
  mkdirSync(folder, { recursive: true });
  // Bytecode never stands beside another code than its own.
  rmSync(join(folder, `${name}.jsc`), { force: true });
  await place(join(folder, name), code);
  const bytecode = built.outputs.find(({ kind }) => kind === "bytecode");
  if (bytecode !== undefined) await place(join(folder, `${name}.jsc`), bytecode);
}
