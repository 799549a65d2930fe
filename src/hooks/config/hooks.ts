/** Converts the `hooks` section to runnable hooks. Each entry is checked alone: an invalid one is reported and skipped. */

import { isObject } from "../../clients/fields.ts";
import { HOOK_EVENTS, type HookEventName, isHookEvent, subjectField } from "../../clients/index.ts";
import { processEnv } from "../../platform/env.ts";
import { PawlError } from "../../platform/errors.ts";
import { nearestName } from "../../platform/nearest-name.ts";
import { isOwnHook } from "../../platform/own-hook.ts";
import { compileIf } from "../if-rule.ts";
import { MatcherError } from "../matcher/expression.ts";
import { BadGlob } from "../matcher/glob.ts";
import { compileMatcher, isCondition, type Predicate } from "../matcher/matcher.ts";
import { quoteReferences } from "../run/shell-text.ts";
import { isHookVariable, VARIABLES } from "../variables.ts";
import { forgottenQuotes, matcherProblems } from "./check-matcher.ts";
import {
  type ConfigFinding,
  findingAt,
  oneOf,
  type Path,
  toFindings,
  toPathText,
  unexpected,
} from "./findings.ts";
import {
  type ExitPolicy,
  GROUP_KEYS,
  groupShell,
  type HookEntry,
  hookKeys,
  hookSchema,
} from "./hook-schema.ts";

/**
 * The source of a configuration. `settings` is the project's settings.json, read for the Agent SDK only. `client` means
 * settings of Claude Code that Pawl runs instead of the client, with the client's own meaning.
 */
type SourceKind = "user" | "project" | "settings" | "client";

export interface ConfigSource {
  file: string;
  kind: SourceKind;
  /** The base of its relative paths: the project, or Pawl's home. */
  baseDir: string;
}

type Entry<T extends HookEntry["type"]> = Extract<HookEntry, { type: T }>;

type HookAction =
  | (Pick<Entry<"command">, "type" | "command" | "args" | "shell"> & { exitPolicy: ExitPolicy })
  | { type: "script"; script: string }
  | (Pick<Entry<"prompt">, "type" | "prompt" | "model"> & { mode: "text" | "evaluate" })
  | {
      type: "http";
      url: string;
      headers: Readonly<Record<string, string>>;
      allowedEnvVars: readonly string[];
    }
  | Pick<Entry<"agent">, "type" | "prompt" | "model">;

