/**
 * How a `claude` process that Pawl starts finds the user's account. A login is stored in Claude Code's own folder
 * and needs nothing. Account settings in the user's `settings.json` (`env`, key helpers) are passed without the
 * rest of that file, because its hooks and permissions must not apply to Pawl's children. Shell variables come
 * last.
 */
import { join } from "node:path";
import type { Env } from "../platform/env.ts";
import { readIfThere } from "../platform/files.ts";

/** Variables that Claude Code uses to find an account or to reach the API. */
const MODEL_VARIABLES = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "ANTHROPIC_BASE_URL",
  "ANTHROPIC_CUSTOM_HEADERS",
  "ANTHROPIC_DEFAULT_HAIKU_MODEL",
  "ANTHROPIC_VERTEX_PROJECT_ID",
  "AWS_PROFILE",
  "AWS_REGION",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "CLAUDE_CODE_USE_BEDROCK",
  "CLAUDE_CODE_USE_VERTEX",
  "CLOUD_ML_REGION",
  "HTTPS_PROXY",
  "NODE_EXTRA_CA_CERTS",
  "NO_PROXY",
];

const HELPERS = ["apiKeyHelper", "awsAuthRefresh", "awsCredentialExport", "gcpAuthRefresh"] as const;

export type ClientAccess = { env?: Record<string, string> } & Partial<
  Record<(typeof HELPERS)[number], string>
>;

/**
 * Which variables of the starting process a daemon gets: none, unless the user's settings make Pawl use a model.
 * Decided by a text search, because this runs in a hook; a false positive costs one variable too many.
 */
export function modelVariables(config: string | undefined, env: Env): Record<string, string> {
  const asksModel = /"provider"\s*:\s*"claude"|"mode"\s*:\s*"evaluate"/.test(config ?? "");
  return asksModel ? pick(env) : {};
}

/** Removes them from the environment, so that the user's hooks never get them. */
export function takeModelVariables(env: Record<string, string | undefined>): Record<string, string> {
  const taken = pick(env);
  for (const name of MODEL_VARIABLES) delete env[name];
  return taken;
}

function pick(env: Env): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of MODEL_VARIABLES) {
    const value = env[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** The account settings in the user's own settings file. An unreadable file counts as empty. */
export function clientAccess(claudeDir: string): ClientAccess {
  const settings = parse(readIfThere(join(claudeDir, "settings.json")) ?? "{}");
  const access: ClientAccess = {};
  for (const name of HELPERS) {
    const helper = settings[name];
    if (typeof helper === "string") access[name] = helper;
  }
  const values = Object.entries(Object(settings.env)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  if (values.length > 0) access.env = Object.fromEntries(values);
  return access;
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
