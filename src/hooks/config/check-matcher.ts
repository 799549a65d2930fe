/** Finds matchers that compile but never match, or that mean something else than intended. */

import {
  eventFields,
  type HookEventName,
  SUBJECT_VALUES,
  subjectField,
  TOOL_FIELDS,
  TOOLS,
} from "../../clients/index.ts";
import { nearestName } from "../../platform/nearest-name.ts";
import { type Node, nodesIn, parseExpression, sidesOf } from "../matcher/expression.ts";
import { isCondition } from "../matcher/matcher.ts";
import { compilePlain, namesInMatcher } from "../matcher/plain.ts";

/** `tool == Bash` compares two fields, and the event has only one of them, so it never matches. */
export function forgottenQuotes(event: HookEventName, matcher: string): string | undefined {
  const text = matcher.trim();
  const nodes = isCondition(text) ? nodesIn(parseExpression(text)) : [];
  for (const node of nodes) {
    if (node.kind !== "equal" || node.left.kind !== "path" || node.right.kind !== "path") continue;
    const word = node.right.segments.join(".");
    if (!fieldsOf(event).includes(node.right.segments[0] ?? ""))
      return `${word} is not a field. A text needs quotes: "${word}".`;
  }
  return undefined;
}

const fieldsOf = (event: HookEventName): string[] => [
  ...eventFields(event),
  "client",
  ...(eventFields(event).includes("tool_name") ? ["tool"] : []),
];

/** Returns one sentence per problem. The matcher must be one that compiles. */
export function matcherProblems(event: HookEventName, matcher: string): string[] {
  const text = matcher.trim();
  if (text === "" || text === "*") return [];
  return isCondition(text)
    ? nodesIn(parseExpression(text)).flatMap((node) => nodeProblems(event, node))
    : plainProblems(event, text);
}

function plainProblems(event: HookEventName, text: string): string[] {
  const field = subjectField(event);
  if (field === undefined) return [];
  if (/^\s*[\w.]+\s+=\s/.test(text)) return ["One = is not an operator; write == to compare."];
  if (/^[a-z_.]+\s+(?:like|includes|endsWith)\b|\.(?:startsWith|includes|endsWith)\(/.test(text))
    return [
      "This is read as a regular expression. Conditions use ==, !=, in, contains, startsWith, matches and =~.",
    ];
  const rule = /^(\w+)\(.*\)$/.exec(text);
  if (rule !== null && TOOLS.includes(rule[1] ?? ""))
    return [
      `${text} is a permission rule, which no tool's name matches. Write it as "if", and "${rule[1]}" here.`,
    ];
  const names = namesInMatcher(text, event);
  if (names !== undefined) return names.flatMap((name) => nameProblem(event, field, name));
  if (/[,]\s/.test(text))
    return [`${text} is read as a regular expression, with its comma. List names with |.`];
  const known = field === "tool_name" ? [...TOOLS, "mcp__server__tool"] : (SUBJECT_VALUES[event] ?? []);
  const test = compilePlain(text);
  const isDead = text.length < 200 && known.length > 0 && !known.some((name) => test(name, event));
  return isDead && !/mcp__/.test(text) ? [`No ${field} that Pawl knows matches ${text}.`] : [];
}

function nameProblem(event: HookEventName, field: string, name: string): string[] {
  if (field === "tool_name") return toolProblem(name);
  const known = SUBJECT_VALUES[event];
  if (known === undefined || known.includes(name)) return [];
  return [`${JSON.stringify(name)} is no ${field} of ${event}${suggest(name, known)}`];
}

function toolProblem(name: string): string[] {
  if (TOOLS.includes(name) || name.startsWith("mcp__")) return [];
  return [`${JSON.stringify(name)} is no tool that Claude Code has${suggest(name, TOOLS)}`];
}

function suggest(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined ? "." : `; did you mean ${near}?`;
}

function nodeProblems(event: HookEventName, node: Node): string[] {
  if (node.kind === "path") return fieldProblem(event, node.segments);
  if (node.kind === "in") return node.values.flatMap((value) => valueProblem(event, node.subject, value));
  if (node.kind !== "equal") return [];
  const [subject, other] = sidesOf(node);
  return other.kind === "literal" ? valueProblem(event, subject, other.value) : [];
}

function valueProblem(event: HookEventName, field: Node, value: unknown): string[] {
  if (field.kind !== "path" || field.segments.length !== 1 || typeof value !== "string") return [];
  const [name = ""] = field.segments;
  if (name === "tool" || name === "tool_name") return toolProblem(value);
  return name === subjectField(event) ? nameProblem(event, name, value) : [];
}

/** `toolname == …`: the event has no such field. Inside a tool's input, only fields of known tools can be judged. */
function fieldProblem(event: HookEventName, segments: readonly string[]): string[] {
  const [head = "", inner, ...deeper] = segments;
  const known = fieldsOf(event);
  if (!known.includes(head)) return [`${event} has no field ${JSON.stringify(head)}${suggest(head, known)}`];
  if (head !== "tool_input" || inner === undefined) return [];
  if (
    deeper.length > 0 &&
    /^(?:startsWith|endsWith|includes|contains|match|test|length)$/.test(deeper.at(-1) ?? "")
  )
    return ["Functions are not part of conditions; use contains, startsWith, matches or =~ /…/."];
  const near = nearestName(inner, TOOL_FIELDS);
  if (TOOL_FIELDS.includes(inner) || near === undefined || near === inner) return [];
  return [`No tool of Claude Code has the field tool_input.${inner}; did you mean tool_input.${near}?`];
}
