/**
 * A settings text that is edited by small splices. `modify` of jsonc-parser is not used: it formats the whole line
 * that it touches (a one-line file becomes many) and moves or drops the comments beside it.
 */
import {
  applyEdits,
  createScanner,
  type Edit,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { words } from "../../cli/words.ts";
import { PawlError } from "../../platform/errors.ts";

/** SyntaxKind is a const enum, which single-file compilation cannot read. */
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const SPACE = 15;

export interface Property {
  node: Node;
  key: string;
  value: Node;
}

/** The root object of the text. Throws with the place of a syntax error. */
export function parseRoot(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first !== undefined) throw unreadable(text, first.offset, printParseErrorCode(first.error));
  if (root?.type !== "object") throw unreadable(text, root?.offset ?? 0, "ObjectExpected");
  return root;
}

export function place(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return words.errors.place(before.length, (before.at(-1)?.length ?? 0) + 1);
}

function unreadable(text: string, offset: number, code: string): PawlError {
  const what = code.replace(/(?<=[a-z])[A-Z]/g, " $&").toLowerCase();
  return new PawlError("settings_unreadable", words.errors.settingsNotJson(place(text, offset), what), {
    hint: words.errors.settingsHint,
  });
}

/** `path` in the file must be `wanted`, a phrase of the catalogue, and is not. */
export function wrongType(text: string, node: Node, path: string, wanted: string): PawlError {
  const message = words.errors.settingsType(path, wanted, node.type, place(text, node.offset));
  return new PawlError("settings_unreadable", message, { hint: words.errors.settingsHint });
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

export function toValue(node: Node): unknown {
  return getNodeValue(node);
}

/** Inserts a child after `previous`, or first if that is undefined. */
export function insertChild(
  text: string,
  container: Node,
  previous: Node | undefined,
  child: { key?: string; value: unknown },
): string {
  const children = container.children ?? [];
  const first = children[0];
  const inline = first !== undefined && !text.slice(container.offset, first.offset).includes("\n");
  const indent =
    first === undefined || inline
      ? lineIndent(text, container.offset) + unit(text)
      : lineIndent(text, first.offset);
  const compact = inline && !isSpaced(text.slice(first.offset, container.offset + container.length));
  const rendered = render(text, child, inline ? undefined : indent, compact);
  const after = previous === undefined ? container.offset + 1 : previous.offset + previous.length;
  const tail = trailing(text, after);
  const lead =
    inline && !tail.lineComment ? (compact || previous === undefined ? "" : " ") : eol(text) + indent;
  if (previous === undefined) {
    const at = tail.end;
    if (first === undefined) {
      const close = container.offset + container.length - 1;
      // The closing bracket of an empty one-line container moves to its own line.
      const opens = !text.slice(at, close).includes("\n");
      const edit = { offset: at, length: opens ? close - at : 0, content: lead + rendered };
      return splice(text, [
        opens
          ? { ...edit, content: `${edit.content}${eol(text)}${lineIndent(text, container.offset)}` }
          : edit,
      ]);
    }
    return splice(text, [
      { offset: at, length: 0, content: `${lead}${rendered},${inline && !compact ? " " : ""}` },
    ]);
  }
  if (tail.comma !== undefined)
    return splice(text, [{ offset: tail.end, length: 0, content: `${lead}${rendered},` }]);
  return splice(text, [
    { offset: after, length: 0, content: "," },
    { offset: tail.end, length: 0, content: lead + rendered },
  ]);
}

export function replaceValue(text: string, node: Node, value: unknown): string {
  const inline = !text.slice(node.offset, node.offset + node.length).includes("\n");
  const compact = inline && !isSpaced(text.slice(node.offset, node.offset + node.length));
  const content = render(text, { value }, inline ? undefined : lineIndent(text, node.offset), compact);
  return splice(text, [{ offset: node.offset, length: node.length, content }]);
}

/** What is written in its texts says nothing about how it is laid out. */
function isSpaced(json: string): boolean {
  return /[:,]\s/.test(json.replace(/"(?:[^"\\]|\\.)*"/g, '""'));
}

/** Removes a child with its comma and the space before it. Comments stay: they are the user's. */
export function removeChild(text: string, container: Node, child: Node): string {
  const children = container.children ?? [];
  const index = children.indexOf(child);
  const previous = children[index - 1];
  const end = child.offset + child.length;
  const comma = trailing(text, end).comma;
  const stop = comma === undefined ? end : comma + 1;
  let start = child.offset;
  while (/\s/.test(text[start - 1] ?? "")) start--;
  const edits: Edit[] = [];
  if (comma === undefined && previous !== undefined) {
    const dangling = trailing(text, previous.offset + previous.length).comma;
    if (dangling !== undefined) edits.push({ offset: dangling, length: 1, content: "" });
  }
  const onlyChild = children.length === 1;
  const close = container.offset + container.length - 1;
  if (
    onlyChild &&
    text.slice(container.offset + 1, start).trim() === "" &&
    text.slice(stop, close).trim() === ""
  ) {
    return splice(text, [
      { offset: container.offset + 1, length: close - container.offset - 1, content: "" },
    ]);
  }
  // A line comment above would swallow what follows on this line.
  const rest = /^[ \t]*(\r?\n|$)/.test(text.slice(stop));
  const keepsSpace = !rest && text.slice(start, child.offset).includes("\n");
  edits.push({
    offset: keepsSpace ? child.offset : start,
    length: stop - (keepsSpace ? child.offset : start),
    content: "",
  });
  return splice(text, edits);
}

/** The rest of the line after a value or an opening bracket: a comma, comments. */
function trailing(
  text: string,
  from: number,
): { end: number; comma: number | undefined; lineComment: boolean } {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let end = from;
  let comma: number | undefined;
  let lineComment = false;
  let sameLine = true;
  for (;;) {
    const kind: number = scanner.scan();
    if (kind === LINE_BREAK) sameLine = false;
    else if (kind === COMMA && comma === undefined) {
      comma = scanner.getTokenOffset();
      end = comma + 1;
      sameLine = true;
    } else if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) {
      if (!sameLine) continue;
      end = scanner.getPosition();
      lineComment = kind === LINE_COMMENT;
    } else if (kind !== SPACE) return { end, comma, lineComment };
  }
}

function render(
  text: string,
  child: { key?: string; value: unknown },
  indent: string | undefined,
  compact: boolean,
) {
  const key = child.key === undefined ? "" : `${JSON.stringify(child.key)}:${compact ? "" : " "}`;
  if (indent === undefined) return key + JSON.stringify(child.value);
  const lines = JSON.stringify(child.value, null, unit(text)).split("\n");
  return key + lines.join(eol(text) + indent);
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

function splice(text: string, edits: Edit[]): string {
  return applyEdits(text, edits);
}
