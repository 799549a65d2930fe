/**
 * Bundles the page: `bun viewer/build.ts [folder]`, default `viewer/dist`. Everything that the page needs at run time
 * is in the three files that come out.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

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
  await place(name, await output.text());
}
await place("icon.svg", await Bun.file(join(sources, "icon.svg")).text());

/** Two daemons may build at the same time: each file is there whole, whoever came last. */
async function place(name: string, text: string): Promise<void> {
  const draft = join(folder, `.${name}.${randomBytes(6).toString("hex")}`);
  try {
    await Bun.write(draft, text);
    renameSync(draft, join(folder, name));
  } finally {
    rmSync(draft, { force: true });
  }
}
