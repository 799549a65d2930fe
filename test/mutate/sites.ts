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
  /** Whether the replaced text is a statement; otherwise it is an expression. */
  statement: boolean;
  /** Set where the mutated value is a constant of the file: the places that read it, because declaring runs always. */
  readers?: [number, number][];
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
  const visit = (node: Node, parent: Node | undefined, readers: [number, number][] | undefined): void => {
    for (const [operator, mutate] of Object.entries(OPERATORS)) {
      for (const { start, end, after } of mutate(node, file.text, parent)) {
        found.push({
          file: file.path,
          module: file.module,
          operator,
          start,
          end,
          line: lineOf(start),
          lastLine: lineOf(end),
          before: file.text.slice(start, end),
          after,
          statement: node.start === start && node.end === end && node.type.endsWith("Statement"),
          ...(readers === undefined ? {} : { readers }),
        });
      }
    }
    for (const child of children(node)) visit(child, node, readers);
  };
  for (const top of parsed.program.body) visit(top, parsed.program, readersOf(top, parsed.program));
  return found;
}

function children(node: Node): Node[] {
  if (node.type.startsWith("TS") && !WRAPPERS.has(node.type)) return [];
  const keys = WRAPPERS.has(node.type) ? ["expression"] : (visitorKeys[node.type] ?? []);
  const values = keys.flatMap((key) => (node as unknown as Record<string, Node | Node[] | null>)[key] ?? []);
  return values.filter((value): value is Node => value !== null && typeof value === "object");
}

/** The places that read `const NAME = …` of a file that does not export it; undefined where that cannot be told. */
function readersOf(top: Node, program: Node): [number, number][] | undefined {
  if (top.type !== "VariableDeclaration" || top.declarations.length !== 1) return undefined;
  const [declared] = top.declarations;
  if (declared?.id.type !== "Identifier" || declared.init === null) return undefined;
  // A function runs where it is called, so its own places tell.
  if (/Function|Class/.test(declared.init.type)) return undefined;
  const readers: [number, number][] = [];
  const isWhole = collectReads(program, declared.id.name, declared.id, readers);
  return isWhole && readers.length > 0 ? readers : undefined;
}

/** False when the name is used in a way that a probe cannot wrap: exported, assigned, a shorthand property. */
function collectReads(node: Node, name: string, declaration: Node, reads: [number, number][]): boolean {
  return children(node).every((child) => {
    if (child.type !== "Identifier" || child.name !== name || child === declaration) {
      return collectReads(child, name, declaration, reads);
    }
    if (isOnlyName(node, child)) return true;
    if (!READS_WHOLE.has(node.type) || ("shorthand" in node && node.shorthand)) return false;
    reads.push([child.start, child.end]);
    return true;
  });
}

/** `object.NAME` and `{ NAME: … }` are names of properties, not reads. */
function isOnlyName(parent: Node, child: Node): boolean {
  if (parent.type === "MemberExpression") return !parent.computed && parent.property === child;
  return parent.type === "Property" && !parent.computed && !parent.shorthand && parent.key === child;
}

/** Parents in which an identifier is an expression that may be put in parentheses. */
const READS_WHOLE = new Set([
  "BinaryExpression",
  "LogicalExpression",
  "ConditionalExpression",
  "CallExpression",
  "NewExpression",
  "MemberExpression",
  "Property",
  "ArrayExpression",
  "SpreadElement",
  "TemplateLiteral",
  "ReturnStatement",
  "VariableDeclarator",
  "UnaryExpression",
  "ForOfStatement",
  "ArrowFunctionExpression",
]);

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
