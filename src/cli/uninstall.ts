import { existsSync, realpathSync, rmSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { PawlError, toMessage } from "../errors.ts";
import { claudeConfigDir, defaultHomeDir, type Home, pawlHome } from "../platform/paths.ts";
import { settingsFile, uninstallHooks } from "./claude-settings/install.ts";
import { uninstallServer } from "./claude-settings/mcp-server.ts";
import { recordedFiles } from "./claude-settings/record.ts";
import { type Command, json, toText } from "./command.ts";
import { stopAny } from "./down.ts";
import { mcpFile, scopeOption, toScope } from "./install.ts";
import { print, printJson } from "./output.ts";

export const command: Command = {
  summary: "Take Pawl's hooks out of Claude Code's settings again",
  usage: "uninstall [--scope user|project|local] [--purge] [--json]",
  details:
    "  --purge  also take them out of every other settings file, stop the daemon and delete everything\n           that Pawl has remembered",
  example: "pawl uninstall",
  options: { ...json, ...scopeOption, purge: { type: "boolean" } },
  async run({ values }) {
    const home = pawlHome();
    const file = settingsFile(toScope(toText(values.scope)), {
      claudeDir: claudeConfigDir(),
      projectDir: resolve("."),
    });
    if (values.purge === true) refuseSharedFolder(home);
    const { removed, restored } = uninstallHooks({ file, installsDir: home.installs });
    const server = mcpFile();
    const hadServer = toScope(toText(values.scope)) === "user" && withoutServer(server, home);
    if (values.purge === true) await purge(home);
    if (values.json === true) {
      printJson({ file, removed, mcp: { file: server, removed: hadServer } });
      return 0;
    }
    if (removed.length === 0) print(`No hook of Pawl's stands in ${file}.`);
    else
      print(
        `${removed.length} hooks are gone from ${file}${restored ? "; it is byte for byte what it was" : ""}.`,
      );
    if (hadServer) print(`Pawl's MCP server is gone from ${server}.`);
    print(
      values.purge === true
        ? `${home.dir} is deleted.`
        : `What was remembered stays in ${home.dir} (--purge deletes it).`,
    );
    return 0;
  },
};

/** A file of the client's that cannot be read keeps nobody from leaving. */
function withoutServer(file: string, { installs: installsDir }: Home): boolean {
  try {
    return uninstallServer({ file, installsDir });
  } catch (error) {
    print(`Attention: Pawl's MCP server may still stand in ${file}. ${toMessage(error)}`);
    return false;
  }
}

/** Deleting a folder that is not Pawl's alone would be worse than leaving Pawl's files in it. */
function refuseSharedFolder(home: Home): void {
  const target = realPath(home.dir);
  const above = target.endsWith(sep) ? target : target + sep;
  const others = [dirname(defaultHomeDir()), claudeConfigDir()].map(realPath);
  if (!others.some((folder) => folder === target || folder.startsWith(above))) return;
  throw new PawlError("home_shared", `${home.dir} holds more than Pawl's files, so it is not deleted`, {
    hint: "Run pawl uninstall without --purge, then delete Pawl's files there yourself.",
  });
}

async function purge(home: Home): Promise<void> {
  // Hooks left behind in another file would start Pawl again, or fail at every tool call.
  withoutServer(mcpFile(), home);
  for (const file of recordedFiles(home.installs)) uninstallHooks({ file, installsDir: home.installs });
  await stopAny(home);
  // A home may be a link: the memory is where it leads.
  rmSync(realPath(home.dir), { recursive: true, force: true });
  rmSync(home.dir, { force: true });
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
