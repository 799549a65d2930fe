/** Hooks in Claude Code's own settings that the client silently ignores. */
import { type ParseError, parse } from "jsonc-parser";
import { readIfThere } from "../../platform/files.ts";
import { isCondition } from "../matcher/matcher.ts";
import { type ConfigFinding, findingAt, shownValue } from "./findings.ts";

/**
 * Measured with 2.1.325: if an entry of an unknown type is in the same event as a valid one, the client drops the whole file,
 * permission rules included. Alone in its event, such an entry is ignored and the rest still applies.
 */
const CLIENT_TYPES: ReadonlySet<unknown> = new Set(["command", "http", "mcp_tool", "prompt", "agent"]);
const DROPS = "it runs no hook of this file at all";
const MOVE = "Move it to .claude/pawl.json.";
const NOT_STRICT =
  "Claude Code ignores this whole file: it is not strict JSON (comments and extra commas count).";

/** Finds only entries that make the client drop the whole file. The others may be intended for the Agent SDK. */
export function droppingEntries(file: string, text: string | undefined): ConfigFinding[] {
  const value: unknown = parse(text?.replace(/^\uFEFF/, "") ?? "", [], { allowTrailingComma: true });
  return ignoredEntries(file, value).filter(({ message }) => message.includes(DROPS));
}

export function clientFindings(file: string): ConfigFinding[] {
  const text = readIfThere(file);
  if (text === undefined || text.trim() === "") return [];
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (errors.length === 0) return ignoredEntries(file, value);
  return [findingAt(file, [], NOT_STRICT)];
}

/** Only warnings: with the Agent SDK such entries work. */
function ignoredEntries(file: string, settings: unknown): ConfigFinding[] {
  const { hooks, permissions } = Object(settings) as { hooks?: unknown; permissions?: unknown };
  const rules = listOf(Object(permissions).deny).map(String).join(", ");
  return Object.entries(Object(hooks) as object).flatMap(([event, groups]) => {
    const isMixed = listOf(groups).some((group) =>
      listOf(Object(group).hooks).some((hook) => CLIENT_TYPES.has(Object(hook).type)),
    );
    return listOf(groups).flatMap((group, index) => {
      const path = ["hooks", event, index];
      const { matcher, hooks: entries } = Object(group) as { matcher?: unknown; hooks?: unknown };
      const unread = typeof matcher === "string" && isCondition(matcher);
      const unknown = listOf(entries).flatMap((hook, i) => {
        const { type } = Object(hook) as { type?: unknown };
        if (typeof hook !== "object" || CLIENT_TYPES.has(type)) return [];
        const lost = rules === "" ? "" : `, and its deny rules do not hold (${rules})`;
        const what = isMixed ? ` beside others in one event: ${DROPS}${lost}.` : " and ignores this entry.";
        const message = `Claude Code does not know the type ${shownValue(type)}${what} ${MOVE}`;
        return [findingAt(file, [...path, "hooks", i, "type"], message, "warning")];
      });
      if (!unread) return unknown;
      const message = `Claude Code cannot read an expression, so this never matches. ${MOVE}`;
      return [findingAt(file, [...path, "matcher"], message, "warning"), ...unknown];
    });
  });
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
