/** What `pawl hook --gate` says where no daemon answers: the gates that the event concerns refuse. */
import { refuseWithoutDaemon } from "../../hooks/gates-without-daemon.ts";
import type { Home } from "../../platform/paths.ts";
import { parseJson } from "../../protocol/index.ts";

/** The JSON for the client. */
export async function refuse(home: Home, body: string): Promise<string> {
  return JSON.stringify(await refuseWithoutDaemon(home, parseJson(body)));
}
