/** Reads a project's configuration for the Agent SDK: `hooks` and `hookScriptPaths` of `.claude/settings.json`. */
import { parse as parseJsonc } from "jsonc-parser";
import { isObject } from "../clients/fields.ts";
import { droppingEntries } from "../hooks/config/client-findings.ts";
import type { ConfigFinding } from "../hooks/config/findings.ts";
import type { Hook } from "../hooks/config/hooks.ts";
import { findOldHooks, readConfig, settingsSource } from "../hooks/config/read.ts";
import { consoleLog, type HooksConfig, type Log } from "./types.ts";

export interface ProjectConfig {
  projectDir: string;
  /** The file that was read. */
  file: string;
  /** The file's text; absent if there is no file. */
  text: string | undefined;
  /** The valid entries; absent if the file has no hooks. */
  hooks: HooksConfig | undefined;
  hookScriptPaths: readonly string[];
  /** Errors and warnings. None of them prevents a start. */
  findings: readonly ConfigFinding[];
}

export class ConfigManager {
  constructor(
    private readonly projectDir: string,
    private readonly log: Log = consoleLog,
  ) {}

  /** Never rejects because of the file's content. */
  async loadProjectConfig(): Promise<ProjectConfig> {
    const { config, findings, source, text } = readConfig(settingsSource(this.projectDir));
    const old = findOldHooks(this.projectDir);
    // Here such entries run; in plain `claude` one of them beside others costs the file its hooks and its deny rules.
    const dropping = droppingEntries(source.file, text);
    const all = [...findings, ...dropping, ...(old === undefined ? [] : [old])];
    for (const { file, message } of all) this.log("warn", `${file}: ${message}`);
    return {
      projectDir: this.projectDir,
      file: source.file,
      text,
      hooks: keepValid(hooksOf(text), config.hooks, source.file),
      hookScriptPaths: config.hookScriptPaths,
      findings: all,
    };
  }
}

/** As written; `readConfig` has already reported errors in it. */
function hooksOf(text = ""): unknown {
  return Object(parseJsonc(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true })).hooks;
}

/**
 * Without the entries that were not parsed, which are known by their position in the file. Absent if nothing is left.
 */
function keepValid(value: unknown, parsed: readonly Hook[], file: string): HooksConfig | undefined {
  const valid = new Set(parsed.map(({ id }) => id));
  const keepGroup = (group: unknown, path: string): unknown[] => {
    const inner = isObject(group) ? group.hooks : undefined;
    if (!Array.isArray(inner)) return [];
    const hooks = inner.filter((_, index) => valid.has(`${file}#${path}.hooks[${index}]`));
    return hooks.length === 0 ? [] : [{ ...Object(group), hooks }];
  };

  if (Array.isArray(value)) {
    const list = value.flatMap((item: unknown, index) => {
      const path = `hooks[${index}]`;
      if (isObject(item) && "hooks" in item) return keepGroup(item, path);
      return valid.has(`${file}#${path}`) ? [item] : [];
    });
    return list.length === 0 ? undefined : (list as HooksConfig);
  }
  const grouped: Record<string, unknown[]> = {};
  for (const [event, groups] of Object.entries(isObject(value) ? value : {})) {
    if (!Array.isArray(groups)) continue;
    const kept = groups.flatMap((group, index) => keepGroup(group, `hooks.${event}[${index}]`));
    if (kept.length > 0) grouped[event] = kept;
  }
  // Every entry in it has passed the hook schema.
  return Object.keys(grouped).length === 0 ? undefined : (grouped as HooksConfig);
}
