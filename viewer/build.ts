/**
 * Bundles the page: `bun viewer/build.ts [folder]`, default `viewer/dist`. The three output files contain
 * everything that the page needs at run time.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { place } from "../bin/place.ts";

const sources = join(import.meta.dir, "src");
const folder = resolve(process.argv[2] ?? join(import.meta.dir, "dist"));

const built = await Bun.build({
  entrypoints: [join(sources, "main.tsx")],
  target: "browser",
  format: "esm",
  minify: true,
  define: { "process.env.NODE_ENV": '"production"' },
  naming: { entry: "app.[ext]", asset: "[name].[ext]" },
  jsx: { runtime: "automatic", importSource: "preact", development: false },
  throw: false,
});
if (!built.success) {
  for (const log of built.logs) console.error(String(log));
  process.exit(1);
}

mkdirSync(folder, { recursive: true });
for (const output of built.outputs) {
  const name = output.path.endsWith(".css") ? "app.css" : "app.js";
  await place(join(folder, name), output);
}
await place(join(folder, "icon.svg"), Bun.file(join(sources, "icon.svg")));
