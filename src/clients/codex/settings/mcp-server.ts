/**
 * Pawl's MCP server in Codex's `config.toml`. Codex writes that file too (trusted folders and hooks, for example), so
 * uninstalling restores the original only while nobody else has changed it, and otherwise removes the one table.
 */
import { rmSync } from "node:fs";
import { readSettings, writeSettings } from "../../claude-code/settings/file.ts";
import { isOurs, type McpOutcome, type McpServer } from "../../claude-code/settings/mcp-server.ts";
import { deleteRecord, readRecord, sha256, writeRecorded } from "../../claude-code/settings/record.ts";
import { addServerTable, removeServerTable, type ServerTable } from "./toml.ts";

const PRIVATE = 0o600;

interface ServerInstall {
  file: string;
  installsDir: string;
  server: McpServer;
  now: () => Date;
  dryRun: boolean;
}

export function installCodexServer(options: ServerInstall): McpOutcome {
  const { file, installsDir, now, dryRun } = options;
  const before = readSettings(file);
  const { text, outcome } = addServerTable(before.text ?? "", toTable(options.server), isOurs);
  if (dryRun || outcome === "unchanged" || outcome === "foreign") return outcome;
  writeRecorded(before, Buffer.from(text), { installsDir, now, isNew: outcome === "added" });
  return outcome;
}

/** True if there was one. */
export function uninstallCodexServer({ file, installsDir }: { file: string; installsDir: string }): boolean {
  const now = readSettings(file);
  const record = readRecord(installsDir, now.target);
  if (now.bytes === undefined || now.text === undefined) {
    deleteRecord(installsDir, now.target);
    return false;
  }
  const isUntouched = record !== undefined && record.written === sha256(now.bytes);
  const text = isUntouched ? undefined : removeServerTable(now.text, isOurs);
  deleteRecord(installsDir, now.target);
  if (!isUntouched && text === undefined) return false;
  const original =
    isUntouched && record.original !== null ? Buffer.from(record.original, "base64") : undefined;
  // The file was made for the table: without it, it goes as well.
  if (record?.original === null && (text ?? "").trim() === "") rmSync(now.target);
  else writeSettings(now.target, original ?? Buffer.from(text ?? ""), now.mode ?? PRIVATE);
  return true;
}

function toTable({ command, args, env }: McpServer): ServerTable {
  return { command, args, ...(Object.keys(env).length === 0 ? {} : { env }) };
}
