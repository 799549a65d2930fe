/** Holds the rules of `module-rules.ts`, and the docs to them. */
import { expect, test } from "bun:test";
import { EXCEPTIONS, MODULES, type ModuleRule, PURE, ROOT } from "./module-rules.ts";
import { type Import, importsOf, moduleOf, sourceFiles, textOf, withoutComments } from "./source-files.ts";

const all = sourceFiles.flatMap(importsOf);
const order = Object.keys(MODULES);

function isAllowed({ module, target, isTypeOnly }: Import): boolean {
  const rule = MODULES[module];
  if (module === ROOT || target === ROOT || target === module) return true;
  if (rule === undefined) return false;
  if (target === "runtime") return rule.runtime === true || isTypeOnly;
  if (rule.packages?.includes(target)) return true;
  if (rule.only !== undefined) return rule.only.includes(target);
  return order.includes(target) && order.indexOf(target) < order.indexOf(module);
}

const named = ({ file, target }: Import) => `${file} > ${target}`;

test("every module of the source has a rule, and every rule a module", () => {
  const modules = new Set(sourceFiles.map(moduleOf).filter((module) => module !== ROOT));
  expect([...modules].sort()).toEqual(Object.keys(MODULES).sort());
});

test("every import keeps to the order", () => {
  const broken = all.filter((one) => !isAllowed(one)).map(named);
  expect(broken.filter((one) => !EXCEPTIONS.includes(one))).toEqual([]);
});

test("every exception is still needed", () => {
  const needed = new Set(all.filter((one) => !isAllowed(one)).map(named));
  expect(EXCEPTIONS.filter((one) => !needed.has(one))).toEqual([]);
});

test("the pure modules reach for no clock, file, environment or process", () => {
  const impure =
    /\bDate\.now\(|\bnew Date\(\)|\bprocess\.|\bMath\.random\(|\bfrom "node:(fs|os|child_process|net|http)/;
  const found = sourceFiles
    .filter((file) => PURE.some((folder) => file.startsWith(folder)))
    .filter((file) => impure.test(withoutComments(textOf(file))));
  expect(found).toEqual([]);
});

/** Folders that see events only as `clients/` has parsed them. Columns of the database have some of the same names. */
const WITHOUT_FIELDS: readonly string[] = [
  "src/daemon/api/",
  "src/daemon/import/",
  "src/daemon/work/",
  "src/pipeline/events/",
  "src/memory/",
  "src/search/",
  "src/recall/",
  "src/history/day/",
  "src/work/",
  "src/pipeline/batch.ts",
];

test("a client's field names stay in clients", () => {
  const wire = /\b(hook_event_name|tool_input|tool_response|transcript_path|permission_mode)\b/;
  const found = sourceFiles
    .filter((file) => WITHOUT_FIELDS.some((folder) => file.startsWith(folder)))
    .filter((file) => wire.test(withoutComments(textOf(file))));
  // An event's own JSON is kept as it came; this names the fields that are left out of it.
  expect(found).toEqual(["src/pipeline/batch.ts"]);
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

function toRow({ packages = [], runtime, only, rule }: ModuleRule): string {
  const modules = only === undefined ? ["those above"] : only;
  return `${[...modules, ...packages, ...(runtime ? ["the runtime"] : [])].join(", ")} | ${rule}`;
}
