/**
 * With `settingSources: []` the client reads no settings file and no CLAUDE.md, so that no hook runs twice. They must still
 * apply: the user's own settings (credentials, proxies, rules), a project's permission rules, hooks and instructions.
 */

import { join } from "node:path";
import type { Settings } from "@anthropic-ai/claude-agent-sdk";
import { type Fields, isObject } from "../clients/fields.ts";
import type { Hook } from "../hooks/config/hooks.ts";
import { readConfig } from "../hooks/config/read.ts";
import type { Env } from "../platform/env.ts";
import { toMessage } from "../platform/errors.ts";
import { readIfThere } from "../platform/files.ts";
import { claudeConfigDir } from "../platform/paths.ts";
import type { Log } from "./types.ts";

/** Hooks run through Pawl; plugins have their own hooks. */
const LEFT_OUT: readonly string[] = ["hooks", "enabledPlugins", "extraKnownMarketplaces"];
const RULES = ["allow", "ask", "deny"] as const;

interface Where {
  cwd: string;
  env: Env;
  /** An untrusted project can deny, but not allow; its own hooks and instructions are left alone. */
  trusted: boolean;
}

export function readClientSettings({ cwd, env, trusted, log }: Where & { log: Log }): Settings {
  const user = readObject(join(claudeConfigDir(env), "settings.json"), log);
  const project = ["settings.json", "settings.local.json"].map((name) =>
    readObject(join(cwd, ".claude", name), log),
  );
  const kept = Object.fromEntries(Object.entries(user).filter(([name]) => !LEFT_OUT.includes(name)));
  const permissions: Fields = { ...toObject(user.permissions) };
  for (const kind of RULES) {
    const from = kind === "allow" && !trusted ? [user] : [user, ...project];
    const rules = from.flatMap((settings) => toTexts(toObject(settings.permissions)[kind]));
    if (rules.length > 0) permissions[kind] = [...new Set(rules)];
  }
  return Object.keys(permissions).length === 0 ? kept : { ...kept, permissions };
}

/** A file that the client could not read either is ignored; the client's own doctor reports it. */
function readObject(file: string, log: Log): Fields {
  try {
    return toObject(JSON.parse(readIfThere(file) ?? "{}"));
  } catch (error) {
    log("warn", `${file} could not be read: ${toMessage(error)}`);
    return {};
  }
}

const toObject = (value: unknown): Fields => (isObject(value) ? value : {});

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

export function readClientHooks({ cwd, env, trusted, log }: Where & { log: Log }): Hook[] {
  const user = { file: join(claudeConfigDir(env), "settings.json"), baseDir: claudeConfigDir(env) };
  const local = { file: join(cwd, ".claude", "settings.local.json"), baseDir: cwd };
  return (trusted ? [user, local] : [user]).flatMap((place) => {
    const { config, findings } = readConfig({ ...place, kind: "client" });
    for (const { level, message } of findings)
      if (level === "error") log("warn", `${place.file}: ${message}`);
    return config.hooks;
  });
}

/** The user's, then the project's, then the local one, each with its name. */
export function readInstructions({ cwd, env, trusted }: Where): string | undefined {
  const user = [join(claudeConfigDir(env), "CLAUDE.md")];
  const project = ["CLAUDE.md", join(".claude", "CLAUDE.md"), "CLAUDE.local.md"].map((name) =>
    join(cwd, name),
  );
  const files = trusted ? [...user, ...project] : user;
  const texts = files.flatMap((file) => {
    const text = readIfThere(file)?.trim();
    return text === undefined || text === "" ? [] : [`Contents of ${file}:\n\n${text}`];
  });
  return texts.length === 0 ? undefined : texts.join("\n\n");
}
