/** How tests, build, lint and run are done here, judged by what succeeded. */

import { inputField } from "../text/input-text.ts";
import { quote } from "../text/quote.ts";
import { type CommandKind, commandKind, commandsIn, looksFailed } from "./command-text.ts";
import { wasRefused } from "./not-an-error.ts";
import { plainCommand, programOf } from "./same-command.ts";
import type { CommandFact, SessionMaterial } from "./types.ts";

const COMMAND_CHARACTERS = 160;

interface CommandRunSeen {
  kind: Exclude<CommandKind, "other">;
  command: string;
  ok: boolean;
  /** Of the call. */
  key: string;
  at: number;
}

/** Every run of a kind that is told, oldest first. */
export function commandRuns(session: SessionMaterial): CommandRunSeen[] {
  const runs: CommandRunSeen[] = [];
  for (const call of [...session.observations].sort((a, b) => a.at - b.at)) {
    if (call.toolName !== "Bash" || wasRefused(call.response)) continue;
    const known = commandsIn(inputField(call.input, "command") ?? "").flatMap((typed) => {
      const kind = commandKind(plainCommand(typed));
      if (kind === undefined || kind === "other") return [];
      return [{ kind, command: toShown(typed, session.project) }];
    });
    for (const [index, { kind, command }] of known.entries()) {
      const failed = !call.ok || looksFailed(kind, call.response);
      // Which command of a chain failed is not told: the last one is blamed, of the others nothing is known.
      if (failed && index < known.length - 1) continue;
      runs.push({ kind, command, ok: !failed, key: call.key, at: call.at });
    }
  }
  return runs;
}

/** Every command of a kind that is told, with how often it went well. */
export function commandsOf(session: SessionMaterial): CommandFact[] {
  const facts = new Map<string, CommandFact>();
  for (const { kind, command, ok, key, at } of commandRuns(session)) {
    const provenance = { sessionId: session.sessionId, key, at };
    const fact = facts.get(command) ?? { kind, command, worked: 0, failed: 0, lastAt: 0, provenance };
    if (ok) {
      fact.worked++;
      fact.provenance = provenance;
    } else fact.failed++;
    fact.lastAt = Math.max(fact.lastAt, at);
    facts.set(command, fact);
  }
  return [...facts.values()];
}

/** As it is typed from the project's root; a folder inside the project stays part of it. */
function toShown(typed: string, project: string): string {
  const root = project.replace(/\/+$/, "");
  const folder = /^cd (\S+) && /.exec(typed)?.[1];
  const inside = folder?.startsWith(`${root}/`) ? folder.slice(root.length + 1) : folder;
  const isElsewhere = inside === undefined || inside === root || inside === "." || inside.startsWith("/");
  const command = plainCommand(typed).replaceAll(`${root}/`, "");
  return quote(isElsewhere ? command : `cd ${inside} && ${command}`, COMMAND_CHARACTERS);
}

/** Adds up what several sessions saw. */
export function mergeCommands(known: readonly CommandFact[], seen: readonly CommandFact[]): CommandFact[] {
  const merged = new Map(known.map((fact) => [fact.command, { ...fact }]));
  for (const fact of seen) {
    const same = merged.get(fact.command);
    if (same === undefined) merged.set(fact.command, { ...fact });
    else if (same.provenance.sessionId !== fact.provenance.sessionId) {
      same.worked += fact.worked;
      same.failed += fact.failed;
      same.lastAt = Math.max(same.lastAt, fact.lastAt);
      if (fact.worked > 0) same.provenance = fact.provenance;
    }
  }
  return [...merged.values()];
}

/** The one command for each kind: what worked most, the general form before a narrow one. */
export function usualCommands(facts: readonly CommandFact[]): CommandFact[] {
  const usual = new Map<string, CommandFact>();
  for (const fact of [...facts].sort((a, b) => value(b) - value(a) || b.lastAt - a.lastAt)) {
    // Once is chance, also for a command that never fails.
    if (fact.worked >= 2 && !usual.has(fact.kind)) usual.set(fact.kind, fact);
  }
  return [...usual.values()];
}

/** A check that fails does its work: only a command that never went well is wrong. */
function value({ command, worked }: CommandFact): number {
  const words = command.replace(/^cd \S+ && /, "");
  const isNarrow = words.length > programOf(words).length + 12;
  return worked * (isNarrow ? 0.5 : 1);
}
