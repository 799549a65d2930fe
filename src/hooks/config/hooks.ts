/** The `hooks` section → hooks that can run. Each entry stands for itself: a bad one is said and left out. */

import { isObject } from "../../clients/fields.ts";
import { HOOK_EVENTS, type HookEventName, isHookEvent, subjectField } from "../../clients/index.ts";
import { processEnv } from "../../platform/env.ts";
import { PawlError } from "../../platform/errors.ts";
import { nearestName } from "../../platform/nearest-name.ts";
import { isOwnHook } from "../../platform/own-hook.ts";
import { compileIf } from "../if-rule.ts";
import { BadGlob } from "../matcher/glob.ts";
import { compileMatcher, isExpression, MatcherError, type Predicate } from "../matcher/matcher.ts";
import { quoteReferences } from "../run/shell-text.ts";
import { isVariable, VARIABLES } from "../variables.ts";
import { forgottenQuotes, matcherProblems } from "./check-matcher.ts";
import { type ConfigFinding, finding, oneOf, type Path, show, toFindings, toPath } from "./findings.ts";
import {
  type ExitPolicy,
  GROUP_KEYS,
  groupShell,
  type HookEntry,
  hookKeys,
  hookSchema,
} from "./hook-schema.ts";

/**
 * Where a configuration comes from. `settings` is the project's settings.json, read for the Agent SDK only. `client`: settings
 * of Claude Code that Pawl runs in its place, with the client's own meaning.
 */
type SourceKind = "user" | "project" | "settings" | "client";

export interface ConfigSource {
  file: string;
  kind: SourceKind;
  /** What relative paths in it start from: the project, or Pawl's home. */
  baseDir: string;
}

type HookAction =
  | {
      type: "command";
      command: string;
      args: readonly string[] | undefined;
      exitPolicy: ExitPolicy;
      shell?: "bash" | "powershell" | undefined;
    }
  | { type: "script"; script: string }
  | { type: "prompt"; prompt: string; mode: "text" | "evaluate"; model?: string | undefined }
  | {
      type: "http";
      url: string;
      headers: Readonly<Record<string, string>>;
      allowedEnvVars: readonly string[];
    }
  | { type: "agent"; prompt: string; model?: string | undefined };

export interface Hook {
  /** File and place in it; unique. */
  id: string;
  event: HookEventName;
  matcher: string;
  matches: Predicate;
  action: HookAction;
  timeoutMs: number;
  async: boolean;
  onError: "allow" | "deny";
  once: boolean;
  /** Its `if`, as it is written. */
  condition?: string | undefined;
  description: string | undefined;
  source: ConfigSource;
  /** As configured; relative to `source.baseDir`. */
  scriptPaths: readonly string[];
}

const DEFAULT_TIMEOUT_MS = { command: 60_000, script: 30_000, prompt: 30_000, http: 30_000, agent: 60_000 };

/** Events that only the TypeScript edition of the Agent SDK has. */
const TYPESCRIPT_ONLY: ReadonlySet<string> = new Set([
  "PostToolUseFailure",
  "SubagentStart",
  "PermissionRequest",
  "SessionStart",
  "SessionEnd",
  "Notification",
]);

interface When {
  event: HookEventName;
  matcher: string;
  matches: Predicate;
  description?: string | undefined;
  enabled?: boolean;
}

interface ParsedHooks {
  hooks: Hook[];
  findings: ConfigFinding[];
}

export function parseHooks(
  value: unknown,
  source: ConfigSource,
  scriptPaths: readonly string[],
): ParsedHooks {
  const reader = new HookReader(source, scriptPaths);
  if (Array.isArray(value)) reader.flat(value, ["hooks"]);
  else if (isObject(value)) reader.grouped(value, ["hooks"]);
  else reader.report(["hooks"], "hooks by event, or a list of hooks", value);
  return { hooks: reader.hooks, findings: reader.findings };
}

class HookReader {
  readonly hooks: Hook[] = [];
  readonly findings: ConfigFinding[] = [];

  constructor(
    private readonly source: ConfigSource,
    private readonly scriptPaths: readonly string[],
  ) {}

  grouped(value: object, path: Path): void {
    for (const [name, groups] of Object.entries(value)) {
      const event = this.event(name, [...path, name]);
      if (event === undefined) continue;
      if (!Array.isArray(groups)) this.report([...path, name], "a list", groups);
      else for (const [i, group] of groups.entries()) this.group(event, group, [...path, name, i]);
    }
  }

