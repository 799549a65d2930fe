/** Fields of foreign JSON. Without Zod, because the hook program and the keeper need them. */
export type Fields = Record<string, unknown>;

/** Undefined if the text is not JSON, or is nested deeper than the stack. */
export function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Some clients' file names are relative to the session's folder; Pawl's are relative to the root. */
export function toAbsolute(path: string, cwd: string): string {
  if (cwd === "" || path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path)) return path;
  return `${cwd.replace(/[\\/]+$/, "")}/${path.replace(/^\.\//, "")}`;
}
