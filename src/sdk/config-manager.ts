/** Reads a project's configuration for the Agent SDK: `hooks` and `hookScriptPaths` of `.claude/settings.json`. */
import { parse as parseJsonc } from "jsonc-parser";
import { isObject } from "../clients/fields.ts";
import { droppingEntries } from "../hooks/config/client-findings.ts";
import type { ConfigFinding } from "../hooks/config/findings.ts";
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
    const valid = new Set(config.hooks.map(({ id }) => id.slice(source.file.length + 1)));
    return {
      projectDir: this.projectDir,
      file: source.file,
      text,
      // Every entry in it has passed the hook schema.
      hooks: keepValid(hooksOf(text), valid) as HooksConfig | undefined,
      hookScriptPaths: config.hookScriptPaths,
      findings: all,
    };
  }
}

/** As written; `readConfig` has already reported errors in it. */
function hooksOf(text = ""): unknown {
  return Object(parseJsonc(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true })).hooks;
}

/** Without the entries that were not parsed; `valid` are the paths of the others. Absent if nothing is left. */
function keepValid(value: unknown, valid: ReadonlySet<string>, path = "hooks"): unknown {
  if (valid.has(path)) return value;
  if (Array.isArray(value)) {
    const kept = value
      .map((one, i) => keepValid(one, valid, `${path}[${i}]`))
      .filter((one) => one !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  if (!isObject(value)) return undefined;
  // By event, or a group with its matcher.
  const isGroup = path !== "hooks";
  const kept = Object.entries(value)
    .map(([name, one]) => [
      name,
      isGroup && name !== "hooks" ? one : keepValid(one, valid, `${path}.${name}`),
    ])
    .filter(([, one]) => one !== undefined);
  return kept.some(([name]) => !isGroup || name === "hooks") ? Object.fromEntries(kept) : undefined;
}
