import { isEnvPath, isKeyPath } from "./env-file.ts";
import { classifyName } from "./names.ts";
import { isPlaceholder, isReference } from "./placeholder.ts";
import { markerOf } from "./spans.ts";
import { isSecretValue } from "./values.ts";

type Redact = (text: string, options?: { path?: string }) => string;

/** Deeper than any tool's answer; what lies below is not kept, because it was not looked at. */
const MAX_DEPTH = 64;
/** How many keys are remembered, and how long they may be. */
const KEYS = 2_000;
const LONGEST_KEY = 40;
const TOO_DEEP = "[cut: too deep]";

/**
 * A copy of a JSON-like value with its strings redacted. A value's key counts as its name; objects that name an
 * env or key file lend that path to the strings beside it.
 */
export function createJsonRedactor(
  redact: Redact,
  learn: (secret: string) => void = () => undefined,
): <T>(value: T) => T {
  function visit(
    value: unknown,
    key: string,
    path: string | undefined,
    depth: number,
    above: Set<object>,
  ): unknown {
    if (typeof value === "string") return leaf(value, key, path);
    if (typeof value === "number") return isSecretNumber(value, key) ? markerOf("password") : value;
    if (typeof value !== "object" || value === null) return value;
    if (depth >= MAX_DEPTH || above.has(value)) return above.has(value) ? "[cut: cycle]" : TOO_DEEP;
    above.add(value);
    const copy = Array.isArray(value)
      ? value.map((item) => visit(item, key, path, depth + 1, above))
      : visitObject(value, key, path, depth, above);
    above.delete(value);
    return copy;
  }

  function visitObject(
    value: object,
    parent: string,
    path: string | undefined,
    depth: number,
    above: Set<object>,
  ): unknown {
    const isJar = classifyName(parent) === "cookie";
    const entries = Object.entries(value);
    const inner = pathOf(entries) ?? path;
    const named = nameOf(entries);
    const copy: Record<string, unknown> = {};
    for (const [key, item] of entries) {
      const name = isJar ? "token" : key === "value" && named !== undefined ? named : key;
      const value = visit(item, name, inner, depth + 1, above);
      const safe = redactKey(key);
      // A plain assignment to __proto__ would change the copy's prototype instead of adding a key.
      if (safe !== "__proto__") copy[safe] = value;
      else Object.defineProperty(copy, safe, { value, enumerable: true, writable: true, configurable: true });
    }
    return copy;
  }

  /** A tool's answers have the same few keys. */
  const keys = new Map<string, string>();
  function redactKey(key: string): string {
    const known = keys.get(key);
    if (known !== undefined) return known;
    const safe = redact(key);
    if (keys.size >= KEYS) keys.clear();
    if (key.length <= LONGEST_KEY) keys.set(key, safe);
    return safe;
  }

  function leaf(text: string, key: string, path: string | undefined): string {
    const fileField = path !== undefined && !/path$/i.test(key);
    const redacted = redact(text, fileField ? { path } : undefined);
    if (redacted !== text || key === "") return redacted;
    const nameClass = classifyName(key);
    if (nameClass === undefined) return text;
    if (nameClass === "authorization" || nameClass === "cookie") return redactHeader(text, key, nameClass);
    const isShort =
      nameClass === "password" &&
      key !== "pass" &&
      text.length < 6 &&
      /^\S+$/.test(text) &&
      !isReference(text);
    if (!isShort && !isSecretValue(text, nameClass, "literal")) return text;
    learn(text);
    return markerOf(nameClass === "password" ? "password" : "secret");
  }

  function redactHeader(text: string, key: string, kind: string): string {
    if (text.length < 8 || isPlaceholder(text)) return text;
    const line = redact(`${key}: ${text}`);
    return line.startsWith(`${key}: `) && line.length > key.length + 2
      ? line.slice(key.length + 2)
      : markerOf(kind);
  }

  return <T>(value: T): T => visit(value, "", undefined, 0, new Set()) as T;
}

function isSecretNumber(value: number, key: string): boolean {
  return Math.abs(value) >= 100_000 && classifyName(key) === "password";
}

function pathOf(entries: [string, unknown][]): string | undefined {
  for (const [key, value] of entries) {
    if (!/^(?:file_?path|path|notebook_path|filename|file)$/i.test(key)) continue;
    if (typeof value === "string" && (isEnvPath(value) || isKeyPath(value))) return value;
  }
  return undefined;
}

/** `{name: "DB_PASSWORD", value: "…"}` */
function nameOf(entries: [string, unknown][]): string | undefined {
  for (const [key, value] of entries) {
    if (/^(?:name|key|header|id|variable)$/i.test(key) && typeof value === "string" && value.length <= 80)
      return value;
  }
  return undefined;
}
