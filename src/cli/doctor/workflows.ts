/** Workflow files that cannot be used: nobody else tells of them before a session needs one. */
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { chooseMessages } from "../../locale/index.ts";
import { processEnv } from "../../platform/env.ts";
import type { Home } from "../../platform/paths.ts";
import { workflowRoot } from "../../work/workflow-files.ts";
import { damagedWorks } from "../../work/works.ts";
import { words } from "../words.ts";
import { type Check, fine, wrong } from "./check.ts";

export function checkWorkflows(home: Home): Check {
  const { settings } = readUserSettings(home);
  const { count, faults } = damagedWorks(workflowRoot(settings.workflow.root, home.dir));
  const say = words.doctor.workflows;
  if (faults.length === 0) return fine("workflows", say.ok(count));
  const why = chooseMessages(processEnv, settings.locale).workflow.faults;
  const list = faults.map(({ path, fault }) => `${path}: ${why[fault]}`).join("; ");
  return wrong("workflows", say.damaged(list), say.fix);
}
