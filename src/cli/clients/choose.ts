/** Which clients `pawl install` connects. */

import { isClaudeInstalled } from "../../clients/connection.ts";
import type { ClientName } from "../../clients/index.ts";
import { confirm } from "../person.ts";
import { words } from "../words.ts";
import { isCodexInstalled } from "./connect-codex.ts";
import { CLIENT_TITLES, toClients } from "./option.ts";

interface Chosen {
  clients: ClientName[];
  /** Installed as well, and neither asked about nor connected. */
  others: ClientName[];
}

const INSTALLED: Readonly<Record<ClientName, () => boolean>> = {
  "claude-code": isClaudeInstalled,
  codex: isCodexInstalled,
};

/**
 * Without `--client`: the only installed one; of several, those that the user says yes to. Where nobody can be asked
 * it is Claude Code, as before there was a choice.
 */
export async function chooseClients(given: string | undefined, mayAsk: boolean): Promise<Chosen> {
  if (given !== undefined) return { clients: toClients(given), others: [] };
  const names = Object.keys(INSTALLED) as ClientName[];
  const installed = names.filter((name) => INSTALLED[name]());
  if (installed.length <= 1)
    return { clients: installed.length === 0 ? ["claude-code"] : installed, others: [] };
  const clients: ClientName[] = [];
  for (const name of installed) {
    const answer = mayAsk ? await confirm(words.install.connectTo(CLIENT_TITLES[name]), true) : undefined;
    if (answer === undefined) {
      const rest = installed.filter((other) => other !== "claude-code");
      return { clients: ["claude-code"], others: rest };
    }
    if (answer) clients.push(name);
  }
  return { clients, others: [] };
}
