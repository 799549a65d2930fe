import { isCodexConnected } from "../clients/codex/home.ts";
import type { Connected } from "../clients/connected.ts";
import { pawlHome } from "../platform/paths.ts";
import { connect } from "./clients/connect-claude-code.ts";
import { codexHooksFileOf, connectCodex, isCodexInstalled } from "./clients/connect-codex.ts";
import { CLIENT_TITLES, installCommand } from "./clients/option.ts";
import type { Command } from "./command.ts";
import { offerImport } from "./import/offer.ts";
import { dim, green, print, programName, tilde } from "./output.ts";
import { confirm } from "./person.ts";
import { openPage, startDaemon } from "./up.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "start [--yes]",
  example: "npm start",
  options: { yes: { type: "boolean" } },
  async run({ values }) {
    const running = await startDaemon();
    const isYes = values.yes === true;
    await connectTo(isYes, (dryRun) => connect({ scope: "user", dryRun }));
    const file = codexHooksFileOf("user");
    if (file !== undefined && isCodexInstalled() && !isCodexConnected()) {
      // Its trust has to be given in Codex itself: without a question it is only mentioned.
      if (isYes) print(words.install.alsoThere(CLIENT_TITLES.codex, installCommand("codex")));
      else await connectTo(false, (dryRun) => connectCodex({ file, scope: "user", dryRun }));
    }
    await offerImport();
    print(dim(words.start.local(tilde(pawlHome().dir), programName())));
    // Last, so that it is what the user sees.
    await openPage(running, true);
    return 0;
  },
};

/** Asks with everything that would change; nothing changes without a yes. */
async function connectTo(isYes: boolean, change: (dryRun: boolean) => Promise<Connected>): Promise<void> {
  const planned = await change(true);
  const title = CLIENT_TITLES[planned.client];
  if (planned.added.length + planned.updated.length + planned.removed.length === 0) {
    print(words.start.connectedAlready(title));
    return;
  }
  if (!isYes) for (const line of changesOf(planned)) print(line);
  if (isYes || (await confirm(words.start.connect(title), true)) === true) {
    await change(false);
    print(green(words.start.connected(title)));
    for (const { message } of planned.warnings) print(words.attention(message));
    if (planned.client === "codex") print(words.attention(words.install.codexTrust));
  } else print(words.start.notConnected(title, programName()));
}

function changesOf({ client, added, updated, file, mcp }: Connected): string[] {
  const say = words.start;
  return [
    say.changes(CLIENT_TITLES[client]),
    `  • ${say.hooks(added.length + updated.length, tilde(file))}`,
    ...(mcp?.outcome === "added" || mcp?.outcome === "updated" ? [`  • ${say.server(tilde(mcp.file))}`] : []),
    ...(client === "claude-code" ? [`  • ${say.slashCommand}`] : []),
    `  ${dim(say.undo(programName()))}`,
  ];
}
