/** Notes that the model wrote in earlier sessions, with the file or prompt they belong to. */
import { isSameFile } from "../../memory/digest/cause.ts";
import type { DigestNote, SessionDigest } from "../../memory/digest/types.ts";
import { isTelling, toWords } from "../../text/distinctive-words.ts";
import { dayOf, quoted } from "../blocks/render.ts";
import type { Item } from "./item.ts";
import type { ProjectPast } from "./past.ts";

/** Maximum per session: more would cost more than they are worth. */
const MOST = 2;
/** Distinctive words shared with the prompt, also as a share of the note's words: a long prompt shares many by chance. */
const WORDS_SHARED = 4;
const SHARE_NEEDED = 0.4;
const LOOKED_AT = 100;

/** The newest note about this file. `injected`: sources of this session's earlier injections. */
export function noteForFile(
  past: ProjectPast,
  path: string,
  injected: ReadonlySet<string>,
): Item | undefined {
  return firstNote(past, injected, ({ files }) => files.some((file) => isSameFile(file, path)));
}

/** The newest note with enough words of the prompt. */
export function noteForPrompt(
  past: ProjectPast,
  words: readonly string[],
  injected: ReadonlySet<string>,
): Item | undefined {
  const telling = words.filter(isTelling);
  return firstNote(past, injected, (note) => {
    const own = wordsOf(note);
    const shared = telling.filter((word) => own.has(word)).length;
    return shared >= WORDS_SHARED && shared >= SHARE_NEEDED * own.size;
  });
}

function firstNote(
  { sessions }: ProjectPast,
  injected: ReadonlySet<string>,
  isAbout: (note: DigestNote) => boolean,
): Item | undefined {
  if ([...injected].filter((uri) => IS_NOTE.test(uri)).length >= MOST) return undefined;
  for (const session of sessions.slice(0, LOOKED_AT)) {
    const at = session.notes?.findLastIndex((note) => note.from !== "pending" && isAbout(note)) ?? -1;
    if (at < 0) continue;
    const item = toItem(session, at);
    if (item !== undefined && !injected.has(item.uri)) return item;
  }
  return undefined;
}

const IS_NOTE = /#note-\d+$/;

function toItem({ sessionId, notes }: SessionDigest, index: number): Item | undefined {
  const note = notes?.[index];
  if (note === undefined) return undefined;
  const where = note.from === "commit" ? "with a commit" : "in a summary";
  return {
    kind: "reason",
    uri: `session://${sessionId}#note-${index}`,
    text: `the agent noted ${where}, ${dayOf(note.at)}: ${quoted(note.text, 220)}`,
    reason: note.from === "commit" ? "the message of a commit" : "a point of a compaction's summary",
  };
}

const known = new WeakMap<DigestNote, ReadonlySet<string>>();

function wordsOf(note: DigestNote): ReadonlySet<string> {
  const before = known.get(note) ?? new Set(toWords(note.text));
  known.set(note, before);
  return before;
}
