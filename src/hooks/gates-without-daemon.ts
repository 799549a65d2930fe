/** Answers without a daemon: the user's rules apply, gates for the event refuse, and everything else passes. */

import {
  CLIENTS,
  type ClientName,
  DEFAULT_CLIENT,
  eachFile,
  type HookOutput,
  type KnownInput,
  parseInput,
  toBlock,
} from "../clients/index.ts";
import { type Answer, mergeReplies } from "../clients/merge-replies.ts";
import { chooseMessages } from "../locale/index.ts";
import { processEnv } from "../platform/env.ts";
import type { Home } from "../platform/paths.ts";
import { projectRoot } from "../platform/project.ts";
import { readUserSettings } from "./config/user-settings.ts";
import { gatesAbout, readGateIndex } from "./gate-index.ts";
import { closedGates } from "./gates.ts";
import { createRules } from "./permission-rules.ts";
import { HookLoader } from "./project-hooks.ts";
import { TrustStore, trustFile } from "./trust.ts";

function indexed(home: Home, input: KnownInput, projectDir: string): Answer[] {
  const tool = "toolName" in input && typeof input.toolName === "string" ? input.toolName : undefined;
  const projects = [projectDir];
  const gates = gatesAbout(readGateIndex(home.dir) ?? [], { event: input.event, tool, projects });
  return gates.map(({ name }) => ({ name, reply: toBlock(input.event, `The gate "${name}": ${WHY}`) }));
}

const WHY = "Pawl's background process does not answer. Run pawl doctor.";

/** The answer for the client. Throws `BadHookInput`. */
export async function refuseWithoutDaemon(
  home: Home,
  event: unknown,
  name: ClientName = DEFAULT_CLIENT,
): Promise<HookOutput> {
  const client = CLIENTS[name];
  const input = parseInput(event, name);
  if (input.event === "Unknown") return {};
  const loader = new HookLoader(home, new TrustStore(trustFile(home.dir)));
  // A session may leave the folder that it started in; its gates stay with it.
  const { CLAUDE_PROJECT_DIR: started } = processEnv;
  const folders = [input.cwd ?? home.dir, ...(started === undefined || started === "" ? [] : [started])];
  const projects = [...new Set(folders.map(projectRoot))];
  const { settings } = readUserSettings(home);
  const words = chooseMessages(processEnv, settings.locale);
  const rules = createRules(() => settings.permissions);
  const inputs = eachFile(input, name);
  const replies = projects.map(async (projectDir) => {
    const loaded = await loader.load(projectDir).catch(() => undefined);
    // Even the files are unreadable: the index refuses, without its matchers.
    if (loaded === undefined) return indexed(home, input, projectDir);
    const { hooks, shut } = loaded;
    return inputs.flatMap((one) => [
      { name: "rules", reply: rules(one, words, { projectDir }) },
      { name: "gates", reply: closedGates(one, hooks, projectDir, WHY) },
      ...shut.map(({ gates, why }) => ({ name: "gates", reply: closedGates(one, gates, projectDir, why) })),
    ]);
  });
  const { reply } = mergeReplies((await Promise.all(replies)).flat());
  return client.encode(input.event, reply);
}
