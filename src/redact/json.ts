/**
 * The only function for JSON values, in the first pass, the second pass and the scan: a value's key is its name, lists of
 * lines are read as one text, and a text that is itself JSON is read by its values.
 */
import { isEnvPath, isKeyPath } from "./env-file.ts";
import { isSecret, kindOf } from "./judge.ts";
import { classifyName } from "./names.ts";
import { isPlaceholder, isReference } from "./placeholder.ts";
import { type Finding, markerOf } from "./spans.ts";

interface Look {
  find(text: string, options?: { path?: string }): Finding[];
  redact(text: string, options?: { path?: string }): string;
  /** Called with a value that only its key revealed as a secret. */
  learn?(secret: string): void;
}

/** Deeper than any tool's response. Deeper levels are dropped, because they were not checked. */
const MAX_DEPTH = 64;
const TOO_DEEP = "[cut: too deep]";

interface Place {
  /** The value's key, or the name in its object. */
  key: string;
  /** The path of an env or key file: the strings beside it are its content. */
  path: string | undefined;
  depth: number;
  above: Set<object>;
}

/** A copy of a JSON-like value with its strings redacted. */
export function createJsonRedactor({ find, redact, learn }: Look): <T>(value: T) => T {
  function visit(value: unknown, place: Place): unknown {
    if (typeof value === "string") return leaf(value, place);
    if (typeof value === "number")
      return Math.abs(value) >= 100_000 && classifyName(place.key) === "password"
        ? markerOf("password")
        : value;
    if (typeof value !== "object" || value === null) return value;
    const { above, depth } = place;
    if (depth >= MAX_DEPTH || above.has(value)) return above.has(value) ? "[cut: cycle]" : TOO_DEEP;
    above.add(value);
    const inner = { ...place, depth: depth + 1 };
    const copy = Array.isArray(value)
      ? linesOf(value, inner).map((item) => visit(item, inner))
      : visitObject(value, inner);
    above.delete(value);
    return copy;
  }

  /** The lines of a patch or a listing: what spans them is found in the whole, and each line keeps its place. */
  function linesOf(list: unknown[], { path }: Place): unknown[] {
    if (list.length < 2 || !list.every((item) => typeof item === "string")) return list;
    const found = find(list.join("\n"), path === undefined ? undefined : { path });
    if (found.length === 0) return list;
    let at = 0;
    return (list as string[]).map((line) => {
      const [start, end] = [at, at + line.length];
      at = end + 1;
      let [out, from] = ["", start];
      for (const one of found) {
        if (one.end <= start || one.start >= end) continue;
        out += line.slice(from - start, Math.max(0, one.start - start)) + markerOf(one.kind);
        from = Math.min(end, one.end);
      }
      return out + line.slice(from - start);
    });
  }

  function visitObject(value: object, place: Place): unknown {
    const isJar = classifyName(place.key) === "cookie";
    const entries = Object.entries(value);
    const path = pathOf(entries) ?? place.path;
    const named = nameOf(entries);
    const copy: Record<string, unknown> = {};
    for (const [key, item] of entries) {
      const name = isJar ? "token" : key === "value" && named !== undefined ? named : key;
      const value = visit(item, { ...place, key: name, path });
      const safe = redact(key);
      // A plain assignment to __proto__ would change the copy's prototype instead of adding a key.
      if (safe !== "__proto__") copy[safe] = value;
      else Object.defineProperty(copy, safe, { value, enumerable: true, writable: true, configurable: true });
    }
    return copy;
  }

  function leaf(text: string, { key, path }: Place): string {
    const sort = key === "" ? undefined : classifyName(key);
    if (sort === "authorization" || sort === "cookie") return redactHeader(text, key, sort);
    const redacted = redact(text, path !== undefined && !/path$/i.test(key) ? { path } : undefined);
    if (redacted !== text || sort === undefined || sort === "signature") return redacted;
    const isShort = sort === "password" && key !== "pass" && /^\S{1,5}$/.test(text) && !isReference(text);
    if (!isShort && !isSecret(text, sort, "certain")) return text;
    learn?.(text);
    return markerOf(kindOf(sort));
  }

  function redactHeader(text: string, key: string, kind: string): string {
    if (text.length < 8 || isPlaceholder(text)) return text;
    const line = redact(`${key}: ${text}`);
    return line.startsWith(`${key}: `) ? line.slice(key.length + 2) : markerOf(kind);
  }

  return <T>(value: T): T => visit(value, { key: "", path: undefined, depth: 0, above: new Set() }) as T;
}

const stringOf = (entries: [string, unknown][], keys: RegExp, isIt: (text: string) => boolean) =>
  entries
    .map(([key, value]) => (keys.test(key) && typeof value === "string" ? value : ""))
    .find((text) => text !== "" && isIt(text));

const pathOf = (entries: [string, unknown][]) =>
  stringOf(
    entries,
    /^(?:file_?path|path|notebook_path|filename|file)$/i,
    (path) => isEnvPath(path) || isKeyPath(path),
  );

/** `{name: "DB_PASSWORD", value: "…"}` */
const nameOf = (entries: [string, unknown][]) =>
  stringOf(entries, /^(?:name|key|header|id|variable)$/i, (name) => name.length <= 80);

/**
 * Redacts a JSON text value by value, even if its end was cut off; undefined if the text is not JSON. Unchanged values keep
 * their original text.
 */
export function redactJsonText(text: string, redactJson: <T>(value: T) => T): string | undefined {
  if (!/^\s*[[{]/.test(text.slice(0, 20))) return undefined;
  const whole = parsed(text);
  if (whole === undefined) return undefined;
  const before = JSON.stringify(whole.value);
  const after = JSON.stringify(redactJson(whole.value));
  if (after === before) return text;
  const indent = /^\s*[[{]\r?\n([ \t]+)/.exec(text.slice(0, 40))?.[1];
  const written = indent === undefined ? after : JSON.stringify(JSON.parse(after), null, indent);
  return written.slice(0, written.length - whole.closers);
}

/** Closes everything that a cut left open, and drops a half-written escape. `closers`: the number of added signs. */
function parsed(text: string): { value: unknown; closers: number } | undefined {
  const open: string[] = [];
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') isString = !isString;
    else if (isString) at += char === "\\" ? 1 : 0;
    else if (char === "{" || char === "[") open.push(char === "{" ? "}" : "]");
    else if ((char === "}" || char === "]") && open.pop() !== char) return undefined;
    if (open.length > MAX_DEPTH) return undefined;
  }
  const end = open.reverse().join("");
  const isCut = isString || end !== "";
  const whole = isString
    ? text.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, "")
    : isCut
      ? text.replace(/[,:\s]+$/, "")
      : text;
  for (const close of isString ? ['"', '":null'] : ["", ":null"]) {
    try {
      return { value: JSON.parse(whole + close + end), closers: isCut ? close.length + end.length : 0 };
    } catch {
      // It was cut elsewhere, or is not JSON.
    }
  }
  return undefined;
}
