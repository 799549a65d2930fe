/** Reads the configuration files from their paths. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { toMessage } from "../../platform/errors.ts";
import { isMissing, readRegular } from "../../platform/files.ts";
import { type ConfigFinding, finding } from "./findings.ts";
import type { ConfigSource } from "./hooks.ts";
import { type ParsedConfig, parseConfig } from "./parse.ts";

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

/** Configurations written by people have a few thousand bytes. */
const MOST_BYTES = 1_000_000;

/** A missing file counts as empty. A file that cannot be read is a finding. */
export function readConfig(source: ConfigSource): LoadedConfig {
  try {
    const text = readRegular(source.file, MOST_BYTES).toString("utf8");
    return { ...parseConfig(text, source), source, text };
  } catch (error) {
    const empty = parseConfig("", source);
    if (isMissing(error)) return { ...empty, source, text: undefined };
    const message = `Expected a readable file, found ${toMessage(error)}.`;
    return { ...empty, findings: [finding(source.file, [], message)], source, text: undefined };
  }
}

/** A project's `.claude/hooks.json` is never loaded, but its presence is reported. */
export function findOldHooks(projectDir: string): ConfigFinding | undefined {
  const file = join(projectDir, ".claude", "hooks.json");
  if (!existsSync(file)) return undefined;
  const message = ".claude/hooks.json is not read. Run `pawl hooks migrate` to move its hooks.";
  return finding(file, [], message, "warning");
}
