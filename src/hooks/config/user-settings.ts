/** The user's own settings, for the daemon and the commands: environment first, then `config.json`, then defaults. */
import { applyEdits, modify } from "jsonc-parser";
import { type Env, processEnv } from "../../platform/env.ts";
import { PawlError } from "../../platform/errors.ts";
import { createExclusion, type Exclusion } from "../../platform/exclusion.ts";
import { makePrivateDir, readIfThere, writeWhole } from "../../platform/files.ts";
import { defaultPort, type Home, userHome } from "../../platform/paths.ts";
import { valueAt } from "../matcher/expression.ts";
import type { ConfigFinding } from "./findings.ts";
import { type Config, parseConfig, readConfig, userSource } from "./read.ts";
import { type Settings, toSettings } from "./schema.ts";

export interface UserSettings {
  settings: Settings & { port: number };
  /** The same file contains the user's own hooks. */
  config: Config;
  /** Mistakes in the file. An invalid section counts as absent: Pawl uses its defaults. */
  findings: ConfigFinding[];
  /** There is no file. */
  isMissing: boolean;
}

export function readUserSettings(home: Home, env: Env = processEnv): UserSettings {
  const { config, findings, text } = readConfig(userSource(home));
  const settings = toSettings(config.settings);
  return {
    settings: { ...settings, port: portFrom(env) ?? settings.port ?? defaultPort() },
    config,
    findings,
    isMissing: text === undefined && findings.length === 0,
  };
}

function portFrom(env: Env): number | undefined {
  if (env.PAWL_PORT === undefined || env.PAWL_PORT === "") return undefined;
  const port = Number(env.PAWL_PORT);
  if (Number.isInteger(port) && port > 0 && port <= 65_535) return port;
  throw new PawlError(
    "port_invalid",
    `PAWL_PORT must be a whole number from 1 to 65535, not ${env.PAWL_PORT}`,
    {
      hint: "Correct or unset it.",
      params: { value: env.PAWL_PORT },
    },
  );
}

/** `path`: such as `context.tokens`; null and undefined remove it. */
export function saveSetting(home: Home, path: string, value: unknown): void {
  const text = readIfThere(home.config) ?? "";
  const { config, findings } = parseConfig(text, userSource(home));
  if (valueAt(config.settings, path.split(".")) === value) return;
  const broken = findings.find((one) => one.path === "");
  if (broken !== undefined) {
    throw new PawlError("config_unreadable", `${home.config}: ${broken.message}`, {
      hint: "Correct it first.",
      params: { file: home.config, reason: broken.message },
    });
  }
  makePrivateDir(home.dir);
  writeWhole(home.config, withSetting(text, path, value));
}

/** Edits the text, to preserve the user's comments and formatting. */
export function withSetting(text: string, path: string, value: unknown): string {
  const before = text.trim() === "" ? "{}" : text;
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  const edited = applyEdits(
    before,
    modify(before, path.split("."), value ?? undefined, { formattingOptions }),
  );
  return edited.endsWith("\n") ? edited : `${edited}\n`;
}

/** The current exclusions from the store: the setting `exclude` and the projects' own files. */
export function userExclusion(home: Home): Exclusion {
  const patterns = () => readUserSettings(home).settings.exclude;
  return createExclusion({ config: home.config, patterns, userHome: userHome() });
}
