import { serve } from "../daemon/serve.ts";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { pawlHome } from "../platform/paths.ts";
import type { Command } from "./command.ts";
import { print } from "./output.ts";

export const command: Command = {
  summary: "The daemon in the foreground, until Ctrl-C",
  usage: "serve",
  example: "PAWL_PORT=47200 pawl serve",
  options: {},
  async run() {
    const home = pawlHome();
    const { settings, findings } = readUserSettings(home);
    const daemon = await serve({ home, settings, findings });
    if (daemon === undefined) {
      print("Pawl runs already for this home. pawl status says more.");
      return 0;
    }
    print(`Pawl listens on http://127.0.0.1:${daemon.port}`);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => void daemon.stop(signal));
    }
    await daemon.stopped;
    // Whatever timer a library may have left must not keep a stopped daemon alive.
    process.exit(0);
  },
};
