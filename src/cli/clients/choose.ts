/** Which clients `pawl install` connects. */

import { CLIENT_NAMES, type ClientName, DEFAULT_CLIENT } from "../../clients/index.ts";
import { isInstalled, SETUPS } from "../../clients/setups.ts";
import { confirm } from "../person.ts";
import { words } from "../words.ts";
import { toClients } from "./option.ts";

interface Chosen {
  clients: ClientName[];
  /** Installed as well, and neither asked about nor connected. */
  others: ClientName[];
}

/**
 * Without `--client`: the only installed one; of several, those that the user says yes to. Where nobody can be asked
 * it is Claude Code, as before there was a choice.
 */
export async function chooseClients(given: string | undefined, mayAsk: boolean): Promise<Chosen> {
  if (given !== undefined) {
    const named = toClients(given);
    // Of "all" those that are on this machine: the settings of a program that nobody has are not written.
    const clients =
      named.length === 1 ? named : named.filter((name) => name === DEFAULT_CLIENT || isInstalled(name));
    return { clients, others: [] };
  }
  const installed = CLIENT_NAMES.filter(isInstalled);
  if (installed.length <= 1)
    return { clients: installed.length === 0 ? [DEFAULT_CLIENT] : installed, others: [] };
  const clients: ClientName[] = [];
  for (const name of installed) {
    const answer = mayAsk ? await confirm(words.install.connectTo(SETUPS[name].title), true) : undefined;
    if (answer === undefined) {
      const rest = installed.filter((other) => other !== DEFAULT_CLIENT);
      return { clients: [DEFAULT_CLIENT], others: rest };
    }
    if (answer) clients.push(name);
  }
  return { clients, others: [] };
}
