/**
 * Whether an injected item was used: LATER in the session its file is touched, its command run, or three of its rare
 * words are said, and the session did not know that name before. The call that an injection came with makes nothing
 * used, and everyday commands do not count. A control item is judged by the same function at the same place.
 */

import type { Injection, Observation } from "../../store/records/records.ts";
import { commonness, toWords } from "../../text/distinctive-words.ts";
import { inputField, toInputText } from "../../text/input-text.ts";
import { commandsOf, type ItemContent, toFiles } from "./item.ts";
import type { Timeline } from "./timeline.ts";

/** The moment of an injection in its session. */
interface InjectionMoment {
  at: number;
  /** Files, commands and words of the call that it came with. */
  trigger: { files: readonly string[]; commands: readonly string[]; words: ReadonlySet<string> };
}

interface Verdict {
  used: boolean;
  /** What of the item was taken up. */
  by: string[];
}

export type IsRare = (word: string) => boolean;

const WORDS_NEEDED = 3;
const NO_TRIGGER: InjectionMoment["trigger"] = { files: [], commands: [], words: new Set() };

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

/** The one judge of `pawl replay`, `--live` and the page. */
export function judgeItem(
  kind: JudgedKind,
  item: ItemContent,
  moment: InjectionMoment,
  timeline: Timeline,
  isRare: IsRare,
): Verdict {
  return kind === "cure" ? judgeRemedy(item, moment, timeline) : judge(item, moment, timeline, isRare);
}

/**
 * A remedy: what was offered at a failure is then done. That its command was run before does not make it less of an
 * answer: of all that the session knows, it says what helps now.
 */
function judgeRemedy(item: ItemContent, { at }: InjectionMoment, timeline: Timeline): Verdict {
  const by = [
    ...item.files.filter((file) => timeline.fileTouchedAfter(file, at)),
    ...item.commands.filter((command) => timeline.commandRunAfter(command, at)),
  ];
  return { used: by.length > 0, by };
}

export function judge(
  item: ItemContent,
  place: InjectionMoment,
  timeline: Timeline,
  isRare: IsRare,
): Verdict {
  const { at, trigger } = place;
  const by = [
    ...item.files.filter(
      (file) =>
        timeline.fileTouchedAfter(file, at) &&
        !timeline.fileStood(file, at) &&
        !trigger.files.some(
          (name) => name === file || name.endsWith(`/${file}`) || file.endsWith(`/${name}`),
        ),
    ),
    ...item.commands.filter(
      (command) =>
        timeline.commandRunAfter(command, at) &&
        !timeline.commandStood(command, at) &&
        !trigger.commands.includes(command),
    ),
  ];
  if (by.length > 0) return { used: true, by };
  const said = item.words.filter(
    (word) =>
      isRare(word) &&
      timeline.wordSaidAfter(word, at) &&
      !timeline.wordStood(word, at) &&
      !trigger.words.has(word),
  );
  return said.length >= WORDS_NEEDED ? { used: true, by: said } : { used: false, by: [] };
}

/** A word of every programmer says nothing; nor does one that a tenth of the project's sessions use. */
export function rarity(sessions: number, sessionsWith: (word: string) => number): IsRare {
  const most = Math.max(1, Math.floor(sessions / 10));
  return (word) => word.length >= 4 && commonness(word) < 0.1 && sessionsWith(word) <= most;
}

function namedBy({ toolName, input, files }: Observation): InjectionMoment["trigger"] {
  const text = toInputText(input);
  return {
    files: [...files.map((file) => file.replaceAll("\\", "/")), ...toFiles(text)],
    commands: toolName === "Bash" ? commandsOf(inputField(input, "command") ?? "") : [],
    words: new Set(toWords(text)),
  };
}
