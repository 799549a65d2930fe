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

/** No tool nests this deep. Deeper input is an attempt to exhaust the stack of recursive code. */
const DEEPEST = 400;

/** A shorter text cannot nest that deep. */
export const DEEP_LENGTH = DEEPEST;

/** True if JSON text is nested deeper than any real event. Most of an event is text, which is skipped at once. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i);
    if (c === QUOTE) {
      i = endOfText(json, i);
      if (i === -1) return false;
    } else if (c === 0x7b || c === 0x5b) {
      if (++depth > DEEPEST) return true;
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The end of the text that begins at `start`; -1 if it has none. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = end;
    while (escapes - 1 > start && json.charCodeAt(escapes - 1) === BACKSLASH) escapes--;
    if ((end - escapes) % 2 === 0) return end;
  }
  return -1;
}
