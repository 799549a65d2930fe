/** `npm run generate` writes every generated file and names those that have changed; it checks the translations first. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageDir } from "../src/platform/paths.ts";
import { clientSetups } from "./client-setups.ts";
import { translationFaults } from "./translations.ts";

const faults = translationFaults();
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);

// First: the others come from code that needs it.
await write({ "src/clients/setup-table.ts": clientSetups() });
const { generatedFiles } = await import("./outputs.ts");
await write(generatedFiles());

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(packageDir, path);
    const before = await readFile(file, "utf8").catch(() => undefined);
    if (before === text) continue;
    await Bun.write(file, text);
    console.log(path);
  }
}
