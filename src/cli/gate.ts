/** What `pawl hook --gate` says where no daemon answers: the gates that the event concerns refuse. */
import { refuseUnasked } from "../engine/unasked-gates.ts";
import type { Home } from "../platform/paths.ts";
import { parseJson } from "../protocol/index.ts";

/** The JSON for the client. */
export async function refuse(home: Home, body: string): Promise<string> {
  return JSON.stringify(await refuseUnasked(home, parseJson(body)));
}
