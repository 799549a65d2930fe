import { readUserSettings } from "../engine/config/user-settings.ts";
import { pawlHome } from "../platform/paths.ts";
import { version } from "../platform/version.ts";
import { type Command, json } from "./command.ts";
import { ensureDaemon, findDaemon, pageLink } from "./daemon-client.ts";
import { stopDaemon } from "./down.ts";
import { offerImport } from "./offer-import.ts";
import { print, printJson } from "./output.ts";

export const command: Command = {
  summary: "Start the daemon in the background and print the page's link",
  usage: "up [--json]",
  example: "pawl up",
  options: json,
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
    print(`Page (this link works once): ${url}`);
    // `pawl start` asks for the connection first.
    if (values.offer !== false) await offerImport();
    return 0;
  },
};
