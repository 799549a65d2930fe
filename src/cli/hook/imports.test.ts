import { expect, test } from "bun:test";
import { dirname, relative, resolve } from "node:path";

const SOURCE = resolve(import.meta.dir, "..", "..");
const scanner = new Bun.Transpiler({ loader: "ts" });

/** Everything that is loaded before the first event is read: static imports, followed to the end. */
async function loadedBy(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const code = scanner.transformSync(await Bun.file(file).text());
  for (const { path, kind } of scanner.scanImports(code)) {
    if (kind !== "import-statement") continue;
    if (path.startsWith(".")) await loadedBy(resolve(dirname(file), path), seen);
    else seen.add(path);
  }
  return seen;
}

test("pawl hook loads no catalogue, no library and no module of node", async () => {
  const loaded = await loadedBy(resolve(import.meta.dir, "program.ts"));
  expect([...loaded].map((file) => (file.startsWith("/") ? relative(SOURCE, file) : file)).sort()).toEqual([
    "cli/hook/call.ts",
    "cli/hook/find-daemon.ts",
    "cli/hook/program.ts",
    "cli/hook/read-file.ts",
    "cli/hook/request.ts",
    "platform/connection.ts",
    "platform/daemon-info.ts",
    "platform/env.ts",
    "platform/hook-request.ts",
    "platform/paths.ts",
    "platform/runtime.ts",
  ]);
});
