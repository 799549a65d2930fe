/** Holds the room table of docs/architecture.md: who may import whom. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const root = resolve(import.meta.dir, "..", "..");

/** `| room | may import | rule |` of docs/architecture.md; the first table whose head says so. */
function readTable(): Map<string, Set<string>> {
  const text = readFileSync(join(root, "docs", "architecture.md"), "utf8");
  const rows = text.slice(text.search(/^\| *room *\| *may import/m)).split("\n");
  const table = new Map<string, Set<string>>();
  for (const row of rows.slice(2)) {
    const [, module, imports] = row.split("|").map((cell) => cell.trim());
    if (module === undefined || imports === undefined) break;
    table.set(module, new Set(imports.split(",").map((name) => name.trim().replaceAll("`", ""))));
  }
  return table;
}

interface Import {
  file: string;
  module: string;
  /** A room, `node:…`, or a package. */
  target: string;
  typeOnly: boolean;
}

const IMPORT =
  /^\s*(?:import|export)\s+(type\s)?[^;]*?from\s+"([^"]+)"|import\("([^"]+)"\)|^\s*import\s+"([^"]+)"/gm;

function importsOf(file: string): Import[] {
  const path = join(root, file);
  const found: Import[] = [];
  for (const [, type, from, dynamic, bare] of readFileSync(path, "utf8").matchAll(IMPORT)) {
    const name = from ?? dynamic ?? bare ?? "";
    const target = name.startsWith(".")
      ? moduleOf(relative(root, resolve(dirname(path), name)))
      : packageOf(name);
    found.push({ file, module: moduleOf(file), target, typeOnly: type !== undefined });
  }
  return found;
}

function moduleOf(file: string): string {
  const [top, module, more] = file.split("/");
  // The package file belongs to nobody: it is where the version stands.
  if (top !== "src") return top === "package.json" ? "root" : (top ?? file);
  return more === undefined ? "root" : (module ?? "root");
}

function packageOf(name: string): string {
  if (name.startsWith("node:") || name.startsWith("bun")) return "runtime";
  return name.startsWith("@") ? name.split("/").slice(0, 2).join("/") : (name.split("/")[0] ?? name);
}

const files = [...new Bun.Glob("src/**/*.ts").scanSync(root)]
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !file.endsWith(".test.ts"));

test("every room of the source has a row in the table", () => {
  const table = readTable();
  const modules = new Set(files.map(moduleOf));
  expect([...modules].filter((module) => module !== "root" && !table.has(module))).toEqual([]);
});

test("every import keeps to the table", () => {
  const table = readTable();
  const broken = files
    .flatMap(importsOf)
    .filter(({ module, target }) => module !== "root" && target !== module && target !== "root")
    .filter(({ module, target, typeOnly }) => {
      const allowed = table.get(module) ?? new Set();
      return !(allowed.has(target) || (typeOnly && allowed.has(`${target} (types)`)));
    })
    .map(({ file, target }) => `${file} imports ${target}`);
  expect(broken).toEqual([]);
});

test("the pure rooms reach for no clock, file, environment or process", () => {
  const impure =
    /\bDate\.now\(|\bnew Date\(\)|\bprocess\.|\bMath\.random\(|\bfrom "node:(fs|os|child_process|net|http)/;
  const found = files
    .filter((file) => ["memory", "workflow", "protocol"].includes(moduleOf(file)))
    .filter((file) => impure.test(readFileSync(join(root, file), "utf8")));
  expect(found).toEqual([]);
});

test("snake_case of the client's wire stays in protocol", () => {
  const wire = /\b(hook_event_name|tool_input|tool_response|transcript_path|permission_mode)\b/;
  const found = files
    .filter((file) => ["daemon", "handlers", "memory", "workflow"].includes(moduleOf(file)))
    .filter((file) => wire.test(withoutComments(readFileSync(join(root, file), "utf8"))));
  // The event's own JSON is kept as it came; these name the fields that are left out of it.
  expect(found).toEqual(["src/memory/batch.ts"]);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}
