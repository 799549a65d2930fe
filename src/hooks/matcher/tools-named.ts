/** The tools that a matcher can apply to, so that others need not be sent the slower way. */
import { type Node, parseExpression, sidesOf } from "./expression.ts";
import { isExpression } from "./matcher.ts";
import { namesIn } from "./plain.ts";

/** Undefined means any tool. The matcher must be one that compiles. */
export function toolsNamed(matcher: string): readonly string[] | undefined {
  const text = matcher.trim();
  if (isExpression(matcher)) return namedIn(parseExpression(matcher));
  return text === "" ? undefined : namesIn(text, "PreToolUse");
}

function namedIn(node: Node): readonly string[] | undefined {
  if (node.kind === "and" || node.kind === "or") {
    const [left, right] = [namedIn(node.left), namedIn(node.right)];
    if (left === undefined || right === undefined) return node.kind === "and" ? (left ?? right) : undefined;
    return node.kind === "or" ? [...left, ...right] : left.filter((name) => right.includes(name));
  }
  if (node.kind === "in" && isTool(node.subject))
    return node.values.filter((value) => typeof value === "string");
  if (node.kind !== "equal" || node.negated) return undefined;
  const [subject, other] = sidesOf(node);
  const isOne = isTool(subject) && other.kind === "literal" && typeof other.value === "string";
  return isOne ? [String(other.value)] : undefined;
}

const isTool = (node: Node): boolean =>
  node.kind === "path" && /^tool(?:_name)?$/.test(node.segments.join("."));
