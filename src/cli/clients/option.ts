/** `--client claude|codex|all`. */
import { CLIENT_NAMES, type ClientName } from "../../clients/index.ts";
import { UsageError } from "../command.ts";
import { programName } from "../output.ts";
import { words } from "../words.ts";

export const clientOption = { client: { type: "string" } } as const;

/** What people call them. */
export const CLIENT_TITLES: Readonly<Record<ClientName, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
};

/** What to type to connect it. */
export function installCommand(client: ClientName): string {
  return [programName(), "install", "--client", client].join(" ");
}

/** A client that a newer version has recorded is shown by its name. */
export function titleOf(client: string): string {
  return Object.hasOwn(CLIENT_TITLES, client) ? CLIENT_TITLES[client as ClientName] : client;
}

/** People say "claude"; records say "claude-code", which is taken too. */
const SHORT: Readonly<Record<string, ClientName>> = { claude: "claude-code" };

export function toClients(value: string): ClientName[] {
  return value === "all" ? [...CLIENT_NAMES] : [toClient(value)];
}

export function toClient(value: string): ClientName {
  const client = Object.hasOwn(SHORT, value) ? SHORT[value] : CLIENT_NAMES.find((name) => name === value);
  if (client === undefined)
    throw new UsageError(words.errors.optionValues("--client", "claude, codex", value));
  return client;
}
