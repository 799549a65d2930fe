/**
 * `if` of a hook: Claude Code's own permission rules. `Bash(git *)`, `Edit(src/**)`, `WebFetch(domain:example.com)`,
 * `mcp__github`. As in the client, the hook does not run for events without a tool.
 */

import { callOf, folderOf } from "./matcher/call.ts";
import { BadGlob } from "./matcher/glob.ts";
import type { MatchPlace, Predicate, RawInput } from "./matcher/matcher.ts";
import { toMeaning, toPlainText } from "./paths/shell-meaning.ts";
import { compilePathGlob } from "./paths/spellings.ts";

const RULE = /^([\w-]+)(?:\(([\s\S]*)\))?$/;
/** One rule covers all tools that read files, or all that change them. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  Edit: ["Edit", "Write", "MultiEdit", "NotebookEdit"],
  Read: ["Read", "Grep", "Glob", "LS", "NotebookRead"],
};

/** Throws `BadGlob`. */
export function compileIf(rule: string): Predicate {
  const found = RULE.exec(rule.trim());
  if (found === null) throw new BadGlob('An if looks like "Bash(git *)" or "Edit(src/**)"');
  const [, tool = "", pattern] = found;
  const isTool = (name: string) =>
    name === tool ||
    FAMILIES[tool]?.includes(name) === true ||
    (tool.startsWith("mcp__") && name.startsWith(`${tool}__`));
  const fits =
    pattern === undefined || pattern === "" || pattern === "*" ? () => true : toTest(tool, pattern);
  return (input, place = {}) =>
    typeof input.tool_name === "string" && isTool(input.tool_name) && fits(input, place);
}

function toTest(tool: string, pattern: string): (input: RawInput, place: MatchPlace) => boolean {
  if (tool === "Bash" || tool === "PowerShell") return commandTest(pattern);
  if (pattern.startsWith("domain:"))
    return (input) => hostOf(textOf(input, "url")) === pattern.slice("domain:".length);
  // In a rule `/x` starts at the project and `//x` at the root.
  const glob = compilePathGlob(pattern.replace(/^\//, ""));
  return (input, { projectDir }) => {
    const path = textOf(input, "file_path") ?? textOf(input, "notebook_path") ?? textOf(input, "path");
    return path !== undefined && glob.some(callOf(input, projectDir).file(path));
  };
}

/** Each part of a compound command is judged separately. */
function commandTest(pattern: string): (input: RawInput) => boolean {
  const plain = pattern.replace(/:\*$/, " *");
  const source = plain.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  // `git *` also matches `git` alone.
  const regex = new RegExp(`^${source.join("[\\s\\S]*").replace(/ \[\\s\\S\]\*$/, "(?:\\s[\\s\\S]*)?")}$`);
  return (input) => {
    const command = textOf(input, "command");
    if (command === undefined) return false;
    return [command, ...toMeaning(command, { cwd: folderOf(input, undefined) }).map(toPlainText)].some(
      (text) => regex.test(text.trim()),
    );
  };
}

function textOf({ tool_input: tool }: RawInput, field: string): string | undefined {
  const value = typeof tool === "object" && tool !== null ? (tool as RawInput)[field] : undefined;
  return typeof value === "string" ? value : undefined;
}

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined;
}
