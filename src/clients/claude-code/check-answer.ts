/** Ineffective parts of a hook's answer, for its author: misspelled or misplaced fields, another event, a wrong type. */
import { nearestName } from "../../platform/nearest-name.ts";
import { isObject } from "../fields.ts";
import { ANSWER, type AnswerKind, ASYNC_ANSWER, PERMISSION, SPECIFIC } from "./answer-table.ts";
import type { HookEventName } from "./events.ts";

type Fields = Readonly<Record<string, AnswerKind>>;

const TOP: Fields = { ...ANSWER, ...ASYNC_ANSWER };

/** Empty if the client can use the whole answer. */
export function answerProblems(event: HookEventName, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (!isObject(value)) return [`The answer is ${describe(value)}, not an object`];
  const { hookSpecificOutput: specific, ...top } = value;
  // The original contract for compaction; the client ignores it.
  if (event === "PreCompact") delete top.result;
  const own = specificOf(event);
  const problems = checkFields(top, TOP, "", (name) => {
    if (own !== undefined && Object.hasOwn(own, name)) return `${name} belongs in hookSpecificOutput`;
    return undefined;
  });
  return specific === undefined ? problems : [...problems, ...checkSpecific(event, specific)];
}

function specificOf(event: HookEventName): Fields | undefined {
  if (event === "PermissionRequest") return { decision: "record" };
  // Pawl adds it to the summarizer's instructions, although the client has no such field.
  if (event === "PreCompact") return { additionalContext: "text" };
  return Object.hasOwn(SPECIFIC, event) ? SPECIFIC[event as keyof typeof SPECIFIC] : undefined;
}

function checkSpecific(event: HookEventName, specific: unknown): string[] {
  const at = "hookSpecificOutput";
  if (!isObject(specific)) return [`${at} is ${describe(specific)}, not an object`];
  const { hookEventName: named = event, ...fields } = specific;
  if (named !== event) return [`${at} is for ${String(named)}, the event is ${event}`];
  const own = specificOf(event);
  if (own === undefined) return Object.keys(fields).length === 0 ? [] : [`${event} takes no ${at}`];
  const problems = checkFields(fields, own, `${at}.`, (name) =>
    Object.hasOwn(TOP, name) ? `${at}.${name} belongs beside hookSpecificOutput` : undefined,
  );
  if (event !== "PermissionRequest" || !isObject(fields.decision)) return problems;
  return [...problems, ...checkPermission(fields.decision, `${at}.decision`)];
}

function checkPermission({ behavior, ...fields }: Record<string, unknown>, at: string): string[] {
  if (behavior !== "allow" && behavior !== "deny") return [`${at}.behavior must be "allow" or "deny"`];
  return checkFields(fields, PERMISSION[behavior], `${at}.`, () => undefined);
}

function checkFields(
  fields: Record<string, unknown>,
  known: Fields,
  at: string,
  misplaced: (name: string) => string | undefined,
): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (kind !== undefined) {
      const isFine = value === undefined || isOf(value, kind);
      return isFine ? [] : [`${at}${name} must be ${expected(kind)}, not ${describe(value)}`];
    }
    const near = nearestName(name, Object.keys(known));
    const hint = near === undefined ? "" : `; did you mean ${near}?`;
    return [misplaced(name) ?? `${at}${name} is no field of an answer${hint}`];
  });
}

function isOf(value: unknown, kind: AnswerKind): boolean {
  if (typeof kind !== "string") return kind.includes(value as string);
  switch (kind) {
    case "text":
      return typeof value === "string";
    case "flag":
      return typeof value === "boolean";
    case "number":
      return typeof value === "number";
    case "record":
      return isObject(value);
    case "texts":
      return Array.isArray(value) && value.every((each) => typeof each === "string");
    case "list":
      return Array.isArray(value);
    case "any":
      return true;
  }
}

const EXPECTED = {
  text: "text",
  flag: "true or false",
  number: "a number",
  record: "an object",
  texts: "a list of texts",
  list: "a list",
  any: "anything",
} as const;

function expected(kind: AnswerKind): string {
  return typeof kind === "string" ? EXPECTED[kind] : kind.map((word) => JSON.stringify(word)).join(" or ");
}

function describe(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
