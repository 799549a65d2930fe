/** The `hooks` section → hooks that can run. Each entry stands for itself: a bad one is said and left out. */
import { HOOK_EVENTS, type HookEventName, isHookEvent, subjectField } from "../../protocol/index.ts";
import { compileMatcher, isExpression, MatcherError, type Predicate } from "../matcher/matcher.ts";
import { type Finding, finding, nearest, oneOf, type Path, show, toFindings, toPath } from "./findings.ts";
import { type ExitPolicy, groupShell, type HookEntry, hookSchema } from "./hook-schema.ts";

/** Where a configuration comes from. `settings` is Claude's own settings.json, read for the Agent SDK only. */
type SourceKind = "user" | "project" | "settings";

export interface ConfigSource {
  file: string;
  kind: SourceKind;
  /** What relative paths in it start from: the project, or Pawl's home. */
  baseDir: string;
}

type HookAction =
  | { type: "command"; command: string; args: readonly string[] | undefined; exitPolicy: ExitPolicy }
  | { type: "script"; script: string }
  | { type: "prompt"; prompt: string; mode: "text" | "evaluate" };

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
  description: string | undefined;
  source: ConfigSource;
  /** As configured; relative to `source.baseDir`. */
  scriptPaths: readonly string[];
}

const DEFAULT_TIMEOUT_MS = { command: 60_000, script: 30_000, prompt: 30_000 } as const;

/** Events that only the TypeScript edition of the Agent SDK has. */
const TYPESCRIPT_ONLY: ReadonlySet<string> = new Set([
  "PostToolUseFailure",
  "SubagentStart",
  "PermissionRequest",
  "SessionStart",
  "SessionEnd",
  "Notification",
]);

interface ParsedHooks {
  hooks: Hook[];
  findings: Finding[];
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
  readonly findings: Finding[] = [];

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
      const near = typeof name === "string" ? nearest(name, HOOK_EVENTS) : undefined;
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
      this.findings.push(...toFindings(this.source.file, path, value, shell.error));
      return;
    }
    const { matcher = "", description } = shell.data;
    const matches = this.matcher(event, matcher, [...path, "matcher"]);
    if (matches === undefined) return;
    shell.data.hooks.forEach((hook, index) => {
      this.hook({ event, matcher, matches, description }, hook, [...path, "hooks", index]);
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
      return compileMatcher(text);
    } catch (error) {
      if (!(error instanceof MatcherError)) throw error;
      const parts = { expected: "a matcher", found: show(text), message: error.message };
      this.findings.push(finding(this.source.file, path, parts));
      return undefined;
    }
  }

  private hook(
    when: { event: HookEventName; matcher: string; matches: Predicate; description?: string | undefined },
    value: unknown,
    path: Path,
  ): void {
    const parsed = hookSchema.safeParse(value);
    if (!parsed.success) {
      this.findings.push(...toFindings(this.source.file, path, value, parsed.error));
      return;
    }
    const entry = parsed.data;
    if (entry.timeout !== undefined && entry.timeoutMs !== undefined) {
      this.report([...path, "timeout"], "either timeout or timeoutMs", entry.timeout);
      return;
    }
    const action = this.action(entry, path);
    if (action === undefined) return;
    const given =
      entry.timeoutMs ?? (entry.timeout === undefined ? undefined : Math.ceil(entry.timeout * 1000));
    this.hooks.push({
      id: `${this.source.file}#${toPath(path)}`,
      ...when,
      action,
      timeoutMs: given ?? DEFAULT_TIMEOUT_MS[entry.type],
      async: entry.async ?? false,
      onError: entry.onError ?? "allow",
      once: entry.once ?? false,
      description: entry.description ?? when.description,
      source: this.source,
      scriptPaths: this.scriptPaths,
    });
  }

  private action(entry: HookEntry, path: Path): HookAction | undefined {
    if (entry.type === "prompt") return { type: "prompt", prompt: entry.prompt, mode: entry.mode ?? "text" };
    if (entry.type === "command") {
      const exitPolicy = entry.exitPolicy ?? (this.source.kind === "settings" ? "strict" : "claude");
      return { type: "command", command: entry.command, args: entry.args, exitPolicy };
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
