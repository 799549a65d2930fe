/**
 * Whether an injected item was used: LATER in the session its file is touched or its command run, and the session did not
 * know that name before. The call that an injection came with makes nothing used, and everyday commands do not count. A
 * control item is judged by the same function at the same moment. Sentences are not judged: words in common say little.
 */
import { isSameFile } from "../../memory/digest/cause.ts";
import type { Injection, Observation } from "../../store/records/records.ts";
import { inputField, toInputText } from "../../text/input-text.ts";
import { commandsOf, type ItemContent, toFiles } from "./item.ts";
import type { Timeline } from "./timeline.ts";

/** The moment of an injection in its session. */
interface InjectionMoment {
  at: number;
  /** Files and commands of the call that it came with. */
  trigger: ItemContent;
}

const NO_TRIGGER: InjectionMoment["trigger"] = { files: [], commands: [] };

export function placeOf(injection: Pick<Injection, "event" | "at">, timeline: Timeline): InjectionMoment {
  const call = timeline.triggerOf(injection);
  return { at: injection.at, trigger: call === undefined ? NO_TRIGGER : namedBy(call) };
}

/** Kinds whose use the judge can see: they name files or commands. A rule or a sentence is not judged. */
const JUDGED_KINDS = [
  "pitfall",
  "command",
  "branch",
  "previous-session",
  "hot-file",
  "prompt-file",
  "past-turn",
  "cure",
] as const;

export type JudgedKind = (typeof JUDGED_KINDS)[number];

export function isJudged(kind: string): kind is JudgedKind {
  return (JUDGED_KINDS as readonly string[]).includes(kind);
}

/** The one judge of `pawl replay`, `--live` and the page: which names of the item were used. */
export function usedNames(
  kind: JudgedKind,
  item: ItemContent,
  { at, trigger }: InjectionMoment,
  timeline: Timeline,
): string[] {
  // That a remedy's command was run before makes it no less of an answer: it says what helps now.
  const isRemedy = kind === "cure";
  const files = item.files.filter(
    (file) =>
      timeline.fileTouchedAfter(file, at) &&
      (isRemedy || (!timeline.fileStood(file, at) && !trigger.files.some((name) => isSameFile(name, file)))),
  );
  const commands = item.commands.filter(
    (command) =>
      timeline.commandRunAfter(command, at) &&
      (isRemedy || (!timeline.commandStood(command, at) && !trigger.commands.includes(command))),
  );
  return [...files, ...commands];
}

function namedBy({ toolName, input, files }: Observation): ItemContent {
  return {
    files: [...files.map((file) => file.replaceAll("\\", "/")), ...toFiles(toInputText(input))],
    commands: toolName === "Bash" ? commandsOf(inputField(input, "command") ?? "") : [],
  };
}
