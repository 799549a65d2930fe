/** Reads and parses configuration files. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ParseError, parse as parseJsonc, printParseErrorCode } from "jsonc-parser";
import type { z } from "zod";
import { toMessage } from "../../platform/errors.ts";
import { isMissing, readRegular } from "../../platform/files.ts";
import { nearestName } from "../../platform/nearest-name.ts";
import {
  type ConfigFinding,
  findingAt,
  lineAt,
  oneOf,
  shownValue,
  toFindings,
  unexpected,
} from "./findings.ts";
import { type ConfigSource, type Hook, parseHooks } from "./hooks.ts";
import { configSchema, DEFAULT_SCRIPT_PATHS, SECTIONS, type Settings, scriptPathsSchema } from "./schema.ts";

export interface Config {
  /** Only the file's own checked values; `toSettings` adds the rest. */
  settings: Partial<Settings>;
  hookScriptPaths: readonly string[];
  /** In the file's order. */
  hooks: Hook[];
}

interface ParsedConfig {
  config: Config;
  findings: ConfigFinding[];
}

/** Parses the text of a configuration file, with its mistakes. Never throws on invalid text. */
export function parseConfig(text: string, source: ConfigSource): ParsedConfig {
  const config: Config = { settings: {}, hookScriptPaths: DEFAULT_SCRIPT_PATHS, hooks: [] };
  const errors: ParseError[] = [];
  const plain = text.replace(/^\uFEFF/, "");
  // An empty file is valid.
  if (plain.trim() === "") return { config, findings: [] };
  const value: unknown = parseJsonc(plain, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first !== undefined) {
    return { config, findings: [toSyntaxFinding(plain, first, source.file)] };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { config, findings: [{ ...findingAt(source.file, [], unexpected("an object", value)), line: 1 }] };
  }
  const parsed = readFields({ ...value }, source, config);
  for (const found of parsed.findings) found.line = lineAt(plain, found.path);
  return parsed;
}

function readFields(fields: Record<string, unknown>, source: ConfigSource, config: Config): ParsedConfig {
  const findings: ConfigFinding[] = [];
  if (fields.hookScriptPaths !== undefined) {
    const paths = scriptPathsSchema.safeParse(fields.hookScriptPaths);
    if (paths.success) config.hookScriptPaths = paths.data;
    else findings.push(...toFindings(source.file, ["hookScriptPaths"], fields.hookScriptPaths, paths.error));
  }
  if (fields.hooks !== undefined) {
    const parsed = parseHooks(fields.hooks, source, config.hookScriptPaths);
    config.hooks = parsed.hooks;
    findings.push(...parsed.findings);
  }
  // The rest of Claude's own settings belongs to Claude.
  if (source.kind === "settings" || source.kind === "client") return { config, findings };
  for (const [name, value] of Object.entries(fields)) {
    if (Object.hasOwn(SECTIONS, name))
      findings.push(...readSection(name as keyof Settings, value, source, config));
    else if (!Object.hasOwn(configSchema.shape, name)) findings.push(toUnknown(name, source.file));
  }
  return { config, findings };
}

function readSection(
  name: keyof Settings,
  value: unknown,
  source: ConfigSource,
  config: Config,
): ConfigFinding[] {
  const { data, error } = SECTIONS[name].safeParse(value);
  const isPartial = error !== undefined && name === "permissions";
  const used = isPartial ? SECTIONS[name].safeParse(withoutMistakes(value, error)).data : data;
  if (used !== undefined) Object.assign(config.settings, { [name]: used });
  return error === undefined ? [] : toFindings(source.file, [name], value, error);
}

/** One invalid rule must not disable the others. */
function withoutMistakes(value: unknown, { issues }: z.ZodError): object {
  const section: Record<string, unknown> = Object(structuredClone(value));
  for (const { path, ...issue } of issues) {
    const [kind = "", rule] = path.map(String);
    if (rule !== undefined) delete Object(section[kind])[rule];
    for (const key of "keys" in issue ? issue.keys : []) delete section[key];
  }
  // Deleted rules leave holes in the list.
  const kinds = Object.entries(section).map(([kind, own]) => [kind, Array.isArray(own) ? own.flat(0) : own]);
  return Object.fromEntries(kinds);
}

function toUnknown(name: string, file: string): ConfigFinding {
  const near = nearestName(name, Object.keys(configSchema.shape));
  const message = `${shownValue(name)} is not a setting${near === undefined ? "." : `; did you mean ${oneOf([near])}?`}`;
  return findingAt(file, [name], message);
}

function toSyntaxFinding(text: string, error: ParseError, file: string): ConfigFinding {
  const before = text.slice(0, error.offset).split("\n");
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  const problem = printParseErrorCode(error.error)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  const found = shownValue(text.slice(error.offset, error.offset + Math.max(1, error.length)));
  const message = `Not JSON: ${problem} at ${place}, found ${found}.`;
  return { ...findingAt(file, [], message), line: before.length };
}

export interface LoadedConfig extends ParsedConfig {
  source: ConfigSource;
  /** Absent if the file does not exist. */
  text: string | undefined;
}

export const userSource = (home: { dir: string; config: string }): ConfigSource => ({
  file: home.config,
  kind: "user",
  baseDir: home.dir,
});

export const projectSource = (projectDir: string): ConfigSource => ({
  file: join(projectDir, ".claude", "pawl.json"),
  kind: "project",
  baseDir: projectDir,
});

/** For the Agent SDK only; the client reads this file itself. */
export const settingsSource = (projectDir: string): ConfigSource => ({
  file: join(projectDir, ".claude", "settings.json"),
  kind: "settings",
  baseDir: projectDir,
});

/** A missing file counts as empty. A file that cannot be read is a finding. */
export function readConfig(source: ConfigSource): LoadedConfig {
  try {
    // Configurations written by people have a few thousand bytes.
    const text = readRegular(source.file, 1_000_000).toString("utf8");
    return { ...parseConfig(text, source), source, text };
  } catch (error) {
    const empty = parseConfig("", source);
    if (isMissing(error)) return { ...empty, source, text: undefined };
    const message = `Expected a readable file, found ${toMessage(error)}.`;
    return { ...empty, findings: [findingAt(source.file, [], message)], source, text: undefined };
  }
}

/** A project's `.claude/hooks.json` is never loaded, but its presence is reported. */
export function findOldHooks(projectDir: string): ConfigFinding | undefined {
  const file = join(projectDir, ".claude", "hooks.json");
  if (!existsSync(file)) return undefined;
  const message = ".claude/hooks.json is not read. Run `pawl hooks migrate` to move its hooks.";
  return findingAt(file, [], message, "warning");
}
