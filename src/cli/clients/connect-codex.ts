/** Connects Pawl to Codex, and takes it out again. Never writes Codex's trust: that is the user's word. */
import { resolve } from "node:path";
import type { SettingsScope } from "../../clients/claude-code/settings/hooks.ts";
import { installHooks, uninstallHooks } from "../../clients/claude-code/settings/install.ts";
import { pawlServer } from "../../clients/claude-code/settings/mcp-server.ts";
import { codexConfigFile, codexHomeDir } from "../../clients/codex/home.ts";
import { codexHooks } from "../../clients/codex/settings/hooks.ts";
import { installCodexServer, uninstallCodexServer } from "../../clients/codex/settings/mcp-server.ts";
import type { Connected } from "../../clients/connected.ts";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { indexGates } from "../../hooks/hook-lists.ts";
import { TrustStore, trustFile } from "../../hooks/trust.ts";
import { placeLauncher } from "../../platform/launcher.ts";
import { type Home, packageDir, pawlHome } from "../../platform/paths.ts";
import { ensurePrograms } from "../../platform/programs.ts";
import { toSentence } from "../failure.ts";
import { homeArgument } from "../home-argument.ts";
import { neededBy } from "../user-hooks/needs.ts";
import { words } from "../words.ts";

export async function connectCodex(options: { file: string; scope: SettingsScope; dryRun: boolean }) {
  const { file, scope, dryRun } = options;
  const home = pawlHome();
  if (!dryRun) {
    await ensurePrograms();
    placeLauncher(home, readUserSettings(home).settings.port);
  }
  const hooks = installHooks({
    file,
    entries: codexHooks({
      launcher: home.launcher,
      home: homeArgument(home),
      // Commands carry neither a port nor a token: the program finds the daemon by its home.
      port: 0,
      hookToken: "",
      scope,
      needs: await neededBy(home, scope, resolve(".")),
    }),
    installsDir: home.installs,
    now: () => new Date(),
    dryRun,
    warn: strictJson("Codex"),
  });
  if (!dryRun) await indexGates(home, new TrustStore(trustFile(home.dir)));
  const result: Connected = { client: "codex", ...hooks };
  return scope === "user" ? { ...result, mcp: connectServer(home, dryRun) } : result;
}

export function disconnectCodex(options: { file: string; scope: SettingsScope; home: Home }) {
  const { file, scope, home } = options;
  const installsDir = home.installs;
  const { removed, restored } = uninstallHooks({ file, installsDir });
  const server = codexConfigFile(codexHomeDir());
  const hadServer = scope === "user" && uninstallCodexServer({ file: server, installsDir });
  return { file, removed, restored, mcp: { file: server, removed: hadServer } };
}

function connectServer(home: Home, dryRun: boolean): NonNullable<Connected["mcp"]> {
  const file = codexConfigFile(codexHomeDir());
  const server = pawlServer({ bun: process.execPath, packageDir, home: homeArgument(home) });
  try {
    const installed = { file, installsDir: home.installs, server, now: () => new Date(), dryRun };
    return { file, outcome: installCodexServer(installed) };
  } catch (error) {
    return { file, outcome: "failed", problem: toSentence(error) };
  }
}

/** Other clients than Claude Code read strict JSON and skip the whole file otherwise. */
export function strictJson(client: string) {
  return (doc: string) => {
    try {
      JSON.parse(doc);
      return [];
    } catch {
      return [{ code: "settings_ignored" as const, message: words.install.notPlainJson(client) }];
    }
  };
}
