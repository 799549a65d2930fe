/**
 * Pawl's MCP server in the client's own file (`~/.claude.json`), where `claude mcp add --scope user` puts servers.
 * The client rewrites that file often, so uninstalling never restores a copy over its changes: it removes Pawl's entry
 * and nothing else.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { insertChild, parseRoot, property, removeChild, replaceValue, toValue } from "./document.ts";
import { readSettings, writeSettings } from "./file.ts";
import { deleteRecord, readRecord, sha256, writeRecorded } from "./record.ts";

const NAME = "pawl";
const LIST = "mcpServers";
const PRIVATE = 0o600;

export interface McpServer {
  type: "stdio";
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** `foreign`: a server of the same name that Pawl did not add stays as it is. */
export type McpOutcome = "added" | "updated" | "unchanged" | "foreign";

/** Where the client looks: beside its folder, or in the folder that `CLAUDE_CONFIG_DIR` names. */
export function clientFile(claudeDir: string, isCustom: boolean): string {
  return isCustom ? join(claudeDir, ".claude.json") : `${claudeDir}.json`;
}

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

/** Text in, text out. */
function addServer(text: string, server: object): { text: string; outcome: McpOutcome } {
  const doc = text.trim() === "" ? "{}\n" : text;
  const root = parseRoot(doc);
  const list = property(root, LIST);
  if (list?.value.type !== "object") {
    if (list !== undefined) return { text, outcome: "foreign" };
    const value = { [NAME]: server };
    return { text: insertChild(doc, root, root.children?.at(-1), { key: LIST, value }), outcome: "added" };
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

/** Undefined if Pawl has no entry. */
function removeServer(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  const root = parseRoot(text);
  const list = property(root, LIST);
  const own = list?.value.type === "object" ? property(list.value, NAME) : undefined;
  if (list === undefined || own === undefined || !isOurs(toValue(own.value))) return undefined;
  // An empty list of the client counts as none.
  if (list.value.children?.length === 1) return removeChild(text, root, list.node);
  return removeChild(text, list.value, own.node);
}

export function isOurs(value: unknown): boolean {
  const { args } = Object(value) as { args?: unknown };
  if (!Array.isArray(args) || args.at(-1) !== "mcp") return false;
  return /[\\/]src[\\/]cli[\\/]main\.ts$/.test(String(args.at(-2)));
}

interface McpInstall {
  file: string;
  installsDir: string;
  server: object;
  now: () => Date;
  dryRun: boolean;
}

export function installServer({ file, installsDir, server, now, dryRun }: McpInstall): McpOutcome {
  const before = readSettings(file);
  const { text, outcome } = addServer(before.text ?? "", server);
  if (dryRun || text === before.text || outcome === "foreign") return outcome;
  writeRecorded(before, Buffer.from(text), { installsDir, now, isNew: outcome === "added" });
  return outcome;
}

/** True if there was one. */
export function uninstallServer({ file, installsDir }: { file: string; installsDir: string }): boolean {
  const now = readSettings(file);
  const record = readRecord(installsDir, now.target);
  deleteRecord(installsDir, now.target);
  if (now.bytes === undefined || now.text === undefined) return false;
  if (record !== undefined && record.written === sha256(now.bytes)) {
    if (record.original === null) rmSync(now.target);
    else writeSettings(now.target, Buffer.from(record.original, "base64"), now.mode ?? PRIVATE);
    return true;
  }
  const text = removeServer(now.text);
  if (text === undefined) return false;
  writeSettings(now.target, Buffer.from(text), now.mode ?? PRIVATE);
  return true;
}
