/** Variables by which a `claude` that Pawl starts finds the user's account. They are handed to the daemon only when it needs them. */
import type { Env } from "./env.ts";

/** By which Claude Code finds an account, and the way to it. */
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

/**
 * What a daemon is handed of the environment that starts it: nothing, unless the user's settings have Pawl ask a
 * model. Judged by the text: this runs in a hook, and what it costs to be wrong is a variable too many.
 */
export function modelVariables(config: string | undefined, env: Env): Record<string, string> {
  const asksModel = /"provider"\s*:\s*"claude"|"mode"\s*:\s*"evaluate"/.test(config ?? "");
  return asksModel ? pick(env) : {};
}

/** Takes them out of the environment, so that no hook of the user's gets them. */
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
