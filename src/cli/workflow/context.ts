import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { chooseMessages } from "../../locale/index.ts";
import { systemClock } from "../../platform/clock.ts";
import { processEnv } from "../../platform/env.ts";
import { pawlHome } from "../../platform/paths.ts";
import { workflowPath, workflowRoot } from "../../services/workflow/workflow-files.ts";
import { sessionFor } from "./session.ts";

/** What one call works on: the session, its files and the language. */
export type WorkflowContext = Awaited<ReturnType<typeof openContext>>;

export async function openContext(session: string | undefined) {
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
