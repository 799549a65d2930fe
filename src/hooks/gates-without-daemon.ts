/** Where no daemon answers: the user's rules hold, the gates that the event concerns refuse, and everything else passes. */

import { chooseMessages } from "../locale/index.ts";
import { processEnv } from "../platform/env.ts";
import type { Home } from "../platform/paths.ts";
import { projectRoot } from "../platform/project.ts";
import { CLIENTS, type ClientName, DEFAULT_CLIENT, type HookOutput } from "../protocol/index.ts";
import { mergeReplies } from "../protocol/merge-replies.ts";
import { readUserSettings } from "./config/user-settings.ts";
import { closedGates } from "./gates.ts";
import { createRules } from "./permission-rules.ts";
import { HookLoader } from "./project-hooks.ts";
import { TrustStore, trustFile } from "./trust.ts";

const WHY = "Pawl's background process does not answer. Run pawl doctor.";

/** The answer for the client. Throws `BadHookInput`. */
export async function refuseWithoutDaemon(
  home: Home,
  event: unknown,
  name: ClientName = DEFAULT_CLIENT,
): Promise<HookOutput> {
  const client = CLIENTS[name];
  const input = client.parse(event);
  if (input.event === "Unknown") return {};
  const loader = new HookLoader(home, new TrustStore(trustFile(home.dir)));
  const { hooks, projectHooks, trust } = await loader.load(projectRoot(input.cwd ?? home.dir));
  const asked = trust.state === "changed" ? [...hooks, ...projectHooks] : hooks;
  const { settings } = readUserSettings(home);
  const words = chooseMessages(processEnv, settings.locale);
  const rules = createRules(() => settings.permissions);
  const { reply } = mergeReplies(
    (client.eachFile?.(input) ?? [input]).flatMap((one) => [
      { name: "rules", reply: rules(one, words) },
      { name: "gates", reply: closedGates(one, asked, WHY) },
    ]),
  );
  return client.encode(input.event, reply);
}
