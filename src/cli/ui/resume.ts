/** Continues a session in the client that it ran in. */

import { existsSync } from "node:fs";
import { findProgram } from "../../platform/find-program.ts";
import type { Session } from "../../store/records/records.ts";
import { print } from "../output.ts";
import { words } from "../words.ts";

/** What to type, by client; each takes the session's id. */
const COMMANDS: Readonly<Record<string, (id: string) => [string, ...string[]]>> = {
  "claude-code": (id) => ["claude", "--resume", id],
  codex: (id) => ["codex", "resume", id],
};

/** Undefined for a session that no client wrote down: there is nothing that it could be continued from. */
export function resumeCommand({ client, id, transcriptPath }: Session): [string, ...string[]] | undefined {
  const command = Object.hasOwn(COMMANDS, client) ? COMMANDS[client] : undefined;
  return transcriptPath === undefined ? undefined : command?.(id);
}

/** Returns the client's exit code. */
export async function resume(session: Session): Promise<number> {
  const say = words.activity.ui;
  const command = resumeCommand(session);
  if (command === undefined) {
    print(say.notResumable);
    return 1;
  }
  const folder = existsSync(session.cwd) ? session.cwd : session.project;
  const typed = command.join(" ");
  if (!existsSync(folder)) {
    print(say.folderGone(folder));
    print(typed);
    return 1;
  }
  const [program, ...args] = command;
  const found = findProgram(program);
  if (found === null) {
    print(say.resumeFailed(program, folder, typed));
    return 1;
  }
  print(say.resume(typed, folder));
  // The user's own session: it takes the terminal, and Pawl records it like any other.
  const child = Bun.spawn([found, ...args], { cwd: folder, stdio: ["inherit", "inherit", "inherit"] });
  return child.exited;
}
