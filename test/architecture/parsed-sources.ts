/** The repository's own TypeScript, parsed: what each file imports and exports, and how long its functions are. */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Node, parseSync } from "oxc-parser";

export const root = resolve(import.meta.dir, "..", "..");

export interface Import {
  /** Path from the root; undefined for a package. */
  target: string | undefined;
  specifier: string;
  /** Imported names; `*` for the whole module. */
  names: string[];
  /** `import()`: loaded at run time, when it is needed. */
  dynamic: boolean;
}

export interface SourceFunction {
  name: string;
  line: number;
  lines: number;
}

export interface Definition {
  name: string;
  kind: "function" | "type" | "number" | "other";
}

export interface SourceFile {
  path: string;
  lines: number;
  imports: Import[];
  exports: string[];
  /** What the file defines outside of functions, exported or not. */
  definitions(): Definition[];
  functions(): SourceFunction[];
}

export function readSources(folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync({ cwd: root })])
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.includes("node_modules/") && !path.endsWith(".d.ts"))
    .sort()
    .map((path) => readSource(path, readFileSync(join(root, path), "utf8")));
}

/** `import("./file.ts")`, in code and in types. */
const DYNAMIC = /\bimport\(\s*"([^"]+)"\s*\)/g;

export function readSource(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text);
  const { staticImports, staticExports } = parsed.module;
  const imports = new Map<string, Import>();
  const add = (specifier: string, dynamic: boolean, names: readonly string[]) => {
    const target = specifier.startsWith(".")
      ? join(dirname(path), specifier).replaceAll("\\", "/")
      : undefined;
    const known = imports.get(`${dynamic} ${specifier}`) ?? { target, specifier, names: [], dynamic };
    known.names.push(...names);
    imports.set(`${dynamic} ${specifier}`, known);
  };
  for (const { moduleRequest, entries } of staticImports) {
    const names = entries.map(({ importName }) =>
      importName.kind === "Name" ? (importName.name ?? "*") : importName.kind === "Default" ? "default" : "*",
    );
    add(moduleRequest.value, false, names);
  }
  const exports: string[] = [];
  for (const { moduleRequest, importName, exportName } of staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest !== null) add(moduleRequest.value, false, [importName.name ?? "*"]);
    if (exportName.kind !== "None") exports.push(exportName.name ?? "default");
  }
  for (const [, specifier = ""] of text.matchAll(DYNAMIC)) add(specifier, true, ["*"]);
  return {
    path,
    lines: text.trimEnd().split("\n").length,
    imports: [...imports.values()],
    exports,
    definitions: () => parsed.program.body.flatMap(definitionsIn),
    functions: () => functionsIn(parsed.program, text),
  };
}

function definitionsIn(statement: Node): Definition[] {
  switch (statement.type) {
    case "ExportNamedDeclaration":
      return statement.declaration === null ? [] : definitionsIn(statement.declaration);
    case "VariableDeclaration":
      return statement.declarations.flatMap(({ id, init }) =>
        id.type === "Identifier" ? [{ name: id.name, kind: kindOf(init) }] : [],
      );
    case "FunctionDeclaration":
      return statement.id === null ? [] : [{ name: statement.id.name, kind: "function" }];
    case "ClassDeclaration":
      return statement.id === null ? [] : [{ name: statement.id.name, kind: "type" }];
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return [{ name: statement.id.name, kind: "type" }];
    default:
      return [];
  }
}

function kindOf(value: Node | null): Definition["kind"] {
  if (value !== null && FUNCTIONS.has(value.type)) return "function";
  return value !== null && isNumeric(value) ? "number" : "other";
}

/** A number as a literal, or arithmetic of such: `60 * 60 * 1000`. */
function isNumeric(value: Node): boolean {
  switch (value.type) {
    case "Literal":
      return typeof value.value === "number";
    case "UnaryExpression":
      return isNumeric(value.argument);
    case "BinaryExpression":
      return isNumeric(value.left) && isNumeric(value.right);
    case "ParenthesizedExpression":
    case "TSAsExpression":
      return isNumeric(value.expression);
    default:
      return false;
  }
}

function functionsIn(program: Node, text: string): SourceFunction[] {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineAt = (offset: number) => starts.findLastIndex((start) => start <= offset) + 1;
  const functions: SourceFunction[] = [];
  visit(program, undefined, (node, parent) => {
    if (!FUNCTIONS.has(node.type)) return;
    const line = lineAt(node.start);
    functions.push({ name: nameOf(node, parent), line, lines: lineAt(node.end) - line + 1 });
  });
  return functions;
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
]);

/** Its own name, or that of the variable, field or method that holds it. */
function nameOf(node: Node, parent: Node | undefined): string {
  for (const place of [node, parent]) {
    if (place === undefined) continue;
    const id = "id" in place ? place.id : "key" in place ? place.key : undefined;
    if (id?.type === "Identifier") return id.name;
  }
  return "(no name)";
}

type See = (node: Node, parent: Node | undefined) => void;

function visit(node: Node, parent: Node | undefined, see: See): void {
  see(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, node, see);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
