import type { SettingsScope } from "../clients/settings/entries.ts";
import { renewEntries } from "../clients/settings/renew.ts";
import type { Connected } from "../clients/setup.ts";
import { SETUPS } from "../clients/setups.ts";
import { pawlHome } from "../platform/paths.ts";
import { connectClient, trustNote } from "./clients/connect.ts";
import { CLIENT_CHOICE, chooseClients, installCommand } from "./clients/option.ts";
import { type Command, type CommandInput, flag, json, UsageError, value } from "./command.ts";
import { toSentence } from "./failure.ts";
import { offerUnrecorded } from "./import/offer.ts";
import { dim, green, print, printJson, programName, red } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: `install [--client ${CLIENT_CHOICE}|all] [--scope user|project|local] [--dry-run] [--diff] [--json]`,
  example: "pawl install --dry-run",
  options: { ...json, client: value, scope: value, "dry-run": flag, diff: flag },
  async run(input) {
    const scope = scopeIn(input);
    const dryRun = input.has("dry-run");
    const { clients, others } = await chooseClients(input);
    const results: Connected[] = [];
    for (const client of clients) {
      const result = await connectClient(client, { scope, dryRun });
      if (result !== undefined) results.push(result);
      else if (clients.length === 1)
        throw new UsageError(words.errors.clientScope(SETUPS[client].title, scope));
    }
    const renewed = dryRun ? [] : renewEntries(pawlHome());
    if (input.isJson) {
      printJson(clients.length === 1 ? toJson(results[0]) : { clients: results.map(toJson) });
      return 0;
    }
    for (const file of renewed) print(words.install.renewed(file));
    for (const result of results) await report(result, scope, dryRun, input.has("diff"));
    for (const other of others) print(words.install.alsoThere(SETUPS[other].title, installCommand(other)));
    if (!dryRun) await offerUnrecorded();
    return 0;
  },
};

export function scopeIn(input: CommandInput): SettingsScope {
  return input.oneOf("scope", ["user", "project", "local"]) ?? "user";
}

function toJson(result: Connected | undefined) {
  if (result === undefined) return {};
  const { client, file, added, updated, removed, unchanged, warnings, mcp } = result;
  const messages = warnings.map((each) => toSentence(each));
  return { client, mcp, file, added, updated, removed, unchanged, warnings: messages };
}

async function report(result: Connected, scope: SettingsScope, dryRun: boolean, withDiff: boolean) {
  const say = words.install;
  if (result.changed && withDiff) print(coloured(result.diff));
  const { added, updated, removed, file } = result;
  const note = await trustNote(result.client);
  const names = [...added, ...updated, ...removed];
  const changes = names.length;
  if (changes === 0) print(say.unchanged(file));
  else if (dryRun) print(say.preview(changes, file));
  else print(green(say[note === undefined ? "connected" : "written"](changes, file)));
  if (changes > 0) print(dim(`  ${[...new Set(names)].join(", ")}`));
  if (changes > 0 && !withDiff) print(dim(say.diffHint));
  reportServer(result.mcp, dryRun);
  if (result.tightened && !dryRun) print(say.tightened);
  if (scope === "project") print(say.projectScope);
  for (const warning of result.warnings) print(words.attention(toSentence(warning)));
  if (note !== undefined && !dryRun) print(words.attention(note));
  if (changes > 0 && !dryRun) print(say.undo(programName()));
}

function reportServer(mcp: Connected["mcp"], dryRun: boolean): void {
  if (mcp === undefined) return;
  const { file, outcome, problem = "" } = mcp;
  const { server } = words.install;
  if (outcome === "added" || outcome === "updated")
    print(dryRun ? server.wouldChange(file) : server[outcome](file));
  else if (outcome === "foreign") print(words.attention(server.foreign(file)));
  else if (outcome === "failed") print(words.attention(server.failed(problem)));
}

function coloured(diff: string): string {
  const paint = (line: string) => (line.startsWith("+") ? green : line.startsWith("-") ? red : dim)(line);
  return diff.split("\n").map(paint).join("\n");
}
