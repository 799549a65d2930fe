/** The names for `pawl hook NAME`, and the event of each. */
import { HOOK_EVENTS, type HookEventName } from "./events.ts";

/** Established names; for every other event, its own name in kebab-case. */
const OTHER_NAMES: Readonly<Record<string, HookEventName>> = {
  context: "SessionStart",
  "user-message": "SessionStart",
  "session-init": "UserPromptSubmit",
  observation: "PostToolUse",
  summarize: "Stop",
  "suggest-compact": "PreToolUse",
};

/** Undefined for an unknown name. */
export function eventOfHook(name: string | undefined): HookEventName | undefined {
  if (name === undefined) return undefined;
  if (Object.hasOwn(OTHER_NAMES, name)) return OTHER_NAMES[name];
  return HOOK_EVENTS.find((event) => toKebabCase(event) === name);
}

export function toKebabCase(event: string): string {
  return event.replace(/(?<=[a-z])[A-Z]/g, "-$&").toLowerCase();
}
