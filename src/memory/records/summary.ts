/** A session in a few lines from its own records: requests, changes, commands, outcome. Without a model, so deterministic. */

import type { Messages } from "../../locale/messages.ts";
import type { Observation, Prompt, Response } from "../../store/records/records.ts";
import { quote } from "../../text/quote.ts";
import { commandOf, isLookingAround } from "../learn/command-text.ts";
import { isEdit } from "./edits.ts";

interface SessionFacts {
  asked: { first: string; last?: string; count: number } | undefined;
  changed: { file: string; times: number }[];
  ran: { command: string; times: number }[];
  ended: string | undefined;
}

interface SessionMaterial {
  /** The project's root, the base of its file names. */
  project: string;
  prompts: readonly Prompt[];
  observations: readonly Observation[];
  responses: readonly Response[];
}

export function toFacts(material: SessionMaterial): SessionFacts {
  const prompts = inOrder(material.prompts).filter((prompt) => prompt.text.trim() !== "");
  const observations = inOrder(material.observations);
  const first = prompts[0];
  const last = prompts.at(-1);
  return {
    asked:
      first === undefined
        ? undefined
        : {
            first: first.text,
            count: prompts.length,
            ...(last === undefined || last === first ? {} : { last: last.text }),
          },
    changed: toChanged(observations, material.project),
    ran: toRan(observations),
    ended: inOrder(material.responses)
      // A message from before the last request is no answer to it: the session ended without an answer.
      .filter(({ at, agentId, text }) => agentId === undefined && text.trim() !== "" && at >= (last?.at ?? 0))
      .at(-1)?.text,
  };
}

function toChanged(observations: readonly Observation[], project: string): SessionFacts["changed"] {
  const files = observations.filter((o) => o.ok && isEdit(o.toolName)).flatMap((o) => o.files);
  return mostFrequent(files.map((file) => inProject(file, project))).map(([file, times]) => ({
    file,
    times,
  }));
}

function toRan(observations: readonly Observation[]): SessionFacts["ran"] {
  const commands = observations
    .filter((o) => o.ok && o.toolName === "Bash")
    .flatMap((o) => commandOf(o.input) ?? [])
    .filter((command) => !isLookingAround(command));
  return mostFrequent(commands).map(([command, times]) => ({ command, times }));
}

/** The subject of a call: the command, the file, or just the tool. */
export function subjectOf(
  observation: Pick<Observation, "toolName" | "input" | "files">,
  project: string,
): string {
  const command = observation.toolName === "Bash" ? commandOf(observation.input) : undefined;
  if (command !== undefined) return command;
  const file = observation.files[0];
  return file === undefined ? observation.toolName : `${observation.toolName} ${inProject(file, project)}`;
}

export function inProject(file: string, project: string): string {
  const path = file.replaceAll("\\", "/");
  const root = project.replaceAll("\\", "/").replace(/\/+$/, "");
  return root !== "" && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** Most frequent first; on a tie, the latest first. */
function mostFrequent(values: readonly string[]): [string, number][] {
  const counts = new Map<string, { times: number; last: number }>();
  values.forEach((value, last) => {
    counts.set(value, { times: (counts.get(value)?.times ?? 0) + 1, last });
  });
  return [...counts]
    .sort(([, a], [, b]) => b.times - a.times || b.last - a.last)
    .map(([value, { times }]) => [value, times]);
}

function inOrder<T extends { at: number }>(records: readonly T[]): T[] {
  return [...records].sort((a, b) => a.at - b.at);
}

const PROMPT_CHARACTERS = 220;
const COMMAND_CHARACTERS = 90;
const ERROR_CHARACTERS = 140;
const END_CHARACTERS = 320;
const FILES = 8;
const COMMANDS = 4;
const FAILURES = 3;

interface FailedThing {
  what: string;
  error: string;
  isFixed: boolean;
}

/** The facts as lines, most important first; empty if nothing happened. */
export function renderFacts(
  facts: SessionFacts,
  failures: readonly FailedThing[],
  messages: Messages,
): string[] {
  const words = messages.context;
  const listed = (items: readonly string[], most: number): string => {
    const rest = items.length - most;
    return items.slice(0, most).join(", ") + (rest > 0 ? `, ${words.more(rest)}` : "");
  };
  const lines: string[] = [];
  if (facts.asked !== undefined) {
    const { first, last } = facts.asked;
    const shown = (text: string) => quote(text, PROMPT_CHARACTERS);
    lines.push(last === undefined ? words.asked(shown(first)) : words.askedLast(shown(first), shown(last)));
  }
  if (facts.changed.length > 0) {
    const files = facts.changed.map(({ file, times }) => `${quote(file, 120)}${timesMark(times)}`);
    lines.push(words.changed(listed(files, FILES)));
  }
  if (facts.ran.length > 0) {
    const commands = facts.ran.map(
      ({ command, times }) => `\`${quote(command, COMMAND_CHARACTERS)}\`${timesMark(times)}`,
    );
    lines.push(words.ran(listed(commands, COMMANDS)));
  }
  // Failures that are still open matter more than fixed ones.
  const failed = [...failures].sort((a, b) => Number(a.isFixed) - Number(b.isFixed));
  for (const { what, error, isFixed } of failed.slice(0, FAILURES)) {
    const state = isFixed ? words.fixed : words.notFixed;
    lines.push(words.failed(quote(what, COMMAND_CHARACTERS), quote(error, ERROR_CHARACTERS), state));
  }
  if (failed.length > FAILURES) lines.push(words.failedMore(failed.length - FAILURES));
  if (facts.ended !== undefined) lines.push(words.ended(quote(facts.ended, END_CHARACTERS)));
  return lines;
}

function timesMark(times: number): string {
  return times > 1 ? ` (${times}×)` : "";
}
