/** `--client NAME|all`. */
import { CLIENT_NAMES, type ClientName, DEFAULT_CLIENT } from "../../clients/index.ts";
import { clientNamed, connections, SETUPS, shortName } from "../../clients/setups.ts";
import { type CommandInput, UsageError } from "../command.ts";
import { programName } from "../output.ts";
import { confirm, isAtTerminal } from "../person.ts";
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

// Which clients `pawl install` connects.

interface Chosen {
  clients: ClientName[];
  /** Also installed, but neither asked about nor connected. */
  others: ClientName[];
}

/**
 * The clients for a command without `--client`. If one is installed, that one. If several are, the ones that the user
 * confirms. Without a terminal, Claude Code, as in versions that knew no other client.
 */
export async function chooseClients(input: CommandInput): Promise<Chosen> {
  const installed = connections(".").flatMap(({ client, isInstalled }) => (isInstalled ? [client] : []));
  const named = clientsIn(input);
  if (named?.length === 1) return { clients: named, others: [] };
  // "all" means the clients installed on this machine. Pawl writes no settings for other programs.
  if (named !== undefined)
    return {
      clients: named.filter((name) => name === DEFAULT_CLIENT || installed.includes(name)),
      others: [],
    };
  if (installed.length === 0) return { clients: [DEFAULT_CLIENT], others: [] };
  if (installed.length === 1) return { clients: installed, others: [] };
  if (input.isJson || !isAtTerminal())
    return { clients: [DEFAULT_CLIENT], others: installed.filter((name) => name !== DEFAULT_CLIENT) };
  const clients: ClientName[] = [];
  for (const name of installed)
    if ((await confirm(words.install.connectTo(SETUPS[name].title), true)) === true) clients.push(name);
  return { clients, others: [] };
}
