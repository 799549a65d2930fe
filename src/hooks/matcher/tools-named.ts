/** Which tools a matcher can apply to at all, so that the others need not be sent the slower way. */
import { isExpression } from "./matcher.ts";
import { type Node, parseExpression } from "./parser.ts";
import { namesIn } from "./plain.ts";

/** Undefined: it may be any. The matcher is one that compiles. */
export function toolsNamed(matcher: string): readonly string[] | undefined {
  const text = matcher.trim();
  if (isExpression(matcher)) return namedIn(parseExpression(matcher));
  return text === "" ? undefined : namesIn(text, "PreToolUse");
}

function namedIn(node: Node): readonly string[] | undefined {
  switch (node.kind) {
    case "equal": {
      if (node.negated) return undefined;
      const other = isTool(node.left) ? node.right : isTool(node.right) ? node.left : undefined;
      return other?.kind === "literal" && typeof other.value === "string" ? [other.value] : undefined;
    }
    case "in":
      return isTool(node.subject) ? node.values.filter((value) => typeof value === "string") : undefined;
    case "and": {
      const [left, right] = [namedIn(node.left), namedIn(node.right)];
      return left === undefined
        ? right
        : right === undefined
          ? left
          : left.filter((name) => right.includes(name));
    }
    case "or": {
      const [left, right] = [namedIn(node.left), namedIn(node.right)];
      return left === undefined || right === undefined ? undefined : [...left, ...right];
    }
    default:
      return undefined;
  }
}

function isTool(node: Node): boolean {
  if (node.kind !== "path" || node.segments.length !== 1) return false;
  return node.segments[0] === "tool" || node.segments[0] === "tool_name";
}
