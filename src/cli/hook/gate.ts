/** The answer of `pawl hook --gate` without a daemon: every gate that matches the event denies. */

import { parseJson, toClientName } from "../../clients/index.ts";
import { refuseWithoutDaemon } from "../../hooks/gates-without-daemon.ts";
import type { Home } from "../../platform/paths.ts";

/** The JSON for the client. */
export async function refuse(home: Home, body: string, client: string | undefined): Promise<string> {
  return JSON.stringify(await refuseWithoutDaemon(home, parseJson(body), toClientName(client)));
}
