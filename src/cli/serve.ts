import { readDaemonState } from "../platform/daemon-state.ts";
import { pawlHome } from "../platform/paths.ts";
import type { Command } from "./command.ts";
import { stateWords } from "./daemon-client.ts";
import { print } from "./output.ts";
import { runDaemon } from "./run-daemon.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "serve",
  example: "PAWL_PORT=47200 pawl serve",
  options: {},
  async run() {
    await runDaemon({
      onOther: async () => print(words.serve.runs(stateWords(await readDaemonState(pawlHome())))),
      onListening: (port) => print(words.serve.listens(`http://127.0.0.1:${port}`)),
    });
    return 0;
  },
};
