/** Edits a client's file and leaves the rest of its text unchanged. */
import { toFrontmatterValue } from "./file.ts";

const HEAD = /^(\uFEFF?---[ \t]*\r?\n)([\s\S]*?)(^---[ \t]*(?:\r?\n|$))/m;

export function withBody(raw: string, body: string): string {
  const head = headOf(raw);
  const newline = raw.includes("\r\n") ? "\r\n" : "\n";
  const text = `${body.trim()}${newline}`;
  return head === undefined ? text : `${head.all}${newline}${text}`;
}

/** Sets one field of the frontmatter; adds the frontmatter where there is none. */
export function withField(raw: string, key: "name" | "description", value: string): string {
  const head = headOf(raw);
  const newline = raw.includes("\r\n") ? "\r\n" : "\n";
  const line = `${key}: ${toFrontmatterValue(value)}`;
  if (head === undefined) return `---${newline}${line}${newline}---${newline}${newline}${raw}`;
  const lines = head.fields.split(/\r?\n/);
  const at = lines.findIndex((one) => one.startsWith(`${key}:`));
  if (at < 0) lines.unshift(line);
  else {
    // A folded value continues on the lines below it.
    const rest = lines.slice(at + 1).findIndex((one) => !/^\s+\S/.test(one));
    lines.splice(at, /^[\w-]+:\s*[>|][+-]?\s*$/.test(lines[at] ?? "") ? 1 + Math.max(0, rest) : 1, line);
  }
  return `${head.open}${lines.join(newline)}${head.close}${raw.slice(head.all.length)}`;
}

function headOf(raw: string): { all: string; open: string; fields: string; close: string } | undefined {
  const match = HEAD.exec(raw);
  if (match === null || match.index !== 0) return undefined;
  const [all, open = "", fields = "", close = ""] = match;
  return { all, open, fields, close };
}

/** A new file, in the format of the client's model. */
export function toClientFile(file: {
  name: string;
  description: string;
  type: string;
  body: string;
}): string {
  return [
    "---",
    `name: ${toFrontmatterValue(file.name)}`,
    `description: ${toFrontmatterValue(file.description)}`,
    "metadata:",
    `  type: ${toFrontmatterValue(file.type)}`,
    "---",
    "",
    `${file.body.trim()}\n`,
  ].join("\n");
}
