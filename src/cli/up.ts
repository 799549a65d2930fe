import { readUserSettings } from "../hooks/config/user-settings.ts";
import { openBrowser } from "../platform/open-browser.ts";
import { pawlHome } from "../platform/paths.ts";
import { version } from "../platform/version.ts";
import { type Command, json } from "./command.ts";
import { ensureDaemon, findDaemon, pageLink } from "./daemon-client.ts";
import { stopDaemon } from "./down.ts";
import { offerImport } from "./import/offer.ts";
import { print, printJson } from "./output.ts";

export const command: Command = {
  summary: "Start the daemon in the background, print the page's link and open it",
  usage: "up [--no-open] [--json]",
  details: "  --no-open  only print the link; it is opened only from a terminal on this machine's own screen",
  example: "pawl up",
  options: { ...json, "no-open": { type: "boolean" } },
  async run({ values }) {
    const home = pawlHome();
    const old = await findDaemon(home);
    // After an upgrade the old program would go on answering until it is idle.
    if (old !== undefined && old.version !== version) await stopDaemon(home, old);
    const running = await ensureDaemon(home);
    const { findings } = readUserSettings(home);
    const { port, pid, started } = running;
    const url = await pageLink(home, running);
    if (values.json === true) {
      printJson({ url, port, pid, version: running.version, started });
      return 0;
    }
    print(`Pawl ${running.version} ${started ? "started" : "is running"} (process ${pid}, port ${port}).`);
    for (const { file, message } of findings) print(`Attention: ${file}: ${message}`);
    // A link works once, so the browser gets one of its own.
    const opens = values["no-open"] !== true && values.offer !== false && process.stdout.isTTY === true;
    if (opens && (await openBrowser(await pageLink(home, running)))) print("The page opens in your browser.");
    print(`Page (this link works once): ${url}`);
    // `pawl start` asks for the connection first.
    if (values.offer !== false) await offerImport();
    return 0;
  },
};
