/** The names under which `pawl hook NAME` is called, and the event that each is for. */
import { HOOK_EVENTS, type HookEventName } from "./events.ts";

/** Names that people know from elsewhere (S0.3–S0.6, S4.2); every other event's is its own in kebab-case. */
const OTHER_NAMES: Readonly<Record<string, HookEventName>> = {
  context: "SessionStart",
  "user-message": "SessionStart",
  "session-init": "UserPromptSubmit",
  observation: "PostToolUse",
  summarize: "Stop",
  "suggest-compact": "PreToolUse",
};

/** Undefined for a name that is nobody's. */
export function eventOfHook(name: string | undefined): HookEventName | undefined {
  if (name === undefined) return undefined;
  if (Object.hasOwn(OTHER_NAMES, name)) return OTHER_NAMES[name];
  return HOOK_EVENTS.find((event) => toKebabCase(event) === name);
}

export function toKebabCase(event: string): string {
  return event.replace(/(?<=[a-z])[A-Z]/g, "-$&").toLowerCase();
}
