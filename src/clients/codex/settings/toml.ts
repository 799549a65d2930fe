/**
 * Adds and removes one table in Codex's `config.toml` as text, so that everything else stays as the user wrote it, including
 * comments. Each result is parsed again and compared, so that an unforeseen form of TOML is refused instead of damaged.
 */

import { PawlError } from "../../../platform/errors.ts";
import { isOurs, type McpServer, SERVER_NAME as NAME, type ServerEdit } from "../../settings/mcp-server.ts";

interface ServerTable {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

type Table = Record<string, unknown>;

const LIST = "mcp_servers";
const HEADER = /^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*pawl[ \t]*\][ \t]*(?:#.*)?$/;
const SUBTABLE = /^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*pawl[ \t]*\./;
const ANY_HEADER = /^[ \t]*\[/;

export const tomlServers: ServerEdit = {
  add(text = "", server) {
    const before = parse(text);
    const known = serverIn(before);
    const table = toTable(server);
    if (known !== undefined && !isOurs(known)) return { text, report: "foreign" };
    if (Bun.deepEquals(known, table)) return { text, report: "unchanged" };
    const rest = known === undefined ? text : withoutTable(text);
    const next = append(rest, table);
    if (!isSame(next, { ...before, [LIST]: { ...serversIn(before), [NAME]: table } })) throw uneditable();
    return { text: next, report: known === undefined ? "added" : "updated" };
  },
  remove(text) {
    if (!isOurs(serverIn(parse(text)))) return { text, removed: [] };
    const left = withoutTable(text);
    return { text: left.trim() === "" ? undefined : left, removed: [NAME] };
  },
  own: (text) => (isOurs(serverIn(parse(text))) ? [NAME] : []),
};

function toTable({ command, args, env }: McpServer): ServerTable {
  return { command, args, ...(Object.keys(env).length === 0 ? {} : { env }) };
}

/** The same header may occur inside a multi-line string. Only a real table's position gives the right result. */
function withoutTable(text: string): string {
  const expected = withoutServer(parse(text));
  const lines = text.split("\n");
  for (let start = 0; start < lines.length; start++) {
    if (!HEADER.test(lines[start]?.replace(/\r$/, "") ?? "")) continue;
    const next = cutTable(lines, start);
    if (isSame(next, expected)) return next;
  }
  throw uneditable();
}

function cutTable(lines: readonly string[], start: number): string {
  let end = start + 1;
  while (end < lines.length && !(ANY_HEADER.test(lines[end] ?? "") && !SUBTABLE.test(lines[end] ?? "")))
    end++;
  // Comments and empty lines before the next table belong to that table.
  if (end < lines.length) while (end > start + 1 && /^\s*(#.*)?$/.test(lines[end - 1] ?? "")) end--;
  let first = start;
  if (lines[first - 1]?.trim() === "") first--;
  const rest = [...lines.slice(0, first), ...lines.slice(end)];
  // The text before it ended with a line break, which was cut with the table at the end of the file.
  if (end >= lines.length && first > 0 && rest.at(-1) !== "") rest.push("");
  return rest.join("\n");
}

function append(text: string, { command, args, env }: ServerTable): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = [
    `[${LIST}.${NAME}]`,
    `command = ${quoted(command)}`,
    `args = [${args.map(quoted).join(", ")}]`,
  ];
  if (env !== undefined) {
    const pairs = Object.entries(env).map(([name, value]) => `${quoted(name)} = ${quoted(value)}`);
    lines.push(`env = { ${pairs.join(", ")} }`);
  }
  const gap = text === "" ? "" : text.endsWith("\n") ? eol : eol + eol;
  return `${text}${gap}${lines.join(eol)}${eol}`;
}

/** A JSON string is a valid TOML string, except for one character. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll("\x7f", "\\u007f");
}

function isSame(text: string, expected: Table): boolean {
  try {
    return Bun.deepEquals(parse(text), expected);
  } catch {
    return false;
  }
}

function parse(text: string): Table {
  try {
    return Bun.TOML.parse(text) as Table;
  } catch (cause) {
    throw new PawlError("settings_invalid", "It is not valid TOML.", { cause, params: { kind: "toml" } });
  }
}

function uneditable(): PawlError {
  const message = 'Pawl cannot edit its form of mcp_servers. Edit the entry "pawl" by hand.';
  return new PawlError("settings_invalid", message, { params: { kind: "form" } });
}

function serversIn(config: Table): Table {
  const list = config[LIST];
  return typeof list === "object" && list !== null ? (list as Table) : {};
}

function serverIn(config: Table): unknown {
  return serversIn(config)[NAME];
}

function withoutServer(config: Table): Table {
  const { [NAME]: _, ...others } = serversIn(config);
  const { [LIST]: __, ...rest } = config;
  return Object.keys(others).length === 0 ? rest : { ...config, [LIST]: others };
}
