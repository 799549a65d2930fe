import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { chooseMessages } from "../../locale/index.ts";
import { systemClock } from "../../platform/clock.ts";
import { processEnv } from "../../platform/env.ts";
import { findProgram } from "../../platform/find-program.ts";
import { pawlHome } from "../../platform/paths.ts";
import { pawlCommand } from "../../platform/pawl-command.ts";
import type { Caller } from "../../work/actions.ts";
import { placeOf } from "../../work/place.ts";
import { workflowRoot } from "../../work/workflow-files.ts";
import { sessionFor } from "./session.ts";

/** Who calls, and which workflow is meant. */
export async function openCaller(
  named: string | undefined,
  feature: string | undefined,
  cwd = process.cwd(),
): Promise<Caller> {
  const home = pawlHome();
  const { settings } = readUserSettings(home);
  const root = workflowRoot(settings.workflow.root, home.dir);
  return {
    root,
    takesOver: root === home.dir,
    place: placeOf(cwd),
    id: await sessionFor(named, root),
    feature,
    own: settings.workflow.own,
    messages: chooseMessages(processEnv, settings.locale),
    now: new Date(systemClock()).toISOString(),
    pawl: findProgram("pawl") === null ? pawlCommand(home.dir) : "pawl",
  };
}
