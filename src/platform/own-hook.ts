/** Recognizes Pawl's entries in the clients' settings by their structure, never by a substring. */
export const OWN_ARGUMENT = "--installed-by=pawl";
export const OWN_CODEX_ARGUMENT = "--client=codex";
export const OWN_HEADER = "X-Pawl-Hook";

/** Other people's hooks may have "pawl" in their path. */
export function isOwnHook(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value.type === "command") {
    if (Array.isArray(value.args)) return value.args.includes(OWN_ARGUMENT);
    // Codex's hooks are a line for the shell, in which these are words of their own.
    const words = typeof value.command === "string" ? value.command.split(" ") : [];
    return words.includes(OWN_ARGUMENT) && words.includes(OWN_CODEX_ARGUMENT);
  }
  if (value.type !== "http" || !isRecord(value.headers)) return false;
  return Object.keys(value.headers).some((name) => name.toLowerCase() === OWN_HEADER.toLowerCase());
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
