/**
 * Builds `pawl` and `pawl/sdk` for node into `dist/lib`: `bun bin/library.ts`. ESM and CommonJS, without Bun's own API: the
 * two files that use it are replaced by those for node.
 */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { place } from "./place.ts";

const root = join(import.meta.dir, "..");
const folder = join(root, "dist", "lib");

const forNode: Bun.BunPlugin = {
  name: "for-node",
  setup(build) {
    build.onResolve({ filter: /\/(?:runtime|glob-engine)\.ts$/ }, ({ path, importer, resolveDir }) => {
      const twin = join(resolveDir, path.replace(/\.ts$/, "-node.ts"));
      // The one for node takes its types from the other.
      return importer.endsWith("-node.ts") || !existsSync(twin) ? undefined : { path: twin };
    });
  },
};

/** Where the built file is, in both kinds of module. */
const FOLDER = {
  esm: `import { dirname as pawlDirname } from "node:path";
import { fileURLToPath as pawlFile } from "node:url";
const PAWL_LIBRARY_FOLDER = pawlDirname(pawlFile(import.meta.url));`,
  cjs: "const PAWL_LIBRARY_FOLDER = __dirname;",
};

mkdirSync(folder, { recursive: true });
for (const format of ["esm", "cjs"] as const) {
  for (const [name, entry] of [
    ["index", "src/index.ts"],
    ["sdk", "src/sdk/index.ts"],
  ] as const) {
    const built = await Bun.build({
      entrypoints: [join(root, entry)],
      target: "node",
      format,
      plugins: [forNode],
      // Dependencies stay what the user's package manager installed; the Agent SDK is loaded when it is needed.
      external: ["@anthropic-ai/claude-agent-sdk", "zod", "jsonc-parser"],
      minify: { whitespace: false, syntax: true, identifiers: false },
      throw: false,
    });
    const [code] = built.outputs;
    if (!built.success || code === undefined) {
      for (const log of built.logs) console.error(String(log));
      process.exit(1);
    }
    const text = `${FOLDER[format]}\n${await code.text()}`;
    // A name of Bun's in the library would fail at a user's, and only there.
    const bun = /(?<![\w.$"'/])Bun\.\w+|import\.meta\.dir\b/.exec(text.replace(/^\s*(?:\/\/|\*).*$/gm, ""));
    if (bun !== null) throw new Error(`${name} (${format}) uses ${bun[0]}`);
    await place(join(folder, `${name}.${format === "esm" ? "js" : "cjs"}`), text);
  }
}
