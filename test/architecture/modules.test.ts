/** Holds the rules of `module-rules.ts`, and the docs to them. */
import { expect, test } from "bun:test";
import { EXCEPTIONS, MODULES, type ModuleRule, ROOT } from "./module-rules.ts";
import { type Import, importsOf, moduleOf, sourceFiles, textOf, withoutComments } from "./source-files.ts";

const all = sourceFiles.flatMap(importsOf);

function isAllowed({ module, target, isTypeOnly }: Import): boolean {
  const rule = MODULES[module];
  if (module === ROOT || target === ROOT || target === module) return true;
  if (rule === undefined) return false;
  if (target === "runtime") return rule.runtime === true || isTypeOnly;
  return rule.imports.includes(target) || (isTypeOnly && rule.types?.includes(target) === true);
}

const exceptionOf = ({ file, target }: Import) =>
  EXCEPTIONS.find((one) => one.imports === target && (one.file === file || file.startsWith(one.file)));

test("every module of the source has a rule, and every rule a module", () => {
  const modules = new Set(sourceFiles.map(moduleOf).filter((module) => module !== ROOT));
  expect([...modules].sort()).toEqual(Object.keys(MODULES).sort());
});

test("every import keeps to the rules", () => {
  const broken = all.filter((one) => !isAllowed(one) && exceptionOf(one) === undefined);
  expect(broken.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test("every exception is still needed", () => {
  const needed = new Set(all.filter((one) => !isAllowed(one)).map(exceptionOf));
  expect(EXCEPTIONS.filter((one) => !needed.has(one))).toEqual([]);
});

test("nobody outside of the store imports its engine", () => {
  const broken = all.filter(
    ({ module, path }) => module !== "store" && path?.startsWith("src/store/sqlite/"),
  );
  expect(broken.map(({ file }) => file)).toEqual([]);
});

test("the pure modules reach for no clock, file, environment or process", () => {
  const impure =
    /\bDate\.now\(|\bnew Date\(\)|\bprocess\.|\bMath\.random\(|\bfrom "node:(fs|os|child_process|net|http)/;
  const found = sourceFiles
    .filter((file) => ["memory", "workflow", "protocol", "locale"].includes(moduleOf(file)))
    .filter((file) => impure.test(withoutComments(textOf(file))));
  expect(found).toEqual([]);
});

test("a client's field names stay in protocol", () => {
  const wire = /\b(hook_event_name|tool_input|tool_response|transcript_path|permission_mode)\b/;
  const found = sourceFiles
    .filter((file) => ["daemon", "events", "services", "memory", "workflow"].includes(moduleOf(file)))
    .filter((file) => wire.test(withoutComments(textOf(file))));
  // An event's own JSON is kept as it came; this names the fields that are left out of it.
  expect(found).toEqual(["src/memory/records/batch.ts"]);
});

test("the table in docs/architecture.md says what the rules say", () => {
  const docs = textOf("docs/architecture.md");
  const rows = docs.slice(docs.search(/^\| *module *\| *may import/m)).split("\n");
  const table = new Map<string, string>();
  for (const row of rows.slice(2)) {
    const [, module, imports, rule] = row.split("|").map((cell) => cell.trim());
    if (module === undefined || imports === undefined) break;
    table.set(module, `${imports} | ${rule}`);
  }
  expect(Object.fromEntries(table)).toEqual(
    Object.fromEntries(Object.entries(MODULES).map(([name, rule]) => [name, toRow(rule)])),
  );
});

function toRow({ imports, types = [], runtime, rule }: ModuleRule): string {
  const all = [...imports, ...types.map((name) => `${name} (types)`), ...(runtime ? ["the runtime"] : [])];
  return `${all.join(", ")} | ${rule}`;
}
