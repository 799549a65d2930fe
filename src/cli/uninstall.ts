import { existsSync, realpathSync, rmSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { PawlError } from "../errors.ts";
import { claudeConfigDir, defaultHomeDir, type Home, pawlHome } from "../platform/paths.ts";
import { settingsFile, uninstallHooks } from "./claude-settings/install.ts";
import { uninstallServer } from "./claude-settings/mcp-server.ts";
import { recordedFiles } from "./claude-settings/record.ts";
import { uninstallSlashCommand } from "./claude-settings/slash-command.ts";
import { type Command, json, toText } from "./command.ts";
import { stopAny } from "./down.ts";
import { toSentence } from "./failure.ts";
import { mcpFile, scopeOption, toScope } from "./install.ts";
import { print, printJson } from "./output.ts";
import { askPerson } from "./person.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "uninstall [--scope user|project|local] [--purge] [--json]",
  example: "pawl uninstall",
  options: { ...json, ...scopeOption, purge: { type: "boolean" } },
  async run({ values }) {
    await askPerson("pawl uninstall");
    const home = pawlHome();
    const file = settingsFile(toScope(toText(values.scope)), {
      claudeDir: claudeConfigDir(),
      projectDir: resolve("."),
    });
    if (values.purge === true) refuseSharedFolder(home);
    // First: the settings' folder is removed only when nothing else is in it.
    if (toScope(toText(values.scope)) === "user") uninstallSlashCommand(claudeConfigDir());
    const { removed, restored } = uninstallHooks({ file, installsDir: home.installs });
    const server = mcpFile();
    const hadServer = toScope(toText(values.scope)) === "user" && withoutServer(server, home);
    if (values.purge === true) await purge(home);
    if (values.json === true) {
      printJson({ file, removed, mcp: { file: server, removed: hadServer } });
      return 0;
    }
    if (removed.length === 0) print(words.uninstall.notInstalled(file));
    else {
      print(words.uninstall.removed(removed.length, file));
      if (restored) print(words.uninstall.restored);
    }
    if (hadServer) print(words.uninstall.server(server));
    print(values.purge === true ? words.uninstall.purged(home.dir) : words.uninstall.kept(home.dir));
    return 0;
  },
};

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
  for (const file of recordedFiles(home.installs)) uninstallHooks({ file, installsDir: home.installs });
  await stopAny(home);
  // The home may be a link: delete what it points to as well.
  rmSync(realPath(home.dir), { recursive: true, force: true });
  rmSync(home.dir, { force: true });
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