export interface Hook {
  /** The file, and the path in it; unique. */
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

const DEFAULT_SECONDS = { command: 60, script: 30, prompt: 30, http: 30, agent: 60 };

/** Events that only the TypeScript edition of the Agent SDK has. */
const TYPESCRIPT_ONLY =
  /^(?:PostToolUseFailure|SubagentStart|PermissionRequest|SessionStart|SessionEnd|Notification)$/;

interface When {
  event: HookEventName;
  matcher: string;
  description?: string | undefined;
  enabled?: boolean | undefined;
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
  else reader.report(["hooks"], unexpected("hooks by event, or a list of hooks", value));
  return reader;
}

class HookReader implements ParsedHooks {
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
      if (!Array.isArray(groups)) this.report([...path, name], unexpected("a list", groups));
      else for (const [i, group] of groups.entries()) this.group(event, group, [...path, name, i]);
    }
  }

  flat(items: readonly unknown[], path: Path): void {
    for (const [i, item] of items.entries()) {
      const at = [...path, i];
      if (!isObject(item)) {
        this.report(at, unexpected("an object", item));
        continue;
      }
      const { event: name, ...group } = item;
      const event = this.event(name, [...at, "event"]);
      if (event === undefined) continue;
      const { matcher, ...hook } = group;
      if ("hooks" in group) this.group(event, group, at);
      else this.group(event, { matcher, hooks: [hook] }, at, at);
    }
  }

  report(path: Path, message: string): undefined {
    this.findings.push(findingAt(this.source.file, path, message));
  }

  private warn(path: Path, message: string): void {
    this.findings.push(findingAt(this.source.file, path, message, "warning"));
  }

  private event(name: unknown, path: Path): HookEventName | undefined {
    if (typeof name !== "string" || !isHookEvent(name)) {
      const text = String(name);
      const near = nearestName(text, HOOK_EVENTS) ?? HOOK_EVENTS.find((each) => each.startsWith(text));
      const expected = near ? `an event, perhaps ${oneOf([near])}` : "the name of an event";
      return this.report(path, unexpected(expected, name));
    }
    if (this.source.kind === "settings" && TYPESCRIPT_ONLY.test(name))
      this.warn(path, `${name} is only available in TypeScript SDK.`);
    return name;
  }

  /** `only`: the path of a single hook without a list of its own. */
  private group(event: HookEventName, value: unknown, path: Path, only?: Path): void {
    const shell = groupShell.safeParse(value);
    if (!shell.success) {
      this.findings.push(...toFindings(this.source.file, path, value, shell.error, GROUP_KEYS));
      return;
    }
    const { hooks, matcher = "", ...group } = shell.data;
    if (!this.isMatcher(event, matcher, [...path, "matcher"])) return;
    for (const [i, hook] of hooks.entries())
      this.hook({ event, matcher, ...group }, hook, only ?? [...path, "hooks", i]);
  }

  private isMatcher(event: HookEventName, text: string, path: Path): boolean {
    const isPlain = text.trim() !== "" && text.trim() !== "*" && !isCondition(text);
    if (isPlain && subjectField(event) === undefined) {
      this.warn(path, `${event} has nothing to match a plain pattern with; it always runs.`);
    }
    try {
      compileMatcher(text);
    } catch (error) {
      if (!(error instanceof MatcherError)) throw error;
      this.report(path, error.message);
      return false;
    }
    const forgotten = forgottenQuotes(event, text);
    if (forgotten !== undefined) this.report(path, forgotten);
    else for (const problem of matcherProblems(event, text)) this.warn(path, problem);
    return forgotten === undefined;
  }

  private hook({ enabled = true, ...when }: When, value: unknown, path: Path): void {
    const { kind, file } = this.source;
    // Entries of `pawl install` in the client's settings. Here Pawl gets its events in another way.
    if ((kind === "settings" || kind === "client") && isOwnHook(value)) return;
    const parsed = hookSchema.safeParse(value);
    if (!parsed.success) {
      const keys = hookKeys(Object(value).type);
      this.findings.push(...toFindings(file, path, value, parsed.error, keys));
      return;
    }
    const entry = parsed.data;
    const { timeout = DEFAULT_SECONDS[entry.type], timeoutMs = Math.ceil(timeout * 1000) } = entry;
    if (entry.timeout !== undefined && entry.timeoutMs !== undefined) {
      this.report([...path, "timeout"], "Write either timeout or timeoutMs, not both.");
      return;
    }
    const isBlocking = entry.type === "http" && entry.onFailure === "block";
    const { onError = isBlocking ? "deny" : "allow", async = false, once = false } = entry;
    const action = this.action(entry, path);
    const matches = this.condition(when.matcher, entry.if, onError === "deny", path);
    if (action === undefined || matches === undefined) return;
    this.hint(entry, path);
    if (!enabled || entry.enabled === false) return;
    this.hooks.push({
      id: `${file}#${toPathText(path)}`,
      ...when,
      matches,
      action,
      timeoutMs,
      async,
      onError,
      once,
      condition: entry.if,
      description: entry.description ?? when.description,
      source: this.source,
      scriptPaths: this.scriptPaths,
    });
  }

  /** The matcher, stricter for a gate, and the entry's own `if`. */
  private condition(
    matcher: string,
    rule: string | undefined,
    gate: boolean,
    path: Path,
  ): Predicate | undefined {
    const applies = compileMatcher(matcher, { gate });
    if (rule === undefined) return applies;
    try {
      const also = compileIf(rule);
      return (input, place) => applies(input, place) && also(input, place);
    } catch (error) {
      if (!(error instanceof BadGlob)) throw error;
      return this.report([...path, "if"], error.message);
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
        return this.report([...path, "script"], unexpected("the path of a .ts or .js file", script));
      }
    }
  }

  /** Valid entries that look like a mistake. */
  private hint(entry: HookEntry, path: Path): void {
    const { timeout, async, onError } = entry;
    if (entry.type === "command") this.hintOfCommand(entry, path);
    if (timeout !== undefined && timeout >= 300 && timeout % 100 === 0) {
      const message = `timeout is in seconds: ${timeout} is ${Math.round(timeout / 60)} minutes. For milliseconds write timeoutMs.`;
      this.warn([...path, "timeout"], message);
    }
    if (async === true && onError === "deny") {
      const message = "An async hook's answer is not used, so it is no gate. Take async or onError out.";
      this.report([...path, "async"], message);
    }
  }

  private hintOfCommand({ command, args, exitPolicy, onError }: Entry<"command">, path: Path): void {
    const at = [...path, "command"];
    try {
      if (args === undefined) quoteReferences(command);
    } catch (error) {
      // `eval $FILE`: it would be refused on every run.
      if (!(error instanceof PawlError)) throw error;
      this.report(at, `${error.message} ${error.hint ?? ""}`.trim());
    }
    const text = [command, ...(args ?? [])].join(" ");
    for (const [whole, name = ""] of text.matchAll(/\{\{\s*\$?(\w+)\s*\}\}/g))
      this.warn(at, `${whole} is not replaced. Write $${nearVariable(name) ?? name}.`);
    for (const [, name = ""] of text.matchAll(/(?<![\\{])\$\{?([A-Z][A-Z0-9_]*)/g)) {
      const isSet = isHookVariable(name) || processEnv[name] !== undefined || text.includes(`${name}=`);
      const near = isSet ? undefined : nearVariable(name);
      if (near !== undefined) this.warn(at, `$${name} is not set; did you mean $${near}?`);
    }
    if (this.source.kind !== "client" && /\$\{?CLAUDE_PLUGIN_ROOT\b/.test(text)) {
      const message =
        "$CLAUDE_PLUGIN_ROOT is set only in sessions that load Pawl as a plugin. Use $CLAUDE_PROJECT_DIR.";
      this.warn(at, message);
    }
    if (exitPolicy === "never" && onError === "deny") {
      const message =
        'exitPolicy "never" lets every exit code pass, onError "deny" refuses what fails: take exitPolicy out.';
      this.warn([...path, "exitPolicy"], message);
    }
  }
}

/** `FILENAME` and `FILE_PATH` mean `FILE`. */
function nearVariable(name: string): string | undefined {
  return VARIABLES.find((known) => name.startsWith(known)) ?? nearestName(name, VARIABLES);
}