  flat(items: readonly unknown[], path: Path): void {
    for (const [i, item] of items.entries()) {
      const at = [...path, i];
      if (!isObject(item)) {
        this.report(at, "an object", item);
        continue;
      }
      const { event: name, ...rest } = item;
      const event = this.event(name, [...at, "event"]);
      if (event === undefined) continue;
      const { matcher, ...hook } = rest;
      if ("hooks" in rest) this.group(event, rest, at);
      else this.group(event, { matcher, hooks: [hook] }, at, at);
    }
  }

  report(
    path: Path,
    expected: string,
    value: unknown,
    message?: string,
    level: ConfigFinding["level"] = "error",
  ): void {
    this.findings.push(finding(this.source.file, path, { level, expected, found: show(value), message }));
  }

  private event(name: unknown, path: Path): HookEventName | undefined {
    if (typeof name !== "string" || !isHookEvent(name)) {
      const text = String(name);
      const near = nearestName(text, HOOK_EVENTS) ?? HOOK_EVENTS.find((each) => each.startsWith(text));
      this.report(path, near ? `an event, perhaps ${oneOf([near])}` : "the name of an event", name);
      return undefined;
    }
    if (this.source.kind === "settings" && TYPESCRIPT_ONLY.has(name))
      this.report(
        path,
        "an event of every SDK",
        name,
        `${name} is only available in TypeScript SDK.`,
        "warning",
      );
    return name;
  }

  /** `only`: the place of its one hook, which stands in no list of its own. */
  private group(event: HookEventName, value: unknown, path: Path, only?: Path): void {
    const shell = groupShell.safeParse(value);
    if (!shell.success) {
      this.findings.push(...toFindings(this.source.file, path, value, shell.error, GROUP_KEYS));
      return;
    }
    const { matcher = "", description, enabled = true, hooks } = shell.data;
    const matches = this.matcher(event, matcher, [...path, "matcher"]);
    if (matches === undefined) return;
    for (const [i, hook] of hooks.entries())
      this.hook({ event, matcher, matches, description, enabled }, hook, only ?? [...path, "hooks", i]);
  }

  private matcher(event: HookEventName, text: string, path: Path): Predicate | undefined {
    const filters = text.trim() !== "" && text.trim() !== "*" && !isExpression(text);
    if (filters && subjectField(event) === undefined) {
      const message = `${event} has nothing to match a plain pattern with; it always runs.`;
      this.report(path, "no matcher, or an expression", text, message, "warning");
    }
    try {
      const matches = compileMatcher(text);
      const forgotten = forgottenQuotes(event, text);
      if (forgotten !== undefined) throw new MatcherError(forgotten, "", 0);
      for (const problem of matcherProblems(event, text))
        this.report(path, "a matcher that can match", text, problem, "warning");
      return matches;
    } catch (error) {
      if (!(error instanceof MatcherError)) throw error;
      this.report(path, "a matcher", text, error.text === "" ? error.problem : error.message);
      return undefined;
    }
  }

  private hook({ enabled = true, ...when }: When, value: unknown, path: Path): void {
    const { kind } = this.source;
    // Entries of `pawl install` in the client's settings: here Pawl gets its events in another way.
    if ((kind === "settings" || kind === "client") && isOwnHook(value)) return;
    const parsed = hookSchema.safeParse(value);
    if (!parsed.success) {
      const keys = hookKeys((value as { type?: unknown } | undefined)?.type);
      this.findings.push(...toFindings(this.source.file, path, value, parsed.error, keys));
      return;
    }
    const entry = parsed.data;
    if (entry.timeout !== undefined && entry.timeoutMs !== undefined) {
      this.report([...path, "timeout"], "either timeout or timeoutMs", entry.timeout);
      return;
    }
    const onError =
      entry.onError ?? (entry.type === "http" && entry.onFailure === "block" ? "deny" : "allow");
    const action = this.action(entry, path);
    const matches = this.condition(when, entry.if, onError === "deny", path);
    if (action === undefined || matches === undefined) return;
    for (const [field, level, expected, found, message] of hintsOf(entry, this.source))
      this.report([...path, field], expected, found, message, level);
    if (!enabled || entry.enabled === false) return;
    const given =
      entry.timeoutMs ?? (entry.timeout === undefined ? undefined : Math.ceil(entry.timeout * 1000));
    this.hooks.push({
      id: `${this.source.file}#${toPath(path)}`,
      ...when,
      matches,
      action,
      timeoutMs: given ?? DEFAULT_TIMEOUT_MS[entry.type],
      async: entry.async ?? false,
      onError,
      once: entry.once ?? false,
      condition: entry.if,
      description: entry.description ?? when.description,
      source: this.source,
      scriptPaths: this.scriptPaths,
    });
  }

