import { existsSync } from "node:fs";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { placeLauncher } from "../platform/launcher.ts";
import { openBrowser } from "../platform/open-browser.ts";
import { pawlHome } from "../platform/paths.ts";
import { version } from "../platform/version.ts";
import { type Command, json } from "./command.ts";
import { ensureDaemon, findDaemon, pageLink } from "./daemon-client.ts";
import { stopDaemon } from "./down.ts";
import { offerImport } from "./import/offer.ts";
import { print, printJson } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "up [--no-open] [--json]",
  example: "pawl up",
  options: { ...json, "no-open": { type: "boolean" } },
  async run({ values }) {
    const home = pawlHome();
    const old = await findDaemon(home);
    // After an upgrade the old daemon would keep answering until it is idle.
    if (old !== undefined && old.version !== version) await stopDaemon(home, old);
    const running = await ensureDaemon(home);
    const { findings, settings } = readUserSettings(home);
    // Installed hooks start the copy in the home, which must be the one of this version.
    if (existsSync(home.launcher)) placeLauncher(home, settings.port);
    const { port, pid, started } = running;
    const url = await pageLink(home, running);
    if (values.json === true) {
      printJson({ url, port, pid, version: running.version, started });
      return 0;
    }
    print(words.up[started ? "started" : "running"](running.version, pid, port));
    for (const { file, message } of findings) print(words.attention(`${file}: ${message}`));
    // A link works once, so the browser gets its own.
    const opens = values["no-open"] !== true && values.offer !== false && process.stdout.isTTY === true;
    if (opens && (await openBrowser(await pageLink(home, running)))) print(words.up.opens);
    print(words.up.link(url));
    // `pawl start` asks to connect first.
    if (values.offer !== false) await offerImport();
    return 0;
  },
};
