/** What can be changed at one node of the syntax tree. Each operator returns replacements of source ranges. */
import type { Node } from "oxc-parser";

export type Replacement = { start: number; end: number; after: string };

/** `text` is the source, `parent` the enclosing node. */
type Operator = (node: Node, text: string, parent: Node | undefined) => Replacement[];

const LEAVES = new Set(["ReturnStatement", "ContinueStatement", "ThrowStatement", "BreakStatement"]);
const LOGICAL: Record<string, string> = { "&&": "||", "||": "&&", "??": "&&" };
const BOUND: Record<string, string> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const EQUALITY: Record<string, string> = { "===": "!==", "!==": "===", "==": "!=", "!=": "==" };

const source = (node: Node, text: string): string => text.slice(node.start, node.end);

const negateCondition: Operator = (node, text) => {
  if (node.type !== "IfStatement" && node.type !== "ConditionalExpression") return [];
  const { test } = node;
  const negated = test.type === "UnaryExpression" && test.operator === "!";
  return [
    {
      start: test.start,
      end: test.end,
      after: negated ? source(test.argument, text) : `!(${source(test, text)})`,
    },
  ];
};

/** An `if` without `else` whose only statement leaves the block. */
const dropGuard: Operator = (node) => {
  if (node.type !== "IfStatement" || node.alternate !== null) return [];
  const { consequent } = node;
  const only =
    consequent.type === "BlockStatement" && consequent.body.length === 1 ? consequent.body[0] : consequent;
  if (only === undefined || !LEAVES.has(only.type)) return [];
  return [{ start: node.start, end: node.end, after: ";" }];
};

const dropCall: Operator = (node) => {
  if (node.type !== "ExpressionStatement") return [];
  let call: Node = node.expression;
  if (call.type === "UnaryExpression" && call.operator === "void") call = call.argument;
  if (call.type === "AwaitExpression") call = call.argument;
  if (call.type === "ChainExpression") call = call.expression;
  if (call.type !== "CallExpression" || call.callee.type === "Super") return [];
  return [{ start: node.start, end: node.end, after: ";" }];
};

const swapLogical: Operator = (node, text, parent) => {
  if (node.type !== "LogicalExpression") return [];
  const operator = LOGICAL[node.operator];
  if (operator === undefined) return [];
  const nested = [parent, node.left, node.right].some((near) => near?.type === "LogicalExpression");
  // `??` may not stand beside `&&` or `||` without parentheses, and the grouping must not change.
  if (nested) {
    const after = `((${source(node.left, text)}) ${operator} (${source(node.right, text)}))`;
    return [{ start: node.start, end: node.end, after }];
  }
  return swapOperator(node, text, operator);
};

const swapBinary: Operator = (node, text) => {
  if (node.type !== "BinaryExpression") return [];
  const operator = BOUND[node.operator] ?? EQUALITY[node.operator];
  return operator === undefined ? [] : swapOperator(node, text, operator);
};

/** Keeps both operands and what stands around the operator, such as a line break. */
function swapOperator(
  node: Extract<Node, { type: "BinaryExpression" | "LogicalExpression" }>,
  text: string,
  operator: string,
): Replacement[] {
  const between = text.slice(node.left.end, node.right.start);
  const at = between.indexOf(node.operator);
  // A comment between the operands may contain the operator as well; such a place is not worth a guess.
  if (at === -1 || between.includes("/*") || between.includes("//")) return [];
  const after = `${text.slice(node.start, node.left.end + at)}${operator}${text.slice(node.left.end + at + node.operator.length, node.end)}`;
  return [{ start: node.start, end: node.end, after }];
}

const changeLiteral: Operator = (node, _text, parent) => {
  if (node.type !== "Literal" || isKey(node, parent)) return [];
  if (typeof node.value === "boolean")
    return [{ start: node.start, end: node.end, after: String(!node.value) }];
  if (typeof node.value !== "number") return [];
  return otherNumbers(node.value).map((value) => ({
    start: node.start,
    end: node.end,
    after: String(value),
  }));
};

/** `{ 1: "one" }` and `list[0]` as a key: changing the name of a property is not a change of a constant. */
function isKey(node: Node, parent: Node | undefined): boolean {
  return parent !== undefined && "key" in parent && parent.key === node;
}

/** A limit of two minutes that is a millisecond shorter is the same limit; from here on only twice and half count. */
const LARGE = 1000;

/** One more, one less, twice and half, without the value itself and without repeats. */
export function otherNumbers(value: number): number[] {
  if (value === 0) return [1];
  const whole = Number.isInteger(value);
  const near = value >= LARGE ? [] : whole ? [value + 1, value - 1] : [value + 1];
  const far = whole && value <= 1 ? [] : [value * 2, whole ? Math.floor(value / 2) : value / 2];
  return [...new Set([...near, ...far])].filter((other) => other !== value && Number.isFinite(other));
}

export const OPERATORS: Record<string, Operator> = {
  "negate condition": negateCondition,
  "drop guard": dropGuard,
  "drop call": dropCall,
  "swap logical": swapLogical,
  "swap comparison": swapBinary,
  "change literal": changeLiteral,
};
