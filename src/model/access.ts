/**
 * How a `claude` process that Pawl starts finds the user's account. A login is stored in Claude Code's own folder
 * and needs nothing. Account settings in the user's `settings.json` (`env`, key helpers) are passed without the
 * rest of that file, because its hooks and permissions must not apply to Pawl's children. Shell variables come
 * last.
 */
import { join } from "node:path";
import { readIfThere } from "../platform/files.ts";

const HELPERS = ["apiKeyHelper", "awsAuthRefresh", "awsCredentialExport", "gcpAuthRefresh"] as const;

export type ClientAccess = { env?: Record<string, string> } & Partial<
  Record<(typeof HELPERS)[number], string>
>;

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
