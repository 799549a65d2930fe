import { isCodexConnected } from "../platform/codex-home.ts";
import { claudeConfigDir, pawlHome } from "../platform/paths.ts";
import { connect } from "./claude-settings/connect.ts";
import { settingsFile } from "./claude-settings/install.ts";
import { CLIENT_TITLES, installCommand } from "./clients/option.ts";
import { isCodexInstalled } from "./codex-settings/connect.ts";
import type { Command } from "./command.ts";
import { confirm } from "./confirm.ts";
import { offerImport } from "./import/offer.ts";
import { print } from "./output.ts";
import { programName } from "./program-name.ts";
import { command as up } from "./up.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "start [--yes]",
  example: "npm start",
  options: { yes: { type: "boolean" } },
  async run({ values }) {
    await up.run({ values: { offer: false }, positionals: [] });
    const planned = await connect({ scope: "user", dryRun: true });
    const changes = planned.added.length + planned.updated.length + planned.removed.length;
    if (changes === 0) {
      print(words.start.connectedAlready);
      await offerImport();
      return 0;
    }
    if (values.yes === true || (await agrees(planned.added.length))) {
      await connect({ scope: "user", dryRun: false });
      print(words.start.connected);
      for (const { message } of planned.warnings) print(words.attention(message));
    } else {
      print(words.start.notConnected(programName()));
    }
    mentionCodex();
    await offerImport();
    print(words.start.local(pawlHome().dir, programName()));
    return 0;
  },
};

/** Its trust has to be given in Codex itself, so it is connected by a command of its own. */
function mentionCodex(): void {
  if (!isCodexInstalled() || isCodexConnected()) return;
  print(words.install.alsoThere(CLIENT_TITLES.codex, installCommand("codex")));
}

async function agrees(hooks: number): Promise<boolean> {
  const file = settingsFile("user", { claudeDir: claudeConfigDir(), projectDir: "." });
  // Without a terminal nobody can agree, so the settings stay as they are.
  return (await confirm(words.start.connect(hooks, file), true)) === true;
}
