/** `npm run generate` writes every generated file; it names those that have changed. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageDir } from "../src/platform/paths.ts";
import { generatedFiles } from "./outputs.ts";

for (const [path, text] of Object.entries(generatedFiles())) {
  const file = join(packageDir, path);
  const before = await readFile(file, "utf8").catch(() => undefined);
  if (before === text) continue;
  await Bun.write(file, text);
  console.log(path);
}
