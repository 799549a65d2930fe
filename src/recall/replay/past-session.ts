/** The data that replay keeps of a finished session: enough to draw control items and to find related sessions. */
import { toDigest } from "../../memory/digest/build.ts";
import type { DigestFailure } from "../../memory/digest/types.ts";
import { isEdit } from "../../memory/records/edits.ts";
import { inProject } from "../../memory/records/summary.ts";
import type { Observation, SessionRecords } from "../../store/records/records.ts";
import { inputField } from "../../text/input-text.ts";
import { commandsOf } from "../used/item.ts";

export interface ReplayedSession {
  id: string;
  project: string;
  startedAt: number;
  lastAt: number;
  turns: PastTurnSeen[];
  /** Edited files, relative to the project's root, with the time of the first edit. */
  files: Map<string, number>;
  /** Commands, without everyday ones, with the time of the first run. */
  commands: Map<string, number>;
  /** Failures with a recorded fix. */
  cures: DigestFailure[];
}

interface PastTurnSeen {
  at: number;
  asked: string;
  answered: string;
  edited: string[];
}

export function toPastSession(records: SessionRecords): ReplayedSession {
  const { session, prompts, observations, responses } = records;
  const { id, project, cwd } = session;
  // A worktree is outside of the project's folder, so its file names are relative to its own root.
  const root = cwd === "" || cwd === project || cwd.startsWith(`${project}/`) ? project : cwd;
  const times = [...prompts, ...observations, ...responses].map(({ at }) => at);
  return {
    id,
    project,
    startedAt: times.reduce((least, at) => Math.min(least, at), session.startedAt),
    lastAt: times.reduce((most, at) => Math.max(most, at), 0),
    turns: turnsIn(records, root),
    files: firstTimes(observations.flatMap((call) => editedBy(call, root).map((file) => [file, call.at]))),
    commands: firstTimes(
      observations.flatMap((call) => commandsOf(lineOf(call)).map((command) => [command, call.at])),
    ),
    cures: toDigest({ sessionId: id, project: root, prompts, observations, responses }).failures.filter(
      ({ cure }) => cure !== undefined,
    ),
  };
}

function turnsIn({ prompts, observations, responses }: SessionRecords, root: string): PastTurnSeen[] {
  return prompts.map((prompt, index) => {
    const until = prompts[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const isInside = ({ at }: { at: number }) => at >= prompt.at && at < until;
    const edited = observations.filter(isInside).flatMap((call) => editedBy(call, root));
    const answered = responses.filter((one) => one.agentId === undefined && isInside(one)).at(-1)?.text;
    return { at: prompt.at, asked: prompt.text, answered: answered ?? "", edited: [...new Set(edited)] };
  });
}

function editedBy(call: Observation, root: string): string[] {
  return call.ok && isEdit(call.toolName) ? call.files.map((file) => inProject(file, root)) : [];
}

function lineOf({ toolName, input }: Observation): string {
  return toolName === "Bash" ? (inputField(input, "command") ?? "") : "";
}

function firstTimes(seen: readonly (readonly [string, number])[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const [name, at] of seen) times.set(name, Math.min(times.get(name) ?? at, at));
  return times;
}
