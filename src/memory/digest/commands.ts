/** The commands of a session worth keeping, with their number of successes. */
import type { Call } from "./calls.ts";
import { isEveryday, shownKind } from "./command-kind.ts";
import type { Run } from "./runs.ts";
import type { DigestCommand } from "./types.ts";

/** Longer commands are rarely typed again. */
const LONGEST = 80;

export function toCommands(calls: readonly Call[]): DigestCommand[] {
  const known = new Map<string, DigestCommand>();
  for (const call of calls) {
    for (const run of call.runs) {
      const isWrong = call.failedRun === run && call.failure?.isUsage === true;
      // A check's purpose is to find problems, but a run that failed in another way counts for nothing.
      if ((run.state !== "good" && !isWrong) || !isWorthKnowing(run)) continue;
      const command = shown(run);
      const kind = shownKind(run.command);
      const entry = known.get(command) ?? {
        command,
        ...(kind === undefined ? {} : { kind }),
        good: 0,
        usageFailed: 0,
        lastAt: 0,
      };
      if (isWrong) entry.usageFailed++;
      else entry.good++;
      entry.lastAt = Math.max(entry.lastAt, call.record.at);
      known.set(command, entry);
    }
  }
  return [...known.values()];
}

/** The folder is part of the command, because it means something else in another folder. */
function shown({ command, folder }: Run): string {
  return folder === undefined || folder === "" ? command : `cd ${folder} && ${command}`;
}

/** A program with plain arguments, from the project: no variables, no code, no other place on this machine. */
function isWorthKnowing(run: Run): boolean {
  const { command, folder = "" } = run;
  if (run.shell.isConditional || run.shell.heredoc !== undefined || /^[/~.]/.test(folder)) return false;
  if (shown(run).length > LONGEST || isEveryday(command) || command.includes("REDACTED")) return false;
  if (/[\n$`{}<>]|\s-(?:c|e|m)\s+["']|\\|(?:^|\s)\/(?:tmp|Users|home|private|var)\//.test(command))
    return false;
  return /^[\w./@~-]+(?:\s|$)/.test(command) && !/^[\d.]+(?:\s|$)/.test(command);
}
