/** Recognizes Pawl's entries in Claude Code's settings by their structure, never by a substring. */
export const OWN_ARGUMENT = "--installed-by=pawl";
export const OWN_HEADER = "X-Pawl-Hook";

/** Other people's hooks may have "pawl" in their path. */
export function isOwnHook(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value.type === "command") return Array.isArray(value.args) && value.args.includes(OWN_ARGUMENT);
  if (value.type !== "http" || !isRecord(value.headers)) return false;
  return Object.keys(value.headers).some((name) => name.toLowerCase() === OWN_HEADER.toLowerCase());
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
