/** The `hooks` section → hooks that can run. Each entry stands for itself: a bad one is said and left out. */

import { HOOK_EVENTS, type HookEventName, isHookEvent, subjectField } from "../../clients/index.ts";
import { processEnv } from "../../platform/env.ts";
import { PawlError } from "../../platform/errors.ts";
import { nearestName } from "../../platform/nearest-name.ts";
import { BadIfRule, compileIf } from "../if-rule.ts";
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

const DEFAULT_TIMEOUT_MS = {
  command: 60_000,
  script: 30_000,
  prompt: 30_000,
  http: 30_000,
  agent: 60_000,
} as const;

/** From so many seconds on, a round number looks like milliseconds. */
const LIKE_MS = 300;

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
  else if (typeof value === "object" && value !== null) reader.grouped(value, ["hooks"]);
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
      if (!Array.isArray(groups)) {
        this.report([...path, name], "a list", groups);
        continue;
      }
      groups.forEach((group: unknown, index) => {
        this.group(event, group, [...path, name, index]);
      });
    }
  }

  flat(items: readonly unknown[], path: Path): void {
    items.forEach((item, index) => {
      const at = [...path, index];
      if (typeof item !== "object" || item === null || Array.isArray(item)) {
        this.report(at, "an object", item);
        return;
      }
      const { event: name, ...rest } = item as Record<string, unknown>;
      const event = this.event(name, [...at, "event"]);
      if (event === undefined) return;
      if ("hooks" in rest) {
        this.group(event, rest, at);
        return;
      }
      const { matcher, ...hook } = rest;
      const matches = this.matcher(event, matcher ?? "", [...at, "matcher"]);
      if (matches !== undefined) this.hook({ event, matcher: String(matcher ?? ""), matches }, hook, at);
    });
  }

  report(path: Path, expected: string, value: unknown): void {
    this.findings.push(finding(this.source.file, path, { expected, found: show(value) }));
  }

  private event(name: unknown, path: Path): HookEventName | undefined {
    if (typeof name !== "string" || !isHookEvent(name)) {
      const near =
        typeof name === "string"
          ? (nearestName(name, HOOK_EVENTS) ?? HOOK_EVENTS.find((each) => each.startsWith(name)))
          : undefined;
      this.report(
        path,
        near === undefined ? "the name of an event" : `an event, perhaps ${oneOf([near])}`,
        name,
      );
      return undefined;
    }
    if (this.source.kind === "settings" && TYPESCRIPT_ONLY.has(name)) {
      this.warn(path, "an event of every SDK", name, `${name} is only available in TypeScript SDK.`);
    }
    return name;
  }

  private group(event: HookEventName, value: unknown, path: Path): void {
    const shell = groupShell.safeParse(value);
    if (!shell.success) {
      this.findings.push(...toFindings(this.source.file, path, value, shell.error, GROUP_KEYS));
      return;
    }
    const { matcher = "", description, enabled = true } = shell.data;
    const matches = this.matcher(event, matcher, [...path, "matcher"]);
    if (matches === undefined) return;
    shell.data.hooks.forEach((hook, index) => {
      this.hook({ event, matcher, matches, description, enabled }, hook, [...path, "hooks", index]);
    });
  }

  private matcher(event: HookEventName, text: unknown, path: Path): Predicate | undefined {
    if (typeof text !== "string") {
      this.report(path, "text", text);
      return undefined;
    }
    const filters = text.trim() !== "" && text.trim() !== "*" && !isExpression(text);
    if (filters && subjectField(event) === undefined) {
      const expected = "no matcher, or an expression";
      this.warn(path, expected, text, `${event} has nothing to match a plain pattern with; it always runs.`);
    }
    try {
      const matches = compileMatcher(text);
      const forgotten = forgottenQuotes(event, text);
      if (forgotten !== undefined) {
        const parts = { expected: "a matcher", found: show(text), message: forgotten };
        this.findings.push(finding(this.source.file, path, parts));
        return undefined;
      }
      for (const problem of matcherProblems(event, text))
        this.warn(path, "a matcher that can match", text, problem);
      return matches;
    } catch (error) {
      if (!(error instanceof MatcherError)) throw error;
      const parts = { expected: "a matcher", found: show(text), message: error.message };
      this.findings.push(finding(this.source.file, path, parts));
      return undefined;
    }
  }

  private hook({ enabled = true, ...when }: When, value: unknown, path: Path): void {
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
    const action = this.action(entry, path);
    if (action === undefined) return;
    const condition = this.condition(when, entry, path);
    if (condition === undefined) return;
    const onError =
      entry.onError ?? (entry.type === "http" && entry.onFailure === "block" ? "deny" : "allow");
    this.hints(entry, path);
    if (!enabled || entry.enabled === false) return;
    const given =
      entry.timeoutMs ?? (entry.timeout === undefined ? undefined : Math.ceil(entry.timeout * 1000));
    this.hooks.push({
      id: `${this.source.file}#${toPath(path)}`,
      ...when,
      matches: condition,
      action,
      timeoutMs: given ?? DEFAULT_TIMEOUT_MS[entry.type],
      async: entry.async ?? false,
      onError,
      once: entry.once ?? false,
      ...(entry.if === undefined ? {} : { condition: entry.if }),
      description: entry.description ?? when.description,
      source: this.source,
      scriptPaths: this.scriptPaths,
    });
  }

  /** The matcher, read with more suspicion for a gate, and the entry's own `if`. */
  private condition(
    { matcher, matches }: { matcher: string; matches: Predicate },
    entry: HookEntry,
    path: Path,
  ): Predicate | undefined {
    const isGate = entry.onError === "deny" || (entry.type === "http" && entry.onFailure === "block");
    const applies = isGate ? compileMatcher(matcher, { gate: true }) : matches;
    if (entry.if === undefined) return applies;
    try {
      const also = compileIf(entry.if);
      return (input, place) => applies(input, place) && also(input, place);
    } catch (error) {
      if (!(error instanceof BadIfRule || error instanceof BadGlob)) throw error;
      const parts = { expected: "a permission rule", found: show(entry.if), message: error.message };
      this.findings.push(finding(this.source.file, [...path, "if"], parts));
      return undefined;
    }
  }

  /** What is allowed and still looks like a mistake. */
  private hints(entry: HookEntry, path: Path): void {
    if (entry.type === "command" && entry.args === undefined)
      this.checkReferences(entry.command, [...path, "command"]);
    if (entry.type === "command") this.checkVariables(entry, [...path, "command"]);
    const { timeout, async, onError } = entry;
    if (entry.type === "command" && entry.exitPolicy === "never" && onError === "deny") {
      const message =
        'exitPolicy "never" lets every exit code pass, onError "deny" refuses what fails: take exitPolicy out.';
      this.warn([...path, "exitPolicy"], "strict or claude", "never", message);
    }
    if (timeout !== undefined && timeout >= LIKE_MS && timeout % 100 === 0) {
      const message = `timeout is in seconds: ${timeout} is ${Math.round(timeout / 60)} minutes. For milliseconds write timeoutMs.`;
      this.warn([...path, "timeout"], "seconds", timeout, message);
    }
    if (async === true && onError === "deny") {
      const message = "An async hook's answer is not used, so it is no gate. Take async or onError out.";
      this.findings.push(
        finding(this.source.file, [...path, "async"], {
          expected: "a hook that is waited for",
          found: "true",
          message,
        }),
      );
    }
  }

  /** `$FILENAME`, `{{FILE}}`: names that look like one of Pawl's and are none. */
  private checkVariables({ command, args = [] }: Extract<HookEntry, { type: "command" }>, path: Path): void {
    const text = [command, ...args].join(" ");
    for (const [whole, name = ""] of text.matchAll(/\{\{\s*\$?(\w+)\s*\}\}/g))
      this.warn(path, "$NAME", whole, `${whole} is not replaced. Write $${nearVariable(name) ?? name}.`);
    for (const [, name = ""] of text.matchAll(/(?<![\\{])\$\{?([A-Z][A-Z0-9_]*)/g)) {
      const near = isVariable(name) || new RegExp(`\\b${name}=`).test(text) ? undefined : nearVariable(name);
      if (near !== undefined && processEnv[name] === undefined)
        this.warn(path, "a known variable", `$${name}`, `$${name} is not set; did you mean $${near}?`);
    }
    if (this.source.kind !== "client" && /\$\{?CLAUDE_PLUGIN_ROOT\b/.test(text)) {
      const message =
        "$CLAUDE_PLUGIN_ROOT is set only in sessions that load Pawl as a plugin. Use $CLAUDE_PROJECT_DIR.";
      this.warn(path, "$CLAUDE_PROJECT_DIR", "$CLAUDE_PLUGIN_ROOT", message);
    }
  }

  /** `eval $FILE`: it would be refused each time it runs. */
  private checkReferences(command: string, path: Path): void {
    try {
      quoteReferences(command);
    } catch (error) {
      if (!(error instanceof PawlError)) throw error;
      const message = `${error.message} ${error.hint ?? ""}`.trim();
      this.findings.push(
        finding(this.source.file, path, {
          expected: "a command that can run",
          found: show(command),
          message,
        }),
      );
    }
  }

  private action(entry: HookEntry, path: Path): HookAction | undefined {
    if (entry.type === "prompt") {
      const { prompt, mode = this.source.kind === "client" ? "evaluate" : "text", model } = entry;
      return { type: "prompt", prompt, mode, ...(model === undefined ? {} : { model }) };
    }
    if (entry.type === "agent")
      return {
        type: "agent",
        prompt: entry.prompt,
        ...(entry.model === undefined ? {} : { model: entry.model }),
      };
    if (entry.type === "http") {
      const { url, headers = {}, allowedEnvVars = [] } = entry;
      return { type: "http", url, headers, allowedEnvVars };
    }
    if (entry.type === "command") {
      const exitPolicy = entry.exitPolicy ?? (this.source.kind === "settings" ? "strict" : "claude");
      const { command, args, shell } = entry;
      return { type: "command", command, args, exitPolicy, ...(shell === undefined ? {} : { shell }) };
    }
    const script = entry.script ?? entry.path;
    if (script === undefined || (entry.script !== undefined && entry.path !== undefined)) {
      this.report([...path, "script"], "the path of a .ts or .js file", entry.script);
      return undefined;
    }
    if (!/\.[cm]?[jt]sx?$/i.test(script)) {
      this.report([...path, "script"], "the path of a .ts or .js file", script);
      return undefined;
    }
    return { type: "script", script };
  }

  private warn(path: Path, expected: string, value: unknown, message: string): void {
    const parts = { level: "warning" as const, expected, found: show(value), message };
    this.findings.push(finding(this.source.file, path, parts));
  }
}

/** `FILENAME` and `FILE_PATH` mean `FILE`. */
function nearVariable(name: string): string | undefined {
  return VARIABLES.find((known) => name.startsWith(known)) ?? nearestName(name, VARIABLES);
}
