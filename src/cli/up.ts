import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { agentSession } from "../clients/agent-session.ts";
import { placeLauncher } from "../platform/launcher.ts";
import { openBrowser } from "../platform/open-browser.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { version } from "../platform/version.ts";
import { type Command, json } from "./command.ts";
import { ensureDaemon, findDaemon, pageLink } from "./daemon-client.ts";
import { print, printJson } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "up [--no-open] [--json]",
  example: "pawl up",
  options: { ...json, "no-open": { type: "boolean" } },
  async run({ values }) {
    const running = await startDaemon(values.json === true);
    const home = pawlHome();
    if (values.json === true) {
      const { port, pid, started } = running;
      const url =
        agentSession({ project: resolve(".") }) === undefined ? await pageLink(home, running) : null;
      printJson({ url, port, pid, version: running.version, started });
      return 0;
    }
    const { offerImport } = await import("./import/offer.ts");
    await offerImport();
    await openPage(running, values["no-open"] !== true);
    return 0;
  },
};

async function readSettings(home: Home) {
  const { readUserSettings } = await import("../hooks/config/user-settings.ts");
  return readUserSettings(home);
}

type Started = Awaited<ReturnType<typeof ensureDaemon>>;

/** Starts the daemon of this version, and says so. */
export async function startDaemon(isSilent = false): Promise<Started> {
  const home = pawlHome();
  const old = await findDaemon(home);
  // After an upgrade the old daemon would keep answering until it is idle.
  if (old !== undefined && old.version !== version) {
    const { stopDaemon } = await import("./down.ts");
    await stopDaemon(home, old);
  }
  let reading: ReturnType<typeof readSettings> | undefined;
  const running = await ensureDaemon(home, () => {
    // While the daemon starts, which takes longer. It says itself what it cannot start with.
    reading = readSettings(home);
    reading.catch(() => undefined);
  });
  const { findings, settings } = await (reading ?? readSettings(home));
  // Installed hooks start the copy in the home, which must be the one of this version.
  if (existsSync(home.launcher)) placeLauncher(home, settings.port);
  const { renewEntries } = await import("../clients/settings/renew.ts");
  const renewed = renewEntries(home);
  if (isSilent) return running;
  const { port, pid, started } = running;
  print(words.up[started ? "started" : "running"](running.version, pid, port));
  for (const file of renewed) print(words.install.renewed(file));
  for (const { file, message } of findings) print(words.attention(`${file}: ${message}`));
  return running;
}

/** The link is the last line. A link works once, so the browser gets its own. */
export async function openPage(running: Started, mayOpen: boolean): Promise<void> {
  // The page is where a person decides: a model that has the link could decide there.
  if (agentSession({ project: resolve(".") }) !== undefined) return;
  const home = pawlHome();
  const opens = mayOpen && process.stdout.isTTY === true;
  if (opens && (await openBrowser(await pageLink(home, running)))) print(words.up.opens);
  print(words.up.link(await pageLink(home, running)));
}
