/** The written corpora: secrets and harmless texts, one a line. README.md says how a line looks. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drawValue } from "./generators.ts";

/** How the value is written in the text; `pem`: each line of the key's body stands there by itself. */
type Encoding = "plain" | "base64" | "url" | "json" | "xml" | "yaml" | "shell" | "pem";

interface Row {
  id: string;
  class: string;
  value: string;
  as?: Encoding;
  text: string;
}

export interface Case {
  id: string;
  class: string;
  text: string;
  /** What stands for the secret in the text. None of them may survive. */
  forms: string[];
}

export interface Harmless {
  id: string;
  class: string;
  text: string;
}

const FOLDER = join(import.meta.dir, "..", "corpora", "secrets");

const rowsOf = <T>(name: string): T[] =>
  readFileSync(join(FOLDER, name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const XML: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function encode(value: string, encoding: Encoding): string {
  switch (encoding) {
    case "plain":
    case "pem":
      return value;
    case "base64":
      return Buffer.from(value).toString("base64");
    case "url":
      return encodeURIComponent(value);
    case "json":
      return JSON.stringify(value).slice(1, -1);
    case "xml":
      return value.replace(/[&<>"']/g, (char) => XML[char] ?? char);
    case "yaml":
      return value.replaceAll("'", "''");
    case "shell":
      return value.replaceAll("'", `'\\''`);
  }
}

const isMarker = (line: string) => line.startsWith("-----") || line.includes(": ") || line.trim() === "";

/** `{{}}` stands for nothing: it keeps apart what scanners of repositories would take for a key. */
const joined = (text: string) => text.replaceAll("{{}}", "");

export function secretCases(seed: number): Case[] {
  return rowsOf<Row>("secrets.jsonl").map((row) => {
    const encoding = row.as ?? "plain";
    const value = drawValue(joined(row.value), `${seed} ${row.id}`);
    const written = encode(value, encoding);
    const lines = value.split("\n").filter((line) => !isMarker(line));
    const text = joined(row.text)
      .split("{{value}}")
      .join(written)
      .replace(/\{\{line (\d+)\}\}/g, (_, line: string) => lines[Number(line)] ?? "");
    const forms = encoding === "pem" ? lines.filter((line) => text.includes(line)) : [written];
    return { id: row.id, class: row.class, text, forms };
  });
}

export const harmlessTexts = (): Harmless[] =>
  rowsOf<Harmless>("harmless.jsonl").map((row) => ({ ...row, text: joined(row.text) }));

const SHORTEST_PIECE = 8;

/** The whole form, or a piece of it that is long enough to be of use. */
export function survives(redacted: string, form: string): boolean {
  const length = Math.min(form.length, Math.max(SHORTEST_PIECE, Math.ceil(form.length / 2)));
  for (let at = 0; at + length <= form.length; at++) {
    if (redacted.includes(form.slice(at, at + length))) return true;
  }
  return false;
}
