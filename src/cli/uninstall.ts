import { dirname } from "node:path";
import { CONNECTS } from "../clients/connects.ts";
import { CLIENT_NAMES, type ClientName, DEFAULT_CLIENT } from "../clients/index.ts";
import { jsonHooks } from "../clients/settings/edit.ts";
import type { SettingsScope } from "../clients/settings/entries.ts";
import { hasEntriesIn } from "../clients/setups.ts";
import { readIfThere } from "../platform/files.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { type Disconnected, disconnectClient, hooksFileOf } from "./clients/connect.ts";
import { CLIENT_CHOICE, clientOption, toClients } from "./clients/option.ts";
import { type Command, json, toText } from "./command.ts";
import { scopeOption, toScope } from "./install.ts";
import { print, printJson } from "./output.ts";
import { confirm, needsPerson, notAsked } from "./person.ts";
import { backUpBeforePurge, type PurgePlan, purge, purgePlan } from "./purge.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: `uninstall [--client ${CLIENT_CHOICE}|all] [--scope user|project|local] [--purge] [--dry-run] [--yes] [--json]`,
  example: "pawl uninstall --purge --dry-run",
  options: {
    ...json,
    ...clientOption,
    ...scopeOption,
    purge: { type: "boolean" },
    "dry-run": { type: "boolean" },
    yes: { type: "boolean" },
  },
  async run({ values }) {
    const home = pawlHome();
    const scope = toScope(toText(values.scope));
    const asJson = values.json === true;
    const plan = values.purge === true ? await purgePlan(home) : undefined;
    const given = toText(values.client);
    // Without a choice: from every client that it is connected to, so that none is left behind.
    const clients = given === undefined ? connectedClients(scope) : toClients(given);
    if (values["dry-run"] === true) {
      await preview(clients, scope, plan, asJson);
      return 0;
    }
    needsPerson("pawl uninstall");
    if (plan !== undefined && values.yes !== true && !(await agrees(home, plan, asJson))) {
      print(words.uninstall.nothingChanged);
      return 1;
    }
    const results: Disconnected[] = [];
    for (const client of clients) {
      const result = await disconnectClient(client, scope, home);
      if (result !== undefined) results.push(result);
    }
    if (plan !== undefined) await purge(home, plan);
    if (asJson) {
      const shown = results.map(({ client, file, removed, mcp }) => ({ client, file, removed, mcp }));
      printJson(shown.length === 1 ? shown[0] : { clients: shown });
      return 0;
    }
    report(results);
    if (plan === undefined) print(words.uninstall.kept(home.dir));
    else {
      print(words.uninstall.purged(home.dir));
      for (const kept of plan.kept) print(words.uninstall.keptBackup(kept));
    }
    return 0;
  },
};

function connectedClients(scope: SettingsScope): ClientName[] {
  const isConnected = (client: ClientName) => {
    const file = hooksFileOf(client, scope);
    return file !== undefined && hasEntriesIn(file, client);
  };
  return CLIENT_NAMES.filter((name) => name === DEFAULT_CLIENT || isConnected(name));
}

function report(results: readonly Disconnected[]): void {
  for (const { file, removed, restored, mcp } of results) {
    if (removed.length === 0) print(words.uninstall.notInstalled(file));
    else {
      print(words.uninstall.removed(removed.length, file));
      if (restored) print(words.uninstall.restored);
    }
    if (mcp.removed) print(words.uninstall.server(mcp.file));
  }
}

async function preview(
  clients: readonly ClientName[],
  scope: SettingsScope,
  plan: PurgePlan | undefined,
  asJson: boolean,
): Promise<void> {
  const found: Pick<Disconnected, "client" | "file" | "removed">[] = [];
  for (const client of clients) {
    const file = hooksFileOf(client, scope);
    const { edit = jsonHooks } = await CONNECTS[client]();
    if (file !== undefined) found.push({ client, file, removed: edit.own(readIfThere(file) ?? "") });
  }
  if (asJson) {
    const shown = found.length === 1 ? found[0] : { clients: found };
    printJson({ dryRun: true, ...shown, purge: plan ?? null });
    return;
  }
  for (const { file, removed } of found)
    print(
      removed.length === 0
        ? words.uninstall.notInstalled(file)
        : words.uninstall.wouldRemove(removed.length, file),
    );
  if (plan !== undefined) showPlan(plan);
  print(words.uninstall.nothingChanged);
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

/** Shows what goes, offers a backup, asks. */
async function agrees(home: Home, plan: PurgePlan, asJson: boolean): Promise<boolean> {
  if (asJson) throw notAsked();
  showPlan(plan);
  if (plan.sessions + plan.memories > 0) {
    const wanted = await confirm(words.uninstall.askBackup, true);
    if (wanted === undefined) throw notAsked();
    if (wanted) print(words.uninstall.backedUp(await backUpBeforePurge(home, new Date())));
  }
  const agreed = await confirm(words.uninstall.askPurge);
  if (agreed === undefined) throw notAsked();
  return agreed;
}
