/** Pawl in OpenCode: a plugin in its folder, and the MCP server in its configuration. */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { HooksEdit } from "../settings/edit.ts";
import { commandEntries, type InstalledEntry } from "../settings/entries.ts";
import { jsonServers } from "../settings/mcp-server.ts";
import type { ClientConnect } from "../setup.ts";
import { opencodeConfigDir, PLUGIN } from "./database.ts";
import { encodeOpencodeReply, OPENCODE_EVENTS } from "./wire.ts";

/** The placeholder in the plugin's source, replaced during installation. */
const NO_COMMANDS = "= {};\n";
const START = "const COMMANDS: Readonly<Record<string, { command: string; timeout: number }>> ";
const COMMANDS = /^const COMMANDS: .* = (\{.*\});$/m;

function pluginText(entries: readonly InstalledEntry[]): string {
  const commands = Object.fromEntries(
    entries.flatMap(({ event, hook }) =>
      hook.type === "command" ? [[event, { command: hook.command, timeout: hook.timeout }]] : [],
    ),
  );
  const text = readFileSync(join(import.meta.dir, "plugin.ts"), "utf8");
  return text.replace(START + NO_COMMANDS, () => `${START}= ${JSON.stringify(commands)};\n`);
}

function commandsIn(text: string): Record<string, unknown> {
  const [, json] = COMMANDS.exec(text) ?? [];
  return json === undefined ? {} : (JSON.parse(json) as Record<string, unknown>);
}

/** The whole file is Pawl's. */
const pluginFile: HooksEdit = {
  isFor: (file) => basename(file) === PLUGIN,
  add(before = "", entries) {
    const known = commandsIn(before);
    const text = pluginText(entries);
    const names = entries.map(({ event }) => event);
    const added = names.filter((event) => !Object.hasOwn(known, event));
    const kept = names.filter((event) => Object.hasOwn(known, event));
    const removed = Object.keys(known).filter((event) => !names.includes(event));
    const [unchanged, updated] = text === before ? [kept, []] : [[], kept];
    return { text, report: { added, updated, removed, unchanged } };
  },
  remove(text) {
    const removed = Object.keys(commandsIn(text));
    return { text: removed.length === 0 ? text : undefined, removed };
  },
  own: (text) => Object.keys(commandsIn(text)),
};

/** Its three names, in OpenCode's order: a later one wins. */
function configFile(): string {
  const dir = opencodeConfigDir();
  const names = ["opencode.jsonc", "opencode.json", "config.json"];
  return join(dir, names.find((name) => existsSync(join(dir, name))) ?? "opencode.json");
}

export const opencodeConnect: ClientConnect = {
  entries: commandEntries({
    client: "opencode",
    events: OPENCODE_EVENTS.map((event) => [event, event]),
    encode: encodeOpencodeReply,
  }),
  edit: pluginFile,
  server: {
    file: configFile,
    edit: jsonServers(
      ({ command, args, env }) => ({
        type: "local",
        command: [command, ...args],
        enabled: true,
        environment: env,
      }),
      "mcp",
    ),
  },
  trust: "opencodeStart",
};