  /** The matcher, read with more suspicion for a gate, and the entry's own `if`. */
  private condition(
    { matcher, matches }: Pick<When, "matcher" | "matches">,
    rule: string | undefined,
    gate: boolean,
    path: Path,
  ): Predicate | undefined {
    const applies = gate ? compileMatcher(matcher, { gate }) : matches;
    if (rule === undefined) return applies;
    try {
      const also = compileIf(rule);
      return (input, place) => applies(input, place) && also(input, place);
    } catch (error) {
      if (!(error instanceof BadGlob)) throw error;
      this.report([...path, "if"], "a permission rule", rule, error.message);
      return undefined;
    }
  }

  private action(entry: HookEntry, path: Path): HookAction | undefined {
    const { kind } = this.source;
    const { type } = entry;
    switch (type) {
      case "prompt": {
        const { prompt, mode = kind === "client" ? "evaluate" : "text", model } = entry;
        return { type, prompt, mode, model };
      }
      case "agent":
        return { type, prompt: entry.prompt, model: entry.model };
      case "http": {
        const { url, headers = {}, allowedEnvVars = [] } = entry;
        return { type, url, headers, allowedEnvVars };
      }
      case "command": {
        const { command, args, shell, exitPolicy = kind === "settings" ? "strict" : "claude" } = entry;
        return { type, command, args, exitPolicy, shell };
      }
      case "script": {
        const script = entry.script ?? entry.path;
        const isOne = entry.script === undefined || entry.path === undefined;
        if (script !== undefined && isOne && /\.[cm]?[jt]sx?$/i.test(script)) return { type, script };
        this.report([...path, "script"], "the path of a .ts or .js file", isOne ? script : entry.script);
        return undefined;
      }
    }
  }
}

type HookHint = [
  field: string,
  level: ConfigFinding["level"],
  expected: string,
  found: unknown,
  message: string,
];

/** What is allowed and still looks like a mistake. */
function hintsOf(entry: HookEntry, source: ConfigSource): HookHint[] {
  const { timeout, async, onError } = entry;
  const hints: HookHint[] = entry.type === "command" ? commandHints(entry, source) : [];
  if (timeout !== undefined && timeout >= 300 && timeout % 100 === 0) {
    const message = `timeout is in seconds: ${timeout} is ${Math.round(timeout / 60)} minutes. For milliseconds write timeoutMs.`;
    hints.push(["timeout", "warning", "seconds", timeout, message]);
  }
  if (async === true && onError === "deny") {
    const message = "An async hook's answer is not used, so it is no gate. Take async or onError out.";
    hints.push(["async", "error", "a hook that is waited for", true, message]);
  }
  return hints;
}

function commandHints(entry: Extract<HookEntry, { type: "command" }>, { kind }: ConfigSource): HookHint[] {
  const { command, args = [], exitPolicy, onError } = entry;
  const hints: HookHint[] = [];
  const warn = (expected: string, found: string, message: string, field = "command") =>
    hints.push([field, "warning", expected, found, message]);
  try {
    if (entry.args === undefined) quoteReferences(command);
  } catch (error) {
    // `eval $FILE`: it would be refused each time it runs.
    if (!(error instanceof PawlError)) throw error;
    const message = `${error.message} ${error.hint ?? ""}`.trim();
    hints.push(["command", "error", "a command that can run", command, message]);
  }
  const text = [command, ...args].join(" ");
  for (const [whole, name = ""] of text.matchAll(/\{\{\s*\$?(\w+)\s*\}\}/g))
    warn("$NAME", whole, `${whole} is not replaced. Write $${nearVariable(name) ?? name}.`);
  for (const [, name = ""] of text.matchAll(/(?<![\\{])\$\{?([A-Z][A-Z0-9_]*)/g)) {
    const near = isVariable(name) || new RegExp(`\\b${name}=`).test(text) ? undefined : nearVariable(name);
    if (near !== undefined && processEnv[name] === undefined)
      warn("a known variable", `$${name}`, `$${name} is not set; did you mean $${near}?`);
  }
  if (kind !== "client" && /\$\{?CLAUDE_PLUGIN_ROOT\b/.test(text)) {
    const message =
      "$CLAUDE_PLUGIN_ROOT is set only in sessions that load Pawl as a plugin. Use $CLAUDE_PROJECT_DIR.";
    warn("$CLAUDE_PROJECT_DIR", "$CLAUDE_PLUGIN_ROOT", message);
  }
  if (exitPolicy === "never" && onError === "deny") {
    const message =
      'exitPolicy "never" lets every exit code pass, onError "deny" refuses what fails: take exitPolicy out.';
    warn("strict or claude", "never", message, "exitPolicy");
  }
  return hints;
}

/** `FILENAME` and `FILE_PATH` mean `FILE`. */
function nearVariable(name: string): string | undefined {
  return VARIABLES.find((known) => name.startsWith(known)) ?? nearestName(name, VARIABLES);
}
