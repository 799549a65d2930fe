/** Reads what a project configures for the Agent SDK: `hooks` and `hookScriptPaths` of `.claude/settings.json`. */
import { type ParseError, parse as parseJsonc } from "jsonc-parser";
import type { Finding } from "../hooks/config/findings.ts";
import { findOldHooks, loadConfig, settingsSource } from "../hooks/config/read.ts";
import { consoleLog, type HooksConfig, type Log } from "./types.ts";
import { keepValid } from "./valid-hooks.ts";

export interface ProjectConfig {
  projectDir: string;
  /** The file that it was read from. */
  file: string;
  /** The file's text; absent when there is none. */
  text: string | undefined;
  /** Its valid entries; absent when the file has no hooks (S2.4). */
  hooks: HooksConfig | undefined;
  hookScriptPaths: readonly string[];
  /** What is wrong or worth a warning. Nothing of it stops a start (S2.14). */
  findings: readonly Finding[];
}

export class ConfigManager {
  constructor(
    private readonly projectDir: string,
    private readonly log: Log = consoleLog,
  ) {}

  /** Never rejects for what stands in the file. */
  async loadProjectConfig(): Promise<ProjectConfig> {
    const { config, findings, source, text } = await loadConfig(settingsSource(this.projectDir));
    const { hooks, own } = keepValid(hooksOf(text), config.hooks, source.file);
    const old = findOldHooks(this.projectDir);
    // The entries of `pawl install` are no one's mistake: here Pawl hears of events in another way.
    const said = findings.filter(({ path }) => !own.some((mine) => path.startsWith(mine)));
    const all = old === undefined ? said : [...said, old];
    for (const { file, message } of all) this.log("warn", `${file}: ${message}`);
    return {
      projectDir: this.projectDir,
      file: source.file,
      text,
      hooks,
      hookScriptPaths: config.hookScriptPaths,
      findings: all,
    };
  }
}

/** As written; what is wrong with it, `loadConfig` has found already. */
function hooksOf(text: string | undefined): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parseJsonc(text?.replace(/^\uFEFF/, "") ?? "", errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof value !== "object" || value === null) return undefined;
  return (value as { hooks?: unknown }).hooks;
}
