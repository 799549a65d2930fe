/** How the client starts the command hook that `pawl install` wrote into a home's settings. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

interface Settings {
  hooks: Record<string, { hooks: { command: string; args?: string[] }[] }[]>;
}

export async function installedCommand(home: string, event: string): Promise<string[]> {
  const file = join(home, ".claude", "settings.json");
  const { hooks } = JSON.parse(await readFile(file, "utf8")) as Settings;
  const hook = hooks[event]?.[0]?.hooks[0];
  if (hook === undefined) throw new Error(`pawl install wrote no hook for ${event}`);
  // Version 0.2 wrote program and arguments; the client started those without a shell.
  return hook.args === undefined ? ["/bin/sh", "-c", hook.command] : [hook.command, ...hook.args];
}
