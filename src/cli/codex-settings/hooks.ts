/** Pawl's entries in Codex's `hooks.json`. Commands only, and each is a line for the shell: Codex knows no `args`. */
import { dirname, join } from "node:path";
import type { HookNeeds } from "../../hooks/hook-needs.ts";
import { OWN_CODEX_ARGUMENT } from "../../platform/own-hook.ts";
import type { HookEventName } from "../../protocol/claude-code/events.ts";
import { toKebabCase } from "../../protocol/claude-code/hook-names.ts";
import { CODEX_EVENTS, type CodexEvent } from "../../protocol/codex/events.ts";
import { type AnyHookEntry, commandHook, type HookOptions } from "../claude-settings/hooks.ts";

/** Codex waits no longer for these, and says so at every start if more is asked for. */
const MOST_SECONDS: Partial<Record<CodexEvent, number>> = { SessionEnd: 3 };

/** Of the events of Codex, those that hooks of the user for another name stand for. */
const ALSO: Partial<Record<CodexEvent, readonly HookEventName[]>> = { PostToolUse: ["PostToolUseFailure"] };

export function codexHooks(options: HookOptions): AnyHookEntry[] {
  return CODEX_EVENTS.map((event) => {
    const needs = needsOf(event, options.needs);
    const { command, args, timeout } = commandHook(event, { ...options, needs });
    const all = [...args.slice(0, -1), OWN_CODEX_ARGUMENT, toKebabCase(event)];
    const seconds = Math.min(timeout, MOST_SECONDS[event] ?? timeout);
    const line = command === "/bin/sh" ? inline(all) : [command, ...all].map(quoteArgument).join(" ");
    return { event, hook: { type: "command", command: line, timeout: seconds } };
  });
}

/**
 * `-c GUARD LAUNCHER …` as the line itself: it goes to a shell anyway, and every shell that is started costs time. That may be
 * any shell, so the launcher is started and not read into it.
 */
function inline([, guard = "", launcher = "", ...rest]: readonly string[]): string {
  return guard
    .replaceAll('. "$0"', () => ["exec", launcher, ...rest].map(quoteArgument).join(" "))
    .replaceAll('"$0"', () => quoteArgument(launcher))
    .replaceAll(/"\$\{0%\/\*\}\/([\w.]+)"/g, (_, name) => quoteArgument(join(dirname(launcher), name)));
}

function needsOf(event: CodexEvent, needs: HookNeeds = new Map()): HookNeeds {
  const all = [event, ...(ALSO[event] ?? [])].flatMap((name) => needs.get(name) ?? []);
  const [first] = all;
  if (first === undefined) return new Map();
  const seconds = Math.max(...all.map((need) => need.seconds));
  return new Map([[event, { ...first, seconds, gate: all.some((need) => need.gate) }]]);
}

const PLAIN = process.platform === "win32" ? /^[\w:\\./=-]+$/ : /^[\w./=:@%+,-]+$/;

/** For the shell: whatever is in a path is one argument and nothing else. */
export function quoteArgument(text: string): string {
  if (PLAIN.test(text)) return text;
  return process.platform === "win32" ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}
