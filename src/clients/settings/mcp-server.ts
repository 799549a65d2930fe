/**
 * Pawl's MCP server in a file of the client. Clients rewrite these files, so uninstalling never restores a copy over their
 * changes: it removes Pawl's entry and nothing else.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { OWN_ARGUMENT } from "../../platform/own-hook.ts";
import { insertChild, parseRoot, property, removeChild, replaceValue, toValue } from "./document.ts";
import { readSettings, writeSettings } from "./file.ts";
import { deleteRecord, PRIVATE, readRecord, sha256, writeRecorded } from "./record.ts";

const NAME = "pawl";

export interface McpServer {
  type: "stdio";
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** `foreign`: a server of the same name that Pawl did not add stays as it is. */
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

/** How a server stands in a file of the client. Text in, text out. */
export interface ServerEdit {
  add(text: string, server: McpServer): { text: string; outcome: McpOutcome };
  /** Undefined if Pawl has no entry. */
  remove(text: string): string | undefined;
}

/** In the object `list` of a JSON file, each as the client writes it. */
export function jsonServers(toEntry: (server: McpServer) => object, list = "mcpServers"): ServerEdit {
  return {
    add: (text, server) => addServer(text, list, toEntry(server)),
    remove: (text) => removeServer(text, list),
  };
}

function addServer(text: string, name: string, server: object): { text: string; outcome: McpOutcome } {
  const doc = text.trim() === "" ? "{}\n" : text;
  const root = parseRoot(doc);
  const list = property(root, name);
  if (list?.value.type !== "object") {
    if (list !== undefined) return { text, outcome: "foreign" };
    const value = { [NAME]: server };
    return { text: insertChild(doc, root, root.children?.at(-1), { key: name, value }), outcome: "added" };
  }
  const known = property(list.value, NAME)?.value;
  if (known === undefined) {
    const last = list.value.children?.at(-1);
    return { text: insertChild(doc, list.value, last, { key: NAME, value: server }), outcome: "added" };
  }
  const value = toValue(known);
  if (!isOurs(value)) return { text, outcome: "foreign" };
  if (Bun.deepEquals(value, server)) return { text, outcome: "unchanged" };
  return { text: replaceValue(doc, known, server), outcome: "updated" };
}

function removeServer(text: string, name: string): string | undefined {
  if (text.trim() === "") return undefined;
  const root = parseRoot(text);
  const list = property(root, name);
  const own = list?.value.type === "object" ? property(list.value, NAME) : undefined;
  if (list === undefined || own === undefined || !isOurs(toValue(own.value))) return undefined;
  // An empty list of the client counts as none.
  if (list.value.children?.length === 1) return removeChild(text, root, list.node);
  return removeChild(text, list.value, own.node);
}

/** The words of the command are in `args`, or all of them in `command`. */
export function isOurs(value: unknown): boolean {
  const { args, command } = Object(value) as { args?: unknown; command?: unknown };
  const words = Array.isArray(args) ? args : Array.isArray(command) ? command : [];
  return words.at(-1) === "mcp" && /[\\/]src[\\/]cli[\\/]main\.ts$/.test(String(words.at(-2)));
}

interface McpFile {
  file: string;
  installsDir: string;
  edit: ServerEdit;
}

interface McpInstall extends McpFile {
  server: McpServer;
  dryRun: boolean;
}

export function installServer({ file, installsDir, edit, server, dryRun }: McpInstall): McpOutcome {
  const before = readSettings(file);
  const { text, outcome } = edit.add(before.text ?? "", server);
  if (dryRun || text === before.text || outcome === "foreign") return outcome;
  // In a file with hooks of Pawl as well, their original is the file's.
  const isFirst = outcome === "added" && before.text?.includes(OWN_ARGUMENT) !== true;
  writeRecorded(before, Buffer.from(text), { installsDir, isFirst });
  return outcome;
}

/** True if there was one. The client may write the file too: its original comes back only while nobody else has changed it. */
export function uninstallServer({ file, installsDir, edit }: McpFile): boolean {
  const now = readSettings(file);
  const record = readRecord(installsDir, now.target);
  deleteRecord(installsDir, now.target);
  if (now.bytes === undefined || now.text === undefined) return false;
  const isUntouched = record !== undefined && record.written === sha256(now.bytes);
  const text = isUntouched ? "" : edit.remove(now.text);
  if (text === undefined) return false;
  const original =
    isUntouched && record.original !== null ? Buffer.from(record.original, "base64") : undefined;
  // The file was made for the server: without it, it goes as well.
  const isEmpty = original === undefined && /^\s*(?:\{\s*\})?\s*$/.test(text);
  if (record?.original === null && isEmpty) rmSync(now.target);
  else writeSettings(now.target, original ?? Buffer.from(text), now.mode ?? PRIVATE);
  return true;
}
