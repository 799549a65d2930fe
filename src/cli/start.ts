import { createInterface } from "node:readline/promises";
import { claudeConfigDir, pawlHome } from "../platform/paths.ts";
import { settingsFile } from "./claude-settings/install.ts";
import type { Command } from "./command.ts";
import { offerImport } from "./import/offer.ts";
import { connect } from "./install.ts";
import { print } from "./output.ts";
import { programName } from "./program-name.ts";
import { command as up } from "./up.ts";

export const command: Command = {
  summary: "The first start: run Pawl and, if you like, connect it to Claude Code",
  usage: "start [--yes]",
  details: "  --yes  connect without asking",
  example: "npm start",
  options: { yes: { type: "boolean" } },
  async run({ values }) {
    await up.run({ values: { offer: false }, positionals: [] });
    const planned = await connect({ scope: "user", dryRun: true });
    const changes = planned.added.length + planned.updated.length + planned.removed.length;
    if (changes === 0) {
      print("Connected to Claude Code. Sessions are remembered.");
      await offerImport();
      return 0;
    }
    if (values.yes === true || (await agrees(planned.added.length))) {
      await connect({ scope: "user", dryRun: false });
      print("Connected. Sessions that start from now on are remembered.");
      for (const { message } of planned.warnings) print(`Attention: ${message}`);
    } else {
      print(
        `Not connected to Claude Code yet. ${programName()} install does it; --dry-run shows the change first.`,
      );
    }
    await offerImport();
    print(`Everything stays on this machine, in ${pawlHome().dir}. ${programName()} uninstall undoes it.`);
    return 0;
  },
};

async function agrees(hooks: number): Promise<boolean> {
  // Nobody to ask: someone else's settings are not changed on a guess.
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return false;
  const file = settingsFile("user", { claudeDir: claudeConfigDir(), projectDir: "." });
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(
      `Connect Pawl to Claude Code? It adds ${hooks} hooks to ${file}. [Y/n] `,
    );
    return /^\s*(y(es)?)?\s*$/i.test(answer);
  } finally {
    terminal.close();
  }
}
