/**
 * With `settingSources: []` the client reads no settings file, so that no hook runs twice. The other settings must
 * still apply: the user's own (credentials, proxies, rules) and a project's permission rules.
 */

import { join } from "node:path";
import type { Settings } from "@anthropic-ai/claude-agent-sdk";
import type { Env } from "../platform/env.ts";
import { toMessage } from "../platform/errors.ts";
import { readIfThere } from "../platform/files.ts";
import { claudeConfigDir } from "../platform/paths.ts";
import type { Log } from "./types.ts";

/** Hooks run through Pawl; plugins have their own hooks. */
const LEFT_OUT: readonly string[] = ["hooks", "enabledPlugins", "extraKnownMarketplaces"];
const RULES = ["allow", "ask", "deny"] as const;

interface ClientSettingsQuery {
  cwd: string;
  env: Env;
  /** An untrusted project can deny, but not allow. */
  trusted: boolean;
  log: Log;
}

export function readClientSettings({ cwd, env, trusted, log }: ClientSettingsQuery): Settings {
  const user = readObject(join(claudeConfigDir(env), "settings.json"), log);
  const project = ["settings.json", "settings.local.json"].map((name) =>
    readObject(join(cwd, ".claude", name), log),
  );
  const kept = Object.fromEntries(Object.entries(user).filter(([name]) => !LEFT_OUT.includes(name)));
  const permissions: Record<string, unknown> = { ...toObject(user.permissions) };
  for (const kind of RULES) {
    const from = kind === "allow" && !trusted ? [user] : [user, ...project];
    const rules = from.flatMap((settings) => toTexts(toObject(settings.permissions)[kind]));
    if (rules.length > 0) permissions[kind] = [...new Set(rules)];
  }
  return Object.keys(permissions).length === 0 ? kept : { ...kept, permissions };
}

/** A file that the client could not read either is ignored; the client's own doctor reports it. */
function readObject(file: string, log: Log): Record<string, unknown> {
  try {
    return toObject(JSON.parse(readIfThere(file) ?? "{}"));
  } catch (error) {
    log("warn", `${file} could not be read: ${toMessage(error)}`);
    return {};
  }
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
