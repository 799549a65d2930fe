/** Finds every mutation of a source file by its syntax tree. */
import { type Node, parseSync, visitorKeys } from "oxc-parser";
import { OPERATORS } from "./operators.ts";
import type { SourceFile } from "./sources.ts";

export type Mutation = {
  file: string;
  module: string;
  operator: string;
  start: number;
  end: number;
  /** 1-based line of `start`. */
  line: number;
  before: string;
  after: string;
  /** 1-based last line of the replaced text. */
  lastLine: number;
  /** 1-based first line of the statement around it. */
  statementLine: number;
  /** Set where the mutated value is a constant of the file: the lines that read it decide. */
  readers?: number[];
};

/** Type syntax never runs. These nodes wrap an expression that does. */
const WRAPPERS = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "TSInstantiationExpression",
]);

export function findMutations(file: SourceFile): Mutation[] {
  const parsed = parseSync(file.path, file.text, { sourceType: "module" });
  const [error] = parsed.errors;
  if (error !== undefined) throw new Error(`${file.path} does not parse: ${error.message}`);
  const lineOf = lineFinder(file.text);
  const found: Mutation[] = [];
  const visit = (node: Node, parent: Node | undefined, statement: Node, top: Node): void => {
    for (const [operator, mutate] of Object.entries(OPERATORS)) {
      for (const { start, end, after } of mutate(node, file.text, parent)) {
        const constant = constantName(top);
        found.push({
          file: file.path,
          module: file.module,
          operator,
          start,
          end,
          line: lineOf(start),
          before: file.text.slice(start, end),
          after,
          lastLine: lineOf(end),
          statementLine: lineOf(statement.start),
          ...(constant === undefined ? {} : { readers: readersOf(constant, file.text, top, lineOf) }),
        });
      }
    }
    for (const child of children(node)) {
      const inner = isStatement(child) ? child : statement;
      visit(child, node, inner, node.type === "Program" ? child : top);
    }
  };
  visit(parsed.program, undefined, parsed.program, parsed.program);
  return found;
}

function children(node: Node): Node[] {
  if (node.type.startsWith("TS") && !WRAPPERS.has(node.type)) return [];
  const keys = WRAPPERS.has(node.type) ? ["expression"] : (visitorKeys[node.type] ?? []);
  const values = keys.flatMap((key) => (node as unknown as Record<string, Node | Node[] | null>)[key] ?? []);
  return values.filter((value): value is Node => value !== null && typeof value === "object");
}

function isStatement(node: Node): boolean {
  return node.type.endsWith("Statement") || node.type === "VariableDeclaration";
}

/** The name that a top-level `const NAME = …` declares, where the file keeps it to itself. */
function constantName(top: Node): string | undefined {
  if (top.type !== "VariableDeclaration" || top.declarations.length !== 1) return undefined;
  const [declared] = top.declarations;
  if (declared?.id.type !== "Identifier" || declared.init === null) return undefined;
  // A function runs where it is called; its own lines tell.
  return /Function/.test(declared.init.type) ? undefined : declared.id.name;
}

function readersOf(name: string, text: string, top: Node, lineOf: (offset: number) => number): number[] {
  const lines = [...text.matchAll(new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$])`, "g"))]
    .filter(({ index }) => index < top.start || index > top.end)
    .map(({ index }) => lineOf(index));
  return [...new Set(lines)];
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

export function applyMutation(text: string, mutation: Mutation): string {
  const { start, end, before, after } = mutation;
  if (text.slice(start, end) !== before)
    throw new Error(`${mutation.file}:${mutation.line} has changed meanwhile`);
  return text.slice(0, start) + after + text.slice(end);
}
