import { existsSync, realpathSync, rmSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { PawlError } from "../errors.ts";
import { isCodexConnected } from "../platform/codex-home.ts";
import { claudeConfigDir, defaultHomeDir, type Home, pawlHome } from "../platform/paths.ts";
import type { ClientName } from "../protocol/index.ts";
import type { SettingsScope } from "./claude-settings/hooks.ts";
import { settingsFile, uninstallHooks } from "./claude-settings/install.ts";
import { uninstallServer } from "./claude-settings/mcp-server.ts";
import { recordedFiles } from "./claude-settings/record.ts";
import { uninstallSlashCommand } from "./claude-settings/slash-command.ts";
import { clientOption, toClients } from "./clients/option.ts";
import { codexHooksFileOf, disconnectCodex } from "./codex-settings/connect.ts";
import { uninstallCodexServer } from "./codex-settings/mcp-server.ts";
import { type Command, json, toText } from "./command.ts";
import { stopAny } from "./down.ts";
import { toSentence } from "./failure.ts";
import { mcpFile, scopeOption, toScope } from "./install.ts";
import { print, printJson } from "./output.ts";
import { askPerson } from "./person.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "uninstall [--client claude|codex|all] [--scope user|project|local] [--purge] [--json]",
  example: "pawl uninstall",
  options: { ...json, ...clientOption, ...scopeOption, purge: { type: "boolean" } },
  async run({ values }) {
    await askPerson("pawl uninstall");
    const home = pawlHome();
    const scope = toScope(toText(values.scope));
    if (values.purge === true) refuseSharedFolder(home);
    const given = toText(values.client);
    // Without a choice: from every client that it is connected to, so that none is left behind.
    const clients = given === undefined ? connectedClients(scope) : toClients(given);
    const results = clients.flatMap((client) => disconnect(client, scope, home));
    if (values.purge === true) await purge(home);
    if (values.json === true) {
      const shown = results.map(({ client, file, removed, mcp }) => ({ client, file, removed, mcp }));
      printJson(shown.length === 1 ? shown[0] : { clients: shown });
      return 0;
    }
    for (const { file, removed, restored, mcp } of results) {
      if (removed.length === 0) print(words.uninstall.notInstalled(file));
      else {
        print(words.uninstall.removed(removed.length, file));
        if (restored) print(words.uninstall.restored);
      }
      if (mcp.removed) print(words.uninstall.server(mcp.file));
    }
    print(values.purge === true ? words.uninstall.purged(home.dir) : words.uninstall.kept(home.dir));
    return 0;
  },
};

interface Disconnected {
  client: ClientName;
  file: string;
  removed: string[];
  restored: boolean;
  mcp: { file: string; removed: boolean };
}

function connectedClients(scope: SettingsScope): ClientName[] {
  const file = codexHooksFileOf(scope);
  return file !== undefined && isCodexConnected(dirname(file)) ? ["claude-code", "codex"] : ["claude-code"];
}

function disconnect(client: ClientName, scope: SettingsScope, home: Home): Disconnected[] {
  if (client === "codex") {
    const file = codexHooksFileOf(scope);
    return file === undefined ? [] : [{ client, ...disconnectCodex({ file, scope, home }) }];
  }
  const file = settingsFile(scope, { claudeDir: claudeConfigDir(), projectDir: resolve(".") });
  // First: the settings' folder is removed only when nothing else is in it.
  if (scope === "user") uninstallSlashCommand(claudeConfigDir());
  const { removed, restored } = uninstallHooks({ file, installsDir: home.installs });
  const server = mcpFile();
  const hadServer = scope === "user" && withoutServer(server, home);
  return [{ client, file, removed, restored, mcp: { file: server, removed: hadServer } }];
}

/** An unreadable file of the client must not block the uninstallation. */
function withoutServer(file: string, { installs: installsDir }: Home): boolean {
  try {
    return uninstallServer({ file, installsDir });
  } catch (error) {
    print(words.attention(words.uninstall.serverLeft(file, toSentence(error))));
    return false;
  }
}

/** Deleting a folder with other files would be worse than leaving Pawl's files in it. */
function refuseSharedFolder(home: Home): void {
  const target = realPath(home.dir);
  const above = target.endsWith(sep) ? target : target + sep;
  const others = [dirname(defaultHomeDir()), claudeConfigDir()].map(realPath);
  if (!others.some((folder) => folder === target || folder.startsWith(above))) return;
  throw new PawlError("home_shared", words.errors.homeShared(home.dir), {
    hint: words.errors.homeSharedHint,
  });
}

async function purge(home: Home): Promise<void> {
  // Hooks left in another file would start Pawl again, or fail at every tool call.
  withoutServer(mcpFile(), home);
  uninstallSlashCommand(claudeConfigDir());
  const { installs: installsDir } = home;
  for (const file of recordedFiles(installsDir)) {
    if (file.endsWith(".toml")) uninstallCodexServer({ file, installsDir });
    else uninstallHooks({ file, installsDir });
  }
  await stopAny(home);
  // The home may be a link: delete what it points to as well.
  rmSync(realPath(home.dir), { recursive: true, force: true });
  rmSync(home.dir, { force: true });
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
