import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { agentSession } from "../clients/agent-session.ts";
import { placeLauncher } from "../platform/launcher.ts";
import { openBrowser } from "../platform/open-browser.ts";
import { pawlHome } from "../platform/paths.ts";
import { version } from "../platform/version.ts";
import { type Command, flag, json } from "./command.ts";
import { ensureDaemon, findDaemon, pageLink } from "./daemon-client.ts";
import { plain, print, printJson } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "up [--no-open] [--json]",
  example: "pawl up",
  options: { ...json, "no-open": flag },
  async run(input) {
    const running = await startAndReport(input.isJson);
    if (input.isJson) {
      const { port, pid, started } = running;
      const url = isInSession() ? null : await pageLink(pawlHome(), running);
      printJson({ url, port, pid, version: running.version, started });
      return 0;
    }
    const { offerImport } = await import("./import/offer.ts");
    await offerImport();
    await openPage(running, !input.has("no-open"));
    return 0;
  },
};

type Started = Awaited<ReturnType<typeof ensureDaemon>>;

/** Starts the daemon of this version, and says so. */
export async function startAndReport(isSilent = false): Promise<Started> {
  const home = pawlHome();
  const old = await findDaemon(home);
  // After an upgrade the old daemon would keep answering until it is idle.
  if (old !== undefined && old.version !== version) {
    const { stopDaemon } = await import("./down.ts");
    await stopDaemon(home, old);
  }
  const starting = ensureDaemon(home);
  // Loaded while the daemon starts, which takes longer. The daemon reports invalid settings itself.
  const settingsFile = import("../hooks/config/user-settings.ts");
  const running = await starting;
  const { findings, settings } = (await settingsFile).readUserSettings(home);
  // Installed hooks start the copy in the home, which must be the one of this version.
  if (existsSync(home.launcher)) placeLauncher(home, settings.port);
  const { renewEntries } = await import("../clients/settings/renew.ts");
  const renewed = renewEntries(home);
  if (isSilent) return running;
  const { port, pid, started } = running;
  print(words.up[started ? "started" : "running"](running.version, pid, port));
  for (const file of renewed) print(words.install.renewed(file));
  for (const { file, message } of findings) print(words.attention(plain(`${file}: ${message}`)));
  return running;
}

/** The link is the last line. A link works once, so the browser gets its own. */
export async function openPage(running: Started, mayOpen: boolean): Promise<void> {
  if (isInSession()) return;
  const home = pawlHome();
  const opens = mayOpen && process.stdout.isTTY === true;
  if (opens && (await openBrowser(await pageLink(home, running)))) print(words.up.opens);
  print(words.up.link(await pageLink(home, running)));
}

/** The page is for a person's decisions. A model with the link could decide there. */
function isInSession(): boolean {
  return agentSession({ project: resolve(".") }) !== undefined;
}
