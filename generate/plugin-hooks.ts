/** `plugin/hooks/`: the plugin's hooks, from the same list of events as the client's settings, and their schema. */

import { factsOf, type HookEventName, PAWL_EVENTS } from "../src/clients/claude-code/events.ts";
import { hookName, isByTool, NOT_INSTALLABLE } from "../src/clients/claude-code/settings/hooks.ts";
import { HOOK_EVENTS } from "../src/clients/index.ts";

const TIMEOUT_SECONDS = 5;

/** SessionStart is asked twice: once for the model, once for the user. */
const NAMES: Partial<Record<HookEventName, readonly string[]>> = {
  SessionStart: ["context", "user-message"],
};
const MATCHERS: Partial<Record<HookEventName, string>> = {
  SessionStart: "startup|resume|clear|compact|fork",
};
/** As `line.ts` of the installed hooks: no interpreter is named, and a plugin that is gone is no error. */
const PROGRAM = '"${CLAUDE_PLUGIN_ROOT}/bin/pawl"';
const lineOf = (call: string) => `[ -x ${PROGRAM} ] && exec ${PROGRAM} hook ${call}; exit 0`;
/** A user's gate must hold without a daemon too. */
const GATES: readonly HookEventName[] = ["PreToolUse"];

function groupOf(event: HookEventName) {
  const matcher = MATCHERS[event] ?? (isByTool(event) ? "*" : undefined);
  const names = NAMES[event] ?? [hookName(event)];
  const gate = GATES.includes(event) ? " --gate" : "";
  return {
    ...(matcher === undefined ? {} : { matcher }),
    description: factsOf(event).purpose,
    hooks: names.map((name) => ({
      type: "command",
      command: lineOf(`${name}${gate}`),
      timeout: TIMEOUT_SECONDS,
    })),
  };
}

export function pluginHooks(): string {
  const events = PAWL_EVENTS.filter((event) => !NOT_INSTALLABLE.has(event));
  return toJson({
    $schema: "./hooks.schema.json",
    description: "Pawl remembers every session and gives it back when it helps.",
    hooks: Object.fromEntries(events.map((event) => [event, [groupOf(event)]])),
  });
}

const text = { type: "string" };
const someText = { type: "string", minLength: 1 };
const flag = { type: "boolean" };
const object = (properties: Record<string, unknown>, required: readonly string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const listOf = (items: unknown) => ({ type: "array", items });

const everyHook = {
  if: text,
  timeout: { type: "number", exclusiveMinimum: 0, description: "Seconds." },
  statusMessage: text,
  once: flag,
};
const onFailure = { enum: ["continue", "block"] };
const hook = (type: string, required: Record<string, unknown>, optional: Record<string, unknown>) =>
  object({ type: { const: type }, ...required, ...optional, ...everyHook }, [
    "type",
    ...Object.keys(required),
  ]);

/** The hook types of Claude Code 2.1, with the fields that it accepts. */
const HOOK_TYPES = [
  hook(
    "command",
    { command: someText },
    {
      args: listOf(text),
      shell: { enum: ["bash", "powershell"] },
      async: flag,
      asyncRewake: flag,
      onFailure,
    },
  ),
  hook(
    "http",
    { url: someText },
    {
      headers: { type: "object", additionalProperties: text },
      allowedEnvVars: listOf(text),
      onFailure,
    },
  ),
  hook("mcp_tool", { server: someText, tool: someText }, { input: { type: "object" } }),
  hook("prompt", { prompt: someText }, { model: someText, continueOnBlock: flag }),
  hook("agent", { prompt: someText }, { model: someText }),
];

export function pluginHooksSchema(): string {
  const groups = HOOK_EVENTS.map((event) => [event, { $ref: "#/$defs/groups" }]);
  return toJson({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Hooks of a Claude Code plugin",
    description:
      "The form of hooks/hooks.json that Claude Code 2.1 accepts. The client ignores a group's description.",
    type: "object",
    properties: {
      $schema: text,
      description: text,
      hooks: { type: "object", properties: Object.fromEntries(groups), additionalProperties: false },
    },
    required: ["hooks"],
    additionalProperties: false,
    $defs: {
      groups: listOf(
        object({ matcher: text, description: text, hooks: listOf({ $ref: "#/$defs/hook" }) }, ["hooks"]),
      ),
      hook: { anyOf: HOOK_TYPES },
    },
  });
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
