import { dirname, resolve } from "node:path";
import { CLIENT_NAMES, type ClientName, DEFAULT_CLIENT } from "../clients/index.ts";
import { jsonHooks } from "../clients/settings/edit.ts";
import type { SettingsScope } from "../clients/settings/entries.ts";
import { readSettings } from "../clients/settings/file.ts";
import { connectedScopes, SETUPS } from "../clients/setups.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { type Disconnected, disconnectClient, hooksFileOf } from "./clients/connect.ts";
import { CLIENT_CHOICE, clientsIn } from "./clients/option.ts";
import { type Command, flag, json, value } from "./command.ts";
import { scopeIn } from "./install.ts";
import { print } from "./output.ts";
import { agrees, needsPerson, notAsked } from "./person.ts";
import { backUpBeforePurge, type PurgePlan, purge, purgePlan } from "./purge.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: `uninstall [--client ${CLIENT_CHOICE}|all] [--scope user|project|local] [--purge] [--dry-run] [--yes] [--json]`,
  example: "pawl uninstall --purge --dry-run",
  options: { ...json, client: value, scope: value, purge: flag, "dry-run": flag, yes: flag },
  async run(input) {
    const home = pawlHome();
    const scope = scopeIn(input);
    const plan = input.has("purge") ? await purgePlan(home) : undefined;
    // Without a choice: every connected client, so that none is left behind.
    const clients = clientsIn(input) ?? connectedClients(scope);
    if (input.has("dry-run")) {
      const found = await entriesOf(clients, scope);
      const shown = found.length === 1 ? found[0] : { clients: found };
      return input.answer({ dryRun: true, ...shown, purge: plan ?? null }, () => preview(found, plan));
    }
    needsPerson("pawl uninstall");
    if (plan !== undefined && !input.has("yes")) {
      if (input.isJson) throw notAsked();
      if (!(await mayPurge(home, plan))) {
        print(words.uninstall.nothingChanged);
        return 1;
      }
    }
    const results: Disconnected[] = [];
    for (const client of clients) {
      const result = await disconnectClient(client, scope, home);
      if (result !== undefined) results.push(result);
    }
    if (plan !== undefined) await purge(home, plan);
    const shown = results.map(({ client, file, removed, mcp }) => ({ client, file, removed, mcp }));
    return input.answer(shown.length === 1 ? shown[0] : { clients: shown }, () => {
      for (const result of results) report(result);
      if (plan === undefined) return print(words.uninstall.kept(home.dir));
      print(words.uninstall.purged(home.dir));
      for (const kept of plan.kept) print(words.uninstall.keptBackup(kept));
    });
  },
};

function connectedClients(scope: SettingsScope): ClientName[] {
  const found = CLIENT_NAMES.filter((client) => connectedScopes(client, resolve(".")).includes(scope));
  // Users of one client see no message about the others. If nothing is installed, the default client is named.
  return found.length > 0 ? found : [DEFAULT_CLIENT];
}

function report({ file, removed, restored, mcp }: Disconnected): void {
  const say = words.uninstall;
  print(removed.length === 0 ? say.notInstalled(file) : say.removed(removed.length, file));
  if (removed.length > 0 && restored) print(say.restored);
  if (mcp.removed) print(say.server(mcp.file));
}

type Entries = Pick<Disconnected, "client" | "file" | "removed">;

async function entriesOf(clients: readonly ClientName[], scope: SettingsScope): Promise<Entries[]> {
  const found: Entries[] = [];
  for (const client of clients) {
    const file = hooksFileOf(client, scope);
    const { edit = jsonHooks } = await SETUPS[client].connect();
    if (file !== undefined) found.push({ client, file, removed: edit.own(readSettings(file).text ?? "") });
  }
  return found;
}

function preview(found: readonly Entries[], plan: PurgePlan | undefined): void {
  const say = words.uninstall;
  for (const { file, removed } of found)
    print(removed.length === 0 ? say.notInstalled(file) : say.wouldRemove(removed.length, file));
  if (plan !== undefined) showPlan(plan);
  print(say.nothingChanged);
}

function showPlan(plan: PurgePlan): void {
  const say = words.uninstall;
  print(say.planHome(plan.home, (plan.bytes / 1e6).toFixed(1), plan.sessions, plan.memories));
  for (const file of plan.settings) print(`  ${say.planSettings(file)}`);
  for (const folder of plan.stateFolders) {
    const files = plan.stateFiles.filter((file) => dirname(file) === folder).length;
    if (files > 0) print(`  ${say.planStateFiles(files, folder)}`);
  }
  for (const file of plan.kept) print(`  ${say.keptBackup(file)}`);
}

/** Lists what will be deleted, offers a backup, and asks. */
async function mayPurge(home: Home, plan: PurgePlan): Promise<boolean> {
  showPlan(plan);
  if (plan.sessions + plan.memories > 0 && (await agrees(words.uninstall.askBackup, false, true)))
    print(words.uninstall.backedUp(await backUpBeforePurge(home, new Date())));
  return agrees(words.uninstall.askPurge);
}
