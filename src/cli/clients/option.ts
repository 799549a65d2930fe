/** `--client NAME|all`. */
import { CLIENT_NAMES, type ClientName } from "../../clients/index.ts";
import { clientNamed, shortName } from "../../clients/setups.ts";
import { UsageError } from "../command.ts";
import { programName } from "../output.ts";
import { words } from "../words.ts";

export const clientOption = { client: { type: "string" } } as const;

/** For the usage lines. */
export const CLIENT_CHOICE = CLIENT_NAMES.map(shortName).join("|");

/** What to type to connect it. */
export function installCommand(client: ClientName): string {
  return [programName(), "install", "--client", client].join(" ");
}

export function toClients(value: string): ClientName[] {
  return value === "all" ? [...CLIENT_NAMES] : [toClient(value)];
}

export function toClient(value: string): ClientName {
  const client = clientNamed(value);
  if (client === undefined)
    throw new UsageError(
      words.errors.optionValues("--client", CLIENT_NAMES.map(shortName).join(", "), value),
    );
  return client;
}
