/** Facts that a project's own files tell and that save the model a wrong guess. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Messages } from "../../locale/messages.ts";
import { type Env, processEnv } from "../../platform/env.ts";
import { packageManagerOf } from "./package-manager.ts";

export function projectNotes(
  project: string,
  sessionEnv: Env,
  messages: Messages,
): { uri: string; text: string }[] {
  if (project === "") return [];
  const manager = packageManagerOf(project, { ...processEnv, ...sessionEnv });
  // A default is worth a line only where packages of this kind are in use at all.
  if (manager.from === "default" && !existsSync(join(project, "package.json"))) return [];
  return [
    {
      uri: "system://package-manager",
      text: messages.notices.packageManager(manager.name, manager.from),
    },
  ];
}
