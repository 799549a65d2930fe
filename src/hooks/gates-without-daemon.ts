/** Where no daemon answers: the user's rules hold, the gates that the event concerns refuse, and everything else passes. */

import { chooseMessages } from "../locale/index.ts";
import { processEnv } from "../platform/env.ts";
import type { Home } from "../platform/paths.ts";
import { projectRoot } from "../platform/project.ts";
import { encodeReply, type HookOutput, parseHookInput } from "../protocol/index.ts";
import { mergeReplies } from "../protocol/merge-replies.ts";
import { readUserSettings } from "./config/user-settings.ts";
import { closedGates } from "./gates.ts";
import { createRules } from "./permission-rules.ts";
import { HookLoader } from "./project-hooks.ts";
import { TrustStore, trustFile } from "./trust.ts";

const WHY = "Pawl's background process does not answer. Run pawl doctor.";

/** The answer for the client. Throws `BadHookInput`. */
export async function refuseWithoutDaemon(home: Home, event: unknown): Promise<HookOutput> {
  const input = parseHookInput(event);
  if (input.event === "Unknown") return {};
  const loader = new HookLoader(home, new TrustStore(trustFile(home.dir)));
  const { hooks, projectHooks, trust } = await loader.load(projectRoot(input.cwd ?? home.dir));
  const asked = trust.state === "changed" ? [...hooks, ...projectHooks] : hooks;
  const { settings } = readUserSettings(home);
  const words = chooseMessages(processEnv, settings.locale);
  const { reply } = mergeReplies([
    { name: "rules", reply: createRules(() => settings.permissions)(input, words) },
    { name: "gates", reply: closedGates(input, asked, WHY) },
  ]);
  return encodeReply(input.event, reply as Parameters<typeof encodeReply>[1]);
}
