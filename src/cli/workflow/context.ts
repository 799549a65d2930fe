import { existsSync } from "node:fs";
import { callingSession } from "../../clients/table.ts";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { chooseMessages } from "../../locale/index.ts";
import { systemClock } from "../../platform/clock.ts";
import { findProgram, processEnv } from "../../platform/env.ts";
import { pawlHome } from "../../platform/paths.ts";
import { pawlCommand } from "../../platform/programs.ts";
import type { Caller } from "../../work/caller.ts";
import { placeOf } from "../../work/place.ts";
import { workflowRoot } from "../../work/workflow-files.ts";
import { projectFolder, workOfSession } from "../../work/works.ts";
import { withStore } from "../open-store.ts";
import { wholeId } from "../session.ts";

/** Identifies the caller, and the workflow it means. */
export async function openCaller(
  named: string | undefined,
  feature: string | undefined,
  cwd = process.cwd(),
): Promise<Caller> {
  const home = pawlHome();
  const { settings } = readUserSettings(home);
  const root = workflowRoot(settings.workflow.root, home.dir);
  // A renamed folder gets its workflows first.
  if (existsSync(home.database) && !existsSync(projectFolder(root, placeOf(cwd).project)))
    await withStore(async () => undefined);
  return {
    root,
    place: placeOf(cwd),
    id: await sessionFor(named, root),
    feature,
    messages: chooseMessages(processEnv, settings.locale),
    now: new Date(systemClock()).toISOString(),
    pawl: findProgram("pawl") === null ? pawlCommand(home.dir) : "pawl",
  };
}

/**
 * The named session, or the session in which the program was called; never a guess. Undefined in a terminal outside of any
 * session: then the folder decides.
 */
async function sessionFor(named: string | undefined, root: string): Promise<string | undefined> {
  if (named === undefined) return callingSession(processEnv);
  if (workOfSession(root, named).kind === "one") return named;
  // A session that Pawl has not recorded can get a workflow too.
  return withStore(async (store) => (await wholeId(store, named)) ?? named);
}
