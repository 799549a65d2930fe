/**
 * Bundles the page: `bun viewer/build.ts [folder]`, default `viewer/dist`. The output files contain
 * everything that the page needs at run time; `part-….js` is loaded when it is needed.
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { place } from "../bin/place.ts";

const sources = join(import.meta.dir, "src");
const folder = resolve(process.argv[2] ?? join(import.meta.dir, "dist"));

const built = await Bun.build({
  entrypoints: [join(sources, "main.tsx")],
  target: "browser",
  format: "esm",
  minify: true,
  splitting: true,
  define: { "process.env.NODE_ENV": '"production"' },
  naming: { entry: "app.[ext]", chunk: "part-[hash].[ext]", asset: "[name].[ext]" },
  jsx: { runtime: "automatic", importSource: "preact", development: false },
  throw: false,
});
if (!built.success) {
  for (const log of built.logs) console.error(String(log));
  process.exit(1);
}

mkdirSync(folder, { recursive: true });
const parts = new Set<string>();
// The entry comes last: where it is, its parts are.
for (const output of built.outputs.toSorted(
  (a, b) => Number(a.kind === "entry-point") - Number(b.kind === "entry-point"),
)) {
  const name = basename(output.path);
  await place(join(folder, name), output);
  parts.add(name);
}
await place(join(folder, "icon.svg"), Bun.file(join(sources, "icon.svg")));
for (const name of readdirSync(folder)) {
  if (/^part-.*\.js$/.test(name) && !parts.has(name)) rmSync(join(folder, name));
}
