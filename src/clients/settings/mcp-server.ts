/** Pawl's MCP server in a file of the client. */
import { join } from "node:path";
import type { Node } from "jsonc-parser";
import {
  insertChild,
  type Property,
  parseRoot,
  property,
  removeChild,
  replaceValue,
  toValue,
} from "./document.ts";
import type { Edit } from "./install.ts";

export const SERVER_NAME = "pawl";

export interface McpServer {
  type: "stdio";
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** `foreign`: a server of the same name that Pawl did not add. It stays unchanged. */
export type McpOutcome = "added" | "updated" | "unchanged" | "foreign";

/** Runs in any repository, so the files that Bun would read there are named explicitly: see bin/pawl. */
export function pawlServer(options: {
  bun: string;
  packageDir: string;
  home?: string | undefined;
}): McpServer {
  const { bun, packageDir, home } = options;
  return {
    type: "stdio",
    command: bun,
    args: [
      "--no-env-file",
      `--config=${join(packageDir, "bin", "bunfig.toml")}`,
      `--tsconfig-override=${join(packageDir, "package.json")}`,
      join(packageDir, "src", "cli", "main.ts"),
      "mcp",
    ],
    env: home === undefined ? {} : { PAWL_HOME: home },
  };
}

export type ServerEdit = Edit<McpServer, McpOutcome>;

/** In the object `list` of a JSON file, each in the client's format. */
export function jsonServers(toEntry: (server: McpServer) => object, list = "mcpServers"): ServerEdit {
  return {
    add: (text = "", server) => addServer(text, list, toEntry(server)),
    remove: (text) => removeServer(text, list),
    own: (text) => (ownServer(text, list) === undefined ? [] : [SERVER_NAME]),
  };
}

function addServer(text: string, name: string, server: object): { text: string; report: McpOutcome } {
  const doc = text.trim() === "" ? "{}\n" : text;
  const root = parseRoot(doc);
  const list = property(root, name)?.value;
  if (list !== undefined && list.type !== "object") return { text, report: "foreign" };
  const known = list === undefined ? undefined : property(list, SERVER_NAME)?.value;
  if (known === undefined) {
    const own = { key: SERVER_NAME, value: server };
    const child = list === undefined ? { key: name, value: { [SERVER_NAME]: server } } : own;
    const container = list ?? root;
    return { text: insertChild(doc, container, container.children?.at(-1), child), report: "added" };
  }
  const value = toValue(known);
  if (!isOurs(value)) return { text, report: "foreign" };
  if (Bun.deepEquals(value, server)) return { text, report: "unchanged" };
  return { text: replaceValue(doc, known, server), report: "updated" };
}

function ownServer(text: string, name: string): { list: Property; own: Property } | undefined {
  const list = text.trim() === "" ? undefined : property(parseRoot(text), name);
  const own = list?.value.type === "object" ? property(list.value, SERVER_NAME) : undefined;
  return list === undefined || own === undefined || !isOurs(toValue(own.value)) ? undefined : { list, own };
}

function removeServer(text: string, name: string): { text: string | undefined; removed: string[] } {
  const found = ownServer(text, name);
  if (found === undefined) return { text, removed: [] };
  const { list, own } = found;
  // An empty list of the client counts as none.
  const isLast = list.value.children?.length === 1;
  const [container, child] = isLast ? [list.node.parent as Node, list.node] : [list.value, own.node];
  const left = removeChild(text, container, child);
  return { text: left.trim() === "{}" ? undefined : left, removed: [SERVER_NAME] };
}

/** The command's words are in `args`, or all in `command`. */
export function isOurs(value: unknown): boolean {
  const { args, command } = Object(value) as { args?: unknown; command?: unknown };
  const words = Array.isArray(args) ? args : Array.isArray(command) ? command : [];
  return words.at(-1) === "mcp" && /[\\/]src[\\/]cli[\\/]main\.ts$/.test(String(words.at(-2)));
}
