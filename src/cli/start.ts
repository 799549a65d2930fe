import { type ClientName, DEFAULT_CLIENT } from "../clients/index.ts";
import type { Connected } from "../clients/setup.ts";
import { connections, SETUPS } from "../clients/setups.ts";
import { pawlHome } from "../platform/paths.ts";
import { connectClient, trustNote } from "./clients/connect.ts";
import { installCommand } from "./clients/option.ts";
import { type Command, flag } from "./command.ts";
import { toSentence } from "./failure.ts";
import { offerImport, offerUnrecorded } from "./import/offer.ts";
import { dim, green, print, programName, tilde } from "./output.ts";
import { confirm } from "./person.ts";
import { openPage, startAndReport } from "./up.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "start [--yes]",
  example: "npm start",
  options: { yes: flag },
  async run(input) {
    const running = await startAndReport();
    const isYes = input.has("yes");
    await connectTo(DEFAULT_CLIENT, isYes);
    const others = connections(process.cwd()).filter(({ client }) => client !== DEFAULT_CLIENT);
    for (const { client } of others.filter((each) => each.isInstalled && !each.isConnected)) {
      // Some clients ask for trust themselves, so without a question a client is only mentioned.
      if (isYes) print(words.install.alsoThere(SETUPS[client].title, installCommand(client)));
      else await connectTo(client, false);
    }
    await offerImport();
    await offerUnrecorded();
    print(dim(words.start.local(tilde(pawlHome().dir), programName())));
    // Last, so that the user sees it.
    await openPage(running, true);
    return 0;
  },
};

/** Asks and shows all changes. Nothing changes without a yes. */
async function connectTo(client: ClientName, isYes: boolean): Promise<void> {
  const planned = await connectClient(client, { scope: "user", dryRun: true });
  if (planned === undefined) return;
  const say = words.start;
  const { title } = SETUPS[client];
  if (planned.added.length + planned.updated.length + planned.removed.length === 0)
    return print(say.connectedAlready(title));
  if (!isYes) for (const line of changesOf(planned)) print(line);
  if (!isYes && (await confirm(say.connect(title), true)) !== true)
    return print(say.notConnected(title, programName()));
  await connectClient(client, { scope: "user", dryRun: false });
  const note = await trustNote(client);
  print(green(say[note === undefined ? "connected" : "written"](title)));
  for (const warning of planned.warnings) print(words.attention(toSentence(warning)));
  if (note !== undefined) print(words.attention(note));
}

function changesOf({ client, added, updated, file, mcp }: Connected): string[] {
  const say = words.start;
  return [
    say.changes(SETUPS[client].title),
    `  • ${say.hooks(added.length + updated.length, tilde(file))}`,
    ...(mcp?.outcome === "added" || mcp?.outcome === "updated" ? [`  • ${say.server(tilde(mcp.file))}`] : []),
    ...(client === DEFAULT_CLIENT ? [`  • ${say.slashCommand}`] : []),
    `  ${dim(say.undo(programName()))}`,
  ];
}
