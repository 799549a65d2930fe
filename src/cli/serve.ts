import { serve } from "../daemon/serve.ts";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { pawlHome } from "../platform/paths.ts";
import type { Command } from "./command.ts";
import { print } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "serve",
  example: "PAWL_PORT=47200 pawl serve",
  options: {},
  async run() {
    const home = pawlHome();
    const { settings, findings } = readUserSettings(home);
    const daemon = await serve({ home, settings, findings });
    if (daemon === undefined) {
      print(words.serve.runs);
      return 0;
    }
    print(words.serve.listens(`http://127.0.0.1:${daemon.port}`));
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => void daemon.stop(signal));
    }
    await daemon.stopped;
    // A timer left by a library must not keep a stopped daemon alive.
    process.exit(0);
  },
};
