/**
 * A settings text, edited by small splices. `modify` of jsonc-parser is not used: it writes everything on one line, or
 * reformats the whole edited line, and removes comments next to removed values.
 */
import {
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
  getNodeValue as toValue,
} from "jsonc-parser";
import { PawlError } from "../../platform/errors.ts";

export { toValue };

export interface Property {
  node: Node;
  key: string;
  value: Node;
}

const HINT = "Fix it and run the command again. The file was not changed.";

/** The root object of the text. Throws with the location of a syntax error. */
export function parseRoot(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined && root?.type === "object") return root;
  const code = first === undefined ? "ObjectExpected" : printParseErrorCode(first.error);
  const reason = code.replace(/(?<=[a-z])[A-Z]/g, " $&").toLowerCase();
  const { line, column } = placeOf(text, first?.offset ?? root?.offset ?? 0);
  const message = `The settings are not valid JSON at line ${line}, column ${column}: ${reason}.`;
  const params = { kind: "json", line, column, reason };
  throw new PawlError("settings_unreadable", message, { hint: HINT, params });
}

/** If the file has a comment or a trailing comma, the client silently ignores it. */
export function notStrict(text: string, client: string): PawlError[] {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first === undefined) return [];
  const { line, column } = placeOf(text, first.offset);
  const message = `${client} ignores this whole file because of a comment or trailing comma at line ${line}, column ${column}. Remove it.`;
  return [new PawlError("settings_ignored", message, { params: { client, line, column } })];
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** `path` in the file has a type other than these. */
export function wrongType(text: string, node: Node, path: string, kind: "object" | "list"): PawlError {
  const { line, column } = placeOf(text, node.offset);
  const wanted = { object: "an object", list: "a list" }[kind];
  const message = `"${path}" must be ${wanted}, but is ${node.type} (line ${line}, column ${column}).`;
  const params = { kind, path, found: node.type, line, column };
  return new PawlError("settings_unreadable", message, { hint: HINT, params });
}

export function properties(object: Node): Property[] {
  return (object.children ?? []).flatMap((node) => {
    const [key, value] = node.children ?? [];
    return key === undefined || value === undefined ? [] : [{ node, key: String(key.value), value }];
  });
}

/** The last one: the client uses it if a key occurs twice. */
export function property(object: Node, key: string): Property | undefined {
  return properties(object).findLast((p) => p.key === key);
}

interface Child {
  key?: string;
  value: unknown;
}

/** Inserts a child after `previous`, or first. Comments after `previous` follow the child, and return on its removal. */
export function insertChild(text: string, container: Node, previous: Node | undefined, child: Child): string {
  const [first] = container.children ?? [];
  const start = container.offset + 1;
  if (first === undefined) return intoEmpty(text, container, child);
  const inline = !text.slice(start, first.offset).includes("\n");
  const indent = inline ? undefined : lineIndent(text, first.offset);
  const gap = indent === undefined ? " " : eol(text) + indent;
  const content = render(text, child, indent);
  if (previous === undefined) return splice(text, first.offset, 0, `${content},${gap}`);
  return splice(text, endOf(previous), 0, `,${gap}${content}`);
}

function intoEmpty(text: string, container: Node, child: Child): string {
  const start = container.offset + 1;
  const inside = text.slice(start, endOf(container) - 1).trimEnd();
  const outer = lineIndent(text, container.offset);
  const indent = outer + unit(text);
  const content = `${inside}${eol(text)}${indent}${render(text, child, indent)}${eol(text)}${outer}`;
  return splice(text, start, container.length - 2, content);
}

export function replaceValue(text: string, node: Node, value: unknown): string {
  const isInline = !text.slice(node.offset, endOf(node)).includes("\n");
  const indent = isInline ? undefined : lineIndent(text, node.offset);
  return splice(text, node.offset, node.length, render(text, { value }, indent));
}

/** Removes a child with its comma and the space on one side. Comments stay: they are the user's. */
export function removeChild(text: string, container: Node, child: Node): string {
  const children = container.children ?? [];
  const at = children.indexOf(child);
  const [previous, next] = [children[at - 1], children[at + 1]];
  const isFirst = previous === undefined;
  const from = isFirst ? (next === undefined ? container.offset + 1 : child.offset) : endOf(previous);
  const to = isFirst ? (next?.offset ?? endOf(container) - 1) : endOf(child);
  const before = text
    .slice(from, child.offset)
    .replace(isFirst ? "" : ",", "")
    .trimEnd();
  const after = text.slice(endOf(child), to).replace(",", "");
  const left = before + (next === undefined ? after : after.trimStart());
  return splice(text, from, to - from, left.trim() === "" ? "" : left);
}

const endOf = (node: Node): number => node.offset + node.length;

const splice = (text: string, at: number, length: number, content: string): string =>
  text.slice(0, at) + content + text.slice(at + length);

/** On one line without `indent`. */
function render(text: string, { key, value }: Child, indent: string | undefined): string {
  const name = key === undefined ? "" : `${JSON.stringify(key)}: `;
  if (indent === undefined) return name + JSON.stringify(value);
  const lines = JSON.stringify(value, null, unit(text)).split("\n");
  return name + lines.join(eol(text) + indent);
}

function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** One step of indentation, taken from the first indented line. */
function unit(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

function eol(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}
