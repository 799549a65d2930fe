import { resolve } from "node:path";
import { PawlError } from "../errors.ts";
import { readIfThere } from "../platform/files.ts";
import { claudeConfigDir, type Home, pawlHome } from "../platform/paths.ts";
import { ownEvents } from "./claude-settings/edit.ts";
import { settingsFile, uninstallHooks } from "./claude-settings/install.ts";
import { uninstallServer } from "./claude-settings/mcp-server.ts";
import { uninstallSlashCommand } from "./claude-settings/slash-command.ts";
import { type Command, json, toText } from "./command.ts";
import { confirm } from "./confirm.ts";
import { toSentence } from "./failure.ts";
import { mcpFile, scopeOption, toScope } from "./install.ts";
import { print, printJson } from "./output.ts";
import { askPerson } from "./person.ts";
import { backUpBeforePurge, type PurgePlan, purge, purgePlan } from "./purge.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "uninstall [--scope user|project|local] [--purge] [--dry-run] [--yes] [--json]",
  example: "pawl uninstall --purge --dry-run",
  options: {
    ...json,
    ...scopeOption,
    purge: { type: "boolean" },
    "dry-run": { type: "boolean" },
    yes: { type: "boolean" },
  },
  async run({ values }) {
    const home = pawlHome();
    const scope = toScope(toText(values.scope));
    const file = settingsFile(scope, { claudeDir: claudeConfigDir(), projectDir: resolve(".") });
    const asJson = values.json === true;
    const plan = values.purge === true ? await purgePlan(home) : undefined;
    if (values["dry-run"] === true) {
      const removed = ownEventsIn(file);
      if (asJson) printJson({ dryRun: true, file, removed, purge: plan ?? null });
      else {
        print(
          removed.length === 0
            ? words.uninstall.notInstalled(file)
            : words.uninstall.wouldRemove(removed.length, file),
        );
        if (plan !== undefined) showPlan(plan);
        print(words.uninstall.nothingChanged);
      }
      return 0;
    }
    await askPerson("pawl uninstall");
    if (plan !== undefined && values.yes !== true && !(await agrees(home, plan, asJson))) {
      print(words.uninstall.nothingChanged);
      return 1;
    }

    // First: the settings' folder is removed only when nothing else is in it.
    if (scope === "user" || plan !== undefined) uninstallSlashCommand(claudeConfigDir());
    const { removed, restored } = uninstallHooks({ file, installsDir: home.installs });
    const server = mcpFile();
    // A purge removes the server too, whatever settings file was named.
    const hadServer = (scope === "user" || plan !== undefined) && withoutServer(server, home);
    if (plan !== undefined) await purge(home, plan);
    if (asJson) {
      printJson({ file, removed, mcp: { file: server, removed: hadServer } });
      return 0;
    }
    if (removed.length === 0) print(words.uninstall.notInstalled(file));
    else {
      print(words.uninstall.removed(removed.length, file));
      if (restored) print(words.uninstall.restored);
    }
    if (hadServer) print(words.uninstall.server(server));
    if (plan === undefined) print(words.uninstall.kept(home.dir));
    else {
      print(words.uninstall.purged(home.dir));
      for (const kept of plan.kept) print(words.uninstall.keptBackup(kept));
    }
    return 0;
  },
};

function ownEventsIn(file: string): string[] {
  const text = readIfThere(file);
  return text === undefined ? [] : ownEvents(text);
}

function showPlan(plan: PurgePlan): void {
  const say = words.uninstall;
  print(say.planHome(plan.home, (plan.bytes / 1e6).toFixed(1), plan.sessions, plan.memories));
  for (const file of plan.settings) print(`  ${say.planSettings(file)}`);
  for (const file of plan.stateFiles) print(`  ${say.planStateFile(file)}`);
  for (const file of plan.kept) print(`  ${say.keptBackup(file)}`);
}

/** Shows what goes, offers a backup, asks. */
async function agrees(home: Home, plan: PurgePlan, asJson: boolean): Promise<boolean> {
  const notAsked = () =>
    new PawlError("not_asked", words.errors.notAsked, { hint: words.errors.notAskedHint });
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

/** An unreadable file of the client must not block the uninstallation. */
function withoutServer(file: string, { installs: installsDir }: Home): boolean {
  try {
    return uninstallServer({ file, installsDir });
  } catch (error) {
    print(words.attention(words.uninstall.serverLeft(file, toSentence(error))));
    return false;
  }
}
