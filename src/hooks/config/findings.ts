/** Mistakes in a configuration file, for people: the file, the path in it, and the correction. */
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { z } from "zod";
import { nearestName } from "../../platform/nearest-name.ts";
import { valueAt } from "../matcher/expression.ts";

export interface ConfigFinding {
  level: "error" | "warning";
  file: string;
  /** Like `hooks.PreToolUse[0].hooks[1].timeout`; empty for the whole file. */
  path: string;
  /** The line in the file, counted from 1. */
  line?: number;
  message: string;
}

export type Path = readonly PropertyKey[];

export function toPathText(path: Path): string {
  return path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`,
    )
    .join("");
}

export function findingAt(
  file: string,
  path: Path,
  message: string,
  level: ConfigFinding["level"] = "error",
): ConfigFinding {
  const at = toPathText(path);
  return { level, file, path: at, message: at === "" ? message : `${at}: ${message}` };
}

export const unexpected = (expected: string, value: unknown): string =>
  `Expected ${expected}, found ${shownValue(value)}.`;

/** One finding per mistake. `value` is the checked value, `base` its path in the file. */
export function toFindings(
  file: string,
  base: Path,
  value: unknown,
  error: z.ZodError,
  known: readonly string[] = [],
): ConfigFinding[] {
  return error.issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => findingAt(file, [...path, key], unknownName(key, known)));
    return [findingAt(file, path, unexpected(toExpected(issue), valueAt(value, issue.path)))];
  });
}

function unknownName(key: string, known: readonly string[]): string {
  const near = nearestName(key, known);
  if (near !== undefined) return `${shownValue(key)} is not known here; did you mean ${oneOf([near])}?`;
  return `${shownValue(key)} is not known here${known.length === 0 ? "." : `. Known are ${known.join(", ")}.`}`;
}

/** The line of a path in JSON text, or of its nearest existing parent. */
export function lineAt(text: string, path: string): number {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const segments = (path.match(/[^.[\]]+/g) ?? []).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  for (let length = segments.length; tree !== undefined && length > 0; length--) {
    const node = findNodeAtLocation(tree, segments.slice(0, length));
    const place = node?.parent?.type === "property" ? node.parent : node;
    if (place !== undefined) return text.slice(0, place.offset).split("\n").length;
  }
  return 1;
}

function toExpected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return TYPES[issue.expected] ?? issue.expected;
    case "invalid_value":
      return oneOf(issue.values.map(String));
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? "something, not nothing"
        : `a number ${issue.inclusive === true ? "of at least" : "above"} ${issue.minimum}`;
    case "too_big":
      return issue.path.at(-1) === "timeout"
        ? `at most ${issue.maximum} seconds (for milliseconds write timeoutMs)`
        : `a number of at most ${issue.maximum}`;
    case "invalid_format":
      return issue.format === "url" ? "an address that begins with http:// or https://" : issue.message;
    case "invalid_union":
      return oneOf(["command", "script", "prompt", "http", "agent"]);
    default:
      return issue.message;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

export function oneOf(values: readonly string[]): string {
  const quoted = values.map((value) => JSON.stringify(value));
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

export function shownValue(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
