import { readUserSettings } from "../hooks/config/user-settings.ts";
import { chooseMessages } from "../locale/index.ts";
import { systemClock } from "../platform/clock.ts";
import { processEnv } from "../platform/env.ts";
import { pawlHome } from "../platform/paths.ts";
import { workflowPath, workflowRoot } from "../services/workflow/workflow-files.ts";
import { sessionFor } from "./workflow-session.ts";

/** Everything that one call of `pawl workflow` works on. */
export type Desk = Awaited<ReturnType<typeof openDesk>>;

export async function openDesk(session: string | undefined) {
  const home = pawlHome();
  const { settings } = readUserSettings(home);
  const root = workflowRoot(settings.workflow.root, home.dir);
  const id = await sessionFor(session, root);
  return {
    root,
    id,
    path: workflowPath(root, id),
    own: settings.workflow.own,
    messages: chooseMessages(processEnv, settings.locale),
    now: new Date(systemClock()).toISOString(),
  };
}
