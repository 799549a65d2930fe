/** Hooks in Claude Code's own settings that the client silently ignores. */
import { type ParseError, parse } from "jsonc-parser";
import { readIfThere } from "../../platform/files.ts";
import { isExpression } from "../matcher/matcher.ts";
import { type ConfigFinding, finding, type Path, show } from "./findings.ts";

/**
 * Measured with 2.1.325: an entry of another type beside one that the client knows, in the same event, makes it drop the whole
 * file, permission rules included. Alone in its event it is ignored and the rest holds.
 */
const CLIENT_TYPES: ReadonlySet<unknown> = new Set(["command", "http", "mcp_tool", "prompt", "agent"]);

/** Only what makes the client drop the whole file. Of a file that is written for the Agent SDK, the rest is meant so. */
export function droppingEntries(file: string, text: string | undefined): ConfigFinding[] {
  const value: unknown = parse(text?.replace(/^\uFEFF/, "") ?? "", [], { allowTrailingComma: true });
  if (!isRecord(value) || !isRecord(value.hooks)) return [];
  const check = checkEvent(file, denyRules(value));
  return Object.entries(value.hooks)
    .flatMap(check)
    .filter(({ message }) => message.includes(DROPS));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export async function clientFindings(file: string): Promise<ConfigFinding[]> {
  const text = readIfThere(file);
  if (text === undefined || text.trim() === "") return [];
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (errors.length > 0) {
    const message =
      "Claude Code ignores this whole file: it is not strict JSON (comments and extra commas count).";
    return [finding(file, [], { expected: "strict JSON", found: "something else", message })];
  }
  if (!isRecord(value) || !isRecord(value.hooks)) return [];
  return Object.entries(value.hooks).flatMap(checkEvent(file, denyRules(value)));
}

function denyRules({ permissions }: Record<string, unknown>): readonly unknown[] {
  return isRecord(permissions) && Array.isArray(permissions.deny) ? permissions.deny : [];
}

const checkEvent =
  (file: string, rules: readonly unknown[]) =>
  ([event, groups]: [string, unknown]): ConfigFinding[] => {
    if (!Array.isArray(groups)) return [];
    const types = groups.flatMap((group: unknown) =>
      isRecord(group) && Array.isArray(group.hooks)
        ? group.hooks.map((hook: unknown) => isRecord(hook) && hook.type)
        : [],
    );
    const isMixed = types.some((type) => CLIENT_TYPES.has(type));
    return groups.flatMap((group: unknown, index) =>
      checkGroup(file, group, ["hooks", event, index], isMixed ? rules : undefined),
    );
  };

/** Only warnings: with the Agent SDK such entries work. */
function checkGroup(
  file: string,
  group: unknown,
  path: Path,
  lost: readonly unknown[] | undefined,
): ConfigFinding[] {
  if (!isRecord(group)) return [];
  const found: ConfigFinding[] = [];
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
        message: toSentence(hook.type, lost),
      }),
    );
  });
  return found;
}

const DROPS = "it runs no hook of this file at all";

/** `lost`: the deny rules that go with the file; undefined where only this entry is ignored. */
function toSentence(type: unknown, lost: readonly unknown[] | undefined): string {
  const unknown = `Claude Code does not know the type ${show(type)}`;
  const move = "Move it to .claude/pawl.json.";
  if (lost === undefined) return `${unknown} and ignores this entry. ${move}`;
  const rules = lost.length === 0 ? "" : `, and its deny rules do not hold (${lost.map(String).join(", ")})`;
  return `${unknown} beside others in one event: ${DROPS}${rules}. ${move}`;
}
