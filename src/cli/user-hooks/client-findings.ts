/** Hooks in Claude Code's own settings that the client silently ignores. */
import { readFile } from "node:fs/promises";
import { type ParseError, parse } from "jsonc-parser";
import { type Finding, finding, type Path, show } from "../../hooks/config/findings.ts";
import { isExpression } from "../../hooks/matcher/matcher.ts";
import { isMissing } from "../../platform/files.ts";
import { isRecord } from "../claude-settings/hooks.ts";

/** Measured: one entry of another type disables all hooks of the file. */
const CLIENT_TYPES: ReadonlySet<unknown> = new Set(["command", "http", "mcp_tool", "prompt", "agent"]);

export async function clientFindings(file: string): Promise<Finding[]> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (text === undefined || text.trim() === "") return [];
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (errors.length > 0) {
    const message =
      "Claude Code ignores this whole file: it is not strict JSON (comments and extra commas count).";
    return [finding(file, [], { expected: "strict JSON", found: "something else", message })];
  }
  return isRecord(value) && isRecord(value.hooks)
    ? Object.entries(value.hooks).flatMap(checkEvent(file))
    : [];
}

const checkEvent =
  (file: string) =>
  ([event, groups]: [string, unknown]): Finding[] =>
    Array.isArray(groups)
      ? groups.flatMap((group: unknown, index) => checkGroup(file, group, ["hooks", event, index]))
      : [];

/** Only warnings: with the Agent SDK such entries work. */
function checkGroup(file: string, group: unknown, path: Path): Finding[] {
  if (!isRecord(group)) return [];
  const found: Finding[] = [];
  if (typeof group.matcher === "string" && isExpression(group.matcher)) {
    found.push(
      finding(file, [...path, "matcher"], {
        level: "warning",
        expected: "a plain pattern",
        found: show(group.matcher),
        message:
          "Claude Code cannot read an expression, so this never matches. Move it to .claude/pawl.json.",
      }),
    );
  }
  const hooks: unknown[] = Array.isArray(group.hooks) ? group.hooks : [];
  hooks.forEach((hook, index) => {
    if (!isRecord(hook) || CLIENT_TYPES.has(hook.type)) return;
    found.push(
      finding(file, [...path, "hooks", index, "type"], {
        level: "warning",
        expected: "a type that Claude Code knows",
        found: show(hook.type),
        message: `Claude Code does not know the type ${show(hook.type)} and runs no hook of this file at all. Move it to .claude/pawl.json.`,
      }),
    );
  });
  return found;
}
