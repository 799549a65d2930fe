/** `--client NAME|all`. */
import { CLIENT_NAMES, type ClientName } from "../../clients/index.ts";
import { clientNamed, shortName } from "../../clients/setups.ts";
import { type CommandInput, UsageError } from "../command.ts";
import { programName } from "../output.ts";
import { words } from "../words.ts";

/** For the usage lines. */
export const CLIENT_CHOICE = CLIENT_NAMES.map(shortName).join("|");

/** The command that connects it. */
export function installCommand(client: ClientName): string {
  return [programName(), "install", "--client", client].join(" ");
}

/** Undefined without the option. */
export function clientsIn(input: CommandInput): ClientName[] | undefined {
  if (input.text("client") === "all") return [...CLIENT_NAMES];
  const client = clientIn(input);
  return client === undefined ? undefined : [client];
}

export function clientIn(input: CommandInput): ClientName | undefined {
  const given = input.text("client");
  const client = given === undefined ? undefined : clientNamed(given);
  if (given === undefined || client !== undefined) return client;
  const known = CLIENT_NAMES.map(shortName).join(", ");
  throw new UsageError(words.errors.optionValues("--client", known, given));
}
