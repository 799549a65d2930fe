/**
 * How a `claude` that Pawl starts by itself finds the user's account. A login is in Claude Code's own folder and
 * needs nothing. What stands in the user's `settings.json` (`env`, helpers for keys) is handed over without the rest
 * of that file: its hooks and permissions are not for Pawl's children. Variables of a terminal come last.
 */
import { join } from "node:path";
import { readIfThere } from "../platform/files.ts";

const HELPERS = ["apiKeyHelper", "awsAuthRefresh", "awsCredentialExport", "gcpAuthRefresh"] as const;

export type ClientAccess = { env?: Record<string, string> } & Partial<
  Record<(typeof HELPERS)[number], string>
>;

/** Of the user's own settings, what concerns the account. A file that cannot be read says nothing. */
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
