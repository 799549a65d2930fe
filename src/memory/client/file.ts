/**
 * One file of the client's own memory: Markdown with frontmatter. A model writes it and people edit it, so anything may be
 * missing, repeated or malformed. Strict YAML rejects `description: use pnpm: not npm`; this parser accepts such a line.
 */

import { present } from "../../store/values.ts";

interface ClientFile {
  /** From the frontmatter, if present. */
  name?: string;
  description?: string;
  type?: string;
  /** The session that wrote it: the client adds its id (measured with 2.1.325). */
  sessionId?: string;
  /** The text below the frontmatter. */
  body: string;
  /** `[[name]]`, each once. */
  links: string[];
}

const FENCE = /^---[ \t]*$/;
/** Frontmatter is short. If it has not ended by this line, the text merely begins with a rule. */
const MOST_HEAD_LINES = 60;

export function parseClientFile(text: string): ClientFile {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
  const end = FENCE.test(lines[0] ?? "")
    ? lines.findIndex((line, index) => index > 0 && index <= MOST_HEAD_LINES && FENCE.test(line))
    : -1;
  const head = end < 0 ? [] : lines.slice(1, end);
  const body = (end < 0 ? lines : lines.slice(end + 1)).join("\n").trim();
  const fields = fieldsIn(head);
  const given = (key: string) => {
    const value = fields.get(key);
    return value === undefined || value === "" ? undefined : value;
  };
  return {
    ...present({
      name: given("name"),
      description: given("description"),
      type: given("metadata.type") ?? given("type"),
      sessionId: given("metadata.originSessionId"),
    }),
    body,
    links: linksIn(body),
  };
}

export function linksIn(body: string): string[] {
  const found = [...body.matchAll(/\[\[([^\]|#\n]{1,200})(?:[|#][^\]\n]*)?\]\]/g)];
  return [...new Set(found.map(([, name = ""]) => name.trim()).filter((name) => name !== ""))];
}

/** `key: value`, one level of nesting as `outer.key`, and folded or kept lines below `>` and `|`. */
function fieldsIn(head: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  let outer = "";
  let block: { key: string; lines: string[] } | undefined;
  const close = () => {
    if (block !== undefined) fields.set(block.key, block.lines.join(" ").trim());
    block = undefined;
  };
  for (const line of head) {
    const indent = line.length - line.trimStart().length;
    if (block !== undefined && (indent > 0 || line.trim() === "")) {
      block.lines.push(line.trim());
      continue;
    }
    close();
    const [, key, value = ""] = /^\s*([\w-]+)\s*:(?:\s+(.*))?$/.exec(line) ?? [];
    if (key === undefined) continue;
    if (indent === 0) outer = key;
    const path = indent === 0 ? key : `${outer}.${key}`;
    if (/^[>|][+-]?\s*$/.test(value)) block = { key: path, lines: [] };
    else if (!fields.has(path)) fields.set(path, unquoted(value.trim()));
  }
  close();
  return fields;
}

function unquoted(value: string): string {
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(value);
  if (double !== null) return (double[1] ?? "").replace(/\\(["\\])/g, "$1");
  const single = /^'((?:[^']|'')*)'/.exec(value);
  return single === null ? value.replace(/\s+#.*$/, "") : (single[1] ?? "").replaceAll("''", "'");
}

/** A value as one line of frontmatter, quoted if YAML would misread it. */
export function toFrontmatterValue(value: string): string {
  const line = value.replace(/\s+/g, " ").trim();
  return /^[\p{L}\p{N}][\p{L}\p{N} ,.()/_-]*$/u.test(line) ? line : JSON.stringify(line);
}
