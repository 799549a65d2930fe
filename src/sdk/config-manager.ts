/** Reads a project's configuration for the Agent SDK: `hooks` and `hookScriptPaths` of `.claude/settings.json`. */
import { type ParseError, parse as parseJsonc } from "jsonc-parser";
import { droppingEntries } from "../hooks/config/client-findings.ts";
import type { ConfigFinding } from "../hooks/config/findings.ts";
import { findOldHooks, readConfig, settingsSource } from "../hooks/config/read.ts";
import { consoleLog, type HooksConfig, type Log } from "./types.ts";
import { keepValid } from "./valid-hooks.ts";

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
function hooksOf(text: string | undefined): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parseJsonc(text?.replace(/^\uFEFF/, "") ?? "", errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof value !== "object" || value === null) return undefined;
  return (value as { hooks?: unknown }).hooks;
}
