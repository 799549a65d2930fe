import type { SettingsScope } from "../clients/settings/entries.ts";
import { renewEntries } from "../clients/settings/renew.ts";
import type { Connected } from "../clients/setup.ts";
import { SETUPS } from "../clients/setups.ts";
import { pawlHome } from "../platform/paths.ts";
import { chooseClients } from "./clients/choose.ts";
import { connectClient, trustNote } from "./clients/connect.ts";
import { CLIENT_CHOICE, clientOption, installCommand } from "./clients/option.ts";
import { type Command, json, toText, UsageError } from "./command.ts";
import { offerUnrecorded } from "./import/offer.ts";
import { dim, green, print, printJson, programName, red } from "./output.ts";
import { words } from "./words.ts";

export const scopeOption = { scope: { type: "string" } } as const;

export const command: Command = {
  usage: `install [--client ${CLIENT_CHOICE}|all] [--scope user|project|local] [--dry-run] [--diff] [--json]`,
  example: "pawl install --dry-run",
  options: {
    ...json,
    ...clientOption,
    ...scopeOption,
    "dry-run": { type: "boolean" },
    diff: { type: "boolean" },
  },
  async run({ values }) {
    const scope = toScope(toText(values.scope));
    const dryRun = values["dry-run"] === true;
    const isJson = values.json === true;
    const { clients, others } = await chooseClients(toText(values.client), !isJson);
    const results: Connected[] = [];
    for (const client of clients) {
      const result = await connectClient(client, { scope, dryRun });
      if (result !== undefined) results.push(result);
      else if (clients.length === 1)
        throw new UsageError(words.errors.clientScope(SETUPS[client].title, scope));
    }
    const renewed = dryRun ? [] : renewEntries(pawlHome());
    if (isJson) printJson(clients.length === 1 ? toJson(results[0]) : { clients: results.map(toJson) });
    else {
      for (const file of renewed) print(words.install.renewed(file));
      for (const result of results) await report(result, scope, dryRun, values.diff === true);
      for (const other of others) print(words.install.alsoThere(SETUPS[other].title, installCommand(other)));
    }
    if (!isJson && !dryRun) await offerUnrecorded();
    return 0;
  },
};

function toJson(result: Connected | undefined) {
  if (result === undefined) return {};
  const { client, file, added, updated, removed, unchanged, warnings, mcp } = result;
  const messages = warnings.map(({ message }) => message);
  return { client, mcp, file, added, updated, removed, unchanged, warnings: messages };
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
  return diff
    .split("\n")
    .map((line) => (line.startsWith("+") ? green(line) : line.startsWith("-") ? red(line) : dim(line)))
    .join("\n");
}

export function toScope(value: string | undefined): SettingsScope {
  const scope = value ?? "user";
  if (scope === "user" || scope === "project" || scope === "local") return scope;
  throw new UsageError(words.errors.optionValues("--scope", "user, project, local", scope));
}

async function report(
  result: Connected,
  scope: SettingsScope,
  dryRun: boolean,
  withDiff: boolean,
): Promise<void> {
  if (result.changed && withDiff) print(coloured(result.diff));
  const { added, updated, removed, file } = result;
  const note = await trustNote(result.client);
  const changes = added.length + updated.length + removed.length;
  if (changes === 0) print(words.install.unchanged(file));
  else if (dryRun) print(words.install.preview(changes, file));
  else print(green(words.install[note === undefined ? "connected" : "written"](changes, file)));
  if (changes > 0) print(dim(`  ${[...new Set([...added, ...updated, ...removed])].join(", ")}`));
  if (changes > 0 && !withDiff) print(dim(words.install.diffHint));
  reportServer(result.mcp, dryRun);
  if (result.tightened && !dryRun) print(words.install.tightened);
  if (scope === "project") print(words.install.projectScope);
  for (const { message } of result.warnings) print(words.attention(message));
  if (note !== undefined && !dryRun) print(words.attention(note));
  if (changes > 0 && !dryRun) print(words.install.undo(programName()));
}
