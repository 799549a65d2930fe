/** Which clients `pawl install` connects. */

import { type ClientName, DEFAULT_CLIENT } from "../../clients/index.ts";
import { connections, SETUPS } from "../../clients/setups.ts";
import type { CommandInput } from "../command.ts";
import { confirm, isAtTerminal } from "../person.ts";
import { words } from "../words.ts";
import { clientsIn } from "./option.ts";

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
