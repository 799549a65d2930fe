/** `.claude/hooks.json` → the text of the file that its hooks move to. Text in, text out. */
import { parse } from "jsonc-parser";
import { isObject } from "../../clients/fields.ts";
import { insertChild, parseRoot, property, toValue, wrongType } from "../../clients/settings/document.ts";
import { isExpression } from "../../hooks/matcher/matcher.ts";
import { isVariable } from "../../hooks/variables.ts";
import { PawlError } from "../../platform/errors.ts";
import { words } from "../words.ts";

type Target = "settings" | "pawl";

interface Group {
  event: string;
  /** The value under the event. */
  value: Record<string, unknown>;
}

/** By event or as a flat list; both become groups. Entries with a mistake, named by their paths, stay behind. */
export function toGroups(text: string, mistakes: readonly string[] = []): Group[] {
  const file: unknown = parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true });
  const hooks = isObject(file) ? file.hooks : undefined;
  if (Array.isArray(hooks)) {
    return hooks.flatMap((item: unknown, at) => {
      if (!isObject(item)) return [];
      const { event, ...rest } = item;
      const path = `hooks[${at}]`;
      if ("hooks" in rest) return toGroup(String(event), rest, path, mistakes);
      if (mistakes.some((mistake) => isWithin(mistake, path))) return [];
      const { matcher, ...hook } = rest;
      const when = matcher === undefined ? {} : { matcher };
      return [{ event: String(event), value: { ...when, hooks: [hook] } }];
    });
  }
  if (!isObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) => {
    if (mistakes.includes(`hooks.${event}`)) return [];
    return (Array.isArray(groups) ? groups : []).flatMap((value: unknown, at) =>
      isObject(value) ? toGroup(event, value, `hooks.${event}[${at}]`, mistakes) : [],
    );
  });
}

/** Without its bad hooks; nothing where the group itself is wrong, or no hook is left. */
function toGroup(
  event: string,
  value: Record<string, unknown>,
  path: string,
  mistakes: readonly string[],
): Group[] {
  const inside = mistakes.filter((mistake) => isWithin(mistake, path));
  if (inside.some((mistake) => !mistake.startsWith(`${path}.hooks[`))) return [];
  const all: unknown[] = Array.isArray(value.hooks) ? value.hooks : [];
  const hooks = all.filter((_, at) => !inside.some((mistake) => isWithin(mistake, `${path}.hooks[${at}]`)));
  return hooks.length === 0 ? [] : [{ event, value: { ...value, hooks } }];
}

function isWithin(mistake: string, path: string): boolean {
  return mistake === path || mistake.startsWith(`${path}.`) || mistake.startsWith(`${path}[`);
}

const CLIENT_FIELDS = new Set(["type", "command", "args", "timeout", "async", "statusMessage"]);

/** Why Claude Code cannot run these as they are; empty if it can. */
export function needsPawl(groups: readonly Group[]): string[] {
  const reasons = groups.flatMap(({ value }) => {
    const hooks = Array.isArray(value.hooks) ? value.hooks.filter(isObject) : [];
    const matcher =
      typeof value.matcher === "string" && isExpression(value.matcher) ? [words.hooks.expressionMatcher] : [];
    return [...matcher, ...hooks.flatMap(reasonsOf)];
  });
  return [...new Set(reasons)];
}

function reasonsOf(hook: Record<string, unknown>): string[] {
  if (hook.type !== "command") return [words.hooks.hookType(String(hook.type))];
  const fields = Object.keys(hook).filter((field) => !CLIENT_FIELDS.has(field));
  const used = [...String(hook.command).matchAll(/\$\{?(\w+)/g)].flatMap(([, name = ""]) =>
    isVariable(name) && !name.startsWith("CLAUDE_") ? [`$${name}`] : [],
  );
  return [...fields.map((field) => words.hooks.field(field)), ...used];
}

/** Appends the groups. One that is already there is not added again. */
export function addGroups(text: string | undefined, groups: readonly Group[]): string {
  const bom = text?.startsWith("\uFEFF") === true ? "\uFEFF" : "";
  const body = text?.slice(bom.length) ?? "";
  let doc = body.trim() === "" ? "{}\n" : body;
  for (const { event, value } of groups) doc = addGroup(doc, event, value);
  return bom + doc;
}

function addGroup(doc: string, event: string, value: Record<string, unknown>): string {
  const root = parseRoot(doc);
  const hooks = property(root, "hooks")?.value;
  if (hooks === undefined) {
    return insertChild(doc, root, root.children?.at(-1), { key: "hooks", value: { [event]: [value] } });
  }
  if (hooks.type === "array") return append(doc, hooks, { event, ...value });
  if (hooks.type !== "object") throw wrongType(doc, hooks, "hooks", words.errors.anObject);
  const existing = property(hooks, event)?.value;
  if (existing === undefined)
    return insertChild(doc, hooks, hooks.children?.at(-1), { key: event, value: [value] });
  if (existing.type !== "array") throw wrongType(doc, existing, `hooks.${event}`, words.errors.aList);
  return append(doc, existing, value);
}

function append(doc: string, list: Parameters<typeof toValue>[0], value: Record<string, unknown>): string {
  const known = list.children?.some((child) => Bun.deepEquals(toValue(child), value)) === true;
  return known ? doc : insertChild(doc, list, list.children?.at(-1), { value });
}

export function checkTarget(target: string | undefined, groups: readonly Group[]): Target {
  const reasons = needsPawl(groups);
  if (target === undefined) return reasons.length === 0 ? "settings" : "pawl";
  if (target === "pawl") return "pawl";
  if (reasons.length === 0) return "settings";
  throw new PawlError("needs_pawl", words.errors.needsPawl(reasons.join(", ")), {
    hint: words.errors.needsPawlHint,
  });
}
