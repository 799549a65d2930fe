/** What `pawl hook --gate` says where no daemon answers: the gates that the event concerns refuse. */
import { closedGates } from "../engine/gates.ts";
import { HookLoader } from "../engine/project-hooks.ts";
import { TrustBook, trustFile } from "../engine/trust.ts";
import type { Home } from "../platform/paths.ts";
import { projectRoot } from "../platform/project.ts";
import { encodeReply, parseHookInput, parseJson } from "../protocol/index.ts";

const WHY = "Pawl's background process does not answer. Run pawl doctor.";

/** The JSON for the client. */
export async function refuse(home: Home, body: string): Promise<string> {
  const input = parseHookInput(parseJson(body));
  if (input.event === "Unknown") return "{}";
  const loader = new HookLoader(home, new TrustBook(trustFile(home.dir)));
  const { hooks, projectHooks, trust } = await loader.load(projectRoot(input.cwd ?? home.dir));
  const asked = trust.state === "changed" ? [...hooks, ...projectHooks] : hooks;
  const reply = closedGates(input, asked, WHY);
  return JSON.stringify(encodeReply(input.event, reply as Parameters<typeof encodeReply>[1]));
}
