/** What is wrong in a configuration file, for people: which file, where in it, what was expected, what is there. */
import type { z } from "zod";

export interface ConfigFinding {
  level: "error" | "warning";
  file: string;
  /** Like `hooks.PreToolUse[0].hooks[1].timeout`; empty for the whole file. */
  path: string;
  expected: string;
  found: string;
  message: string;
}

export type Path = readonly PropertyKey[];

export function toPath(path: Path): string {
  return path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`,
    )
    .join("");
}

export function finding(
  file: string,
  path: Path,
  parts: { expected: string; found: string; level?: ConfigFinding["level"]; message?: string },
): ConfigFinding {
  const at = toPath(path);
  const { expected, found, level = "error" } = parts;
  const message = parts.message ?? `Expected ${expected}, found ${found}.`;
  return { level, file, path: at, expected, found, message: at === "" ? message : `${at}: ${message}` };
}

/** One finding per mistake; `value` is what was checked, `base` where it stands in the file. */
export function toFindings(file: string, base: Path, value: unknown, error: z.ZodError): ConfigFinding[] {
  return error.issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    const here = valueAt(value, issue.path);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) =>
        finding(file, [...path, key], {
          expected: "a known name",
          found: show(key),
          message: `${show(key)} is not known here.`,
        }),
      );
    }
    return [finding(file, path, { expected: toExpected(issue), found: show(here) })];
  });
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

export function show(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown> | undefined)?.[part], value);
}
