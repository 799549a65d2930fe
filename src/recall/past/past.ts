/** A project's past for recall: the digests of its sessions, newest first, and data derived from them. */

import { MOST_SESSIONS, type SessionDigest } from "../../memory/digest/types.ts";
import { lazily } from "../../platform/lazily.ts";
import { Lru } from "../../platform/lru.ts";
import { dictionarySize, numberOfWord, TEXTS, wordsOf } from "./session-words.ts";

const WEIGHTS = {
  /** The number of sessions after which a weight is halved. */
  halfLife: 8,
  /** In a young project every word is both rare and common, so at least this many sessions are assumed. */
  fewSessions: 12,
};
/** The words of one long prompt and a few more. Each is looked up several times per prompt. */
const PLACES_KEPT = 100;

export interface PastFile {
  path: string;
  /** Ranks of the sessions that edited it (1 = newest), newest first. */
  ranks: number[];
  /** Sum over these sessions of ½^(rank/8). */
  decay: number;
}

interface TeamAuthor {
  author: string;
  at: number;
}

/** What other members of the team learned in a project. */
export interface TeamKnowledge {
  /** Fixed failures, each as sessions of its author. */
  sessions: SessionDigest[];
  pitfalls: (TeamAuthor & { key: string; text: string })[];
  commands: (TeamAuthor & { command: string; purpose?: string })[];
}

export interface ProjectPast {
  /** Knowledge of other team members in this project, if any. */
  team?: TeamKnowledge;
  /** Newest first. */
  sessions: readonly SessionDigest[];
  /** The project's sessions, followed by the team's. */
  sessionsOfAll: readonly SessionDigest[];
  files: ReadonlyMap<string, PastFile>;
  /** How distinctive words are: ln(1 + (N − df + ½)/(df + ½)), by sessions. */
  idf(words: readonly string[]): number[];
  /** Finds where words occur. */
  placesOf(words: readonly string[]): WordPlaces[];
  /** The turns of all sessions, newest session first. */
  turns(): readonly PastTurn[];
}

/** The numbers stored per turn that contains a word. */
export const WIDTH = 1 + TEXTS;

interface WordPlaces {
  /** The number of sessions with changes that contain the word. */
  sessions: number;
  /** For each turn with the word: its number in `turns`, then the word's count in each of its texts. */
  list: number[];
}

interface PastTurn {
  /** Its session, and its index there. */
  session: number;
  turn: number;
  /** Indexes of the edited files in `files`. */
  edited: readonly number[];
  /** Words in each of its texts. */
  lengths: Uint32Array;
}

export const decayOf = (rank: number): number => 0.5 ** (rank / WEIGHTS.halfLife);

export function createPast(digests: readonly SessionDigest[], team?: TeamKnowledge): ProjectPast {
  const sessions = [...digests].sort((a, b) => b.lastAt - a.lastAt).slice(0, MOST_SESSIONS);
  const files = lazily(() => pastFiles(sessions));
  const turns = lazily(() => toTurns(sessions, [...files().keys()]));
  const idfs = new Map<string, number>();
  const all = Math.max(sessions.length, WEIGHTS.fewSessions);
  /** Looks up all new words at once, because each lookup scans all words of all sessions. */
  const learn = (words: readonly string[]): Map<string, WordPlaces> => {
    const found = toPlaces(sessions, words);
    for (const [word, { sessions: df }] of found) idfs.set(word, Math.log(1 + (all - df + 0.5) / (df + 0.5)));
    return found;
  };
  const places = new Lru<string, WordPlaces>(PLACES_KEPT);
  return {
    ...(team === undefined ? {} : { team }),
    sessions,
    sessionsOfAll: team === undefined ? sessions : [...sessions, ...team.sessions],
    // A session's end creates a new past, and a failure needs no files, so these are computed on demand.
    get files() {
      return files();
    },
    idf(words) {
      learn(words.filter((word) => !idfs.has(word)));
      return words.map((word) => idfs.get(word) ?? 0);
    },
    placesOf(words) {
      const found = learn(words.filter((word) => places.get(word) === undefined));
      for (const [word, one] of found) places.set(word, one);
      return words.map((word) => found.get(word) ?? places.get(word) ?? { sessions: 0, list: [] });
    },
    turns,
  };
}

function toTurns(sessions: readonly SessionDigest[], paths: readonly string[]): PastTurn[] {
  const placeOf = new Map(paths.map((path, place) => [path, place]));
  return sessions.flatMap((one, session) => {
    const { lengths } = wordsOf(one);
    return one.turns.map(({ edited }, turn) => ({
      session,
      turn,
      edited: edited.flatMap((path) => placeOf.get(path) ?? []),
      lengths: lengths.subarray(turn * TEXTS, (turn + 1) * TEXTS),
    }));
  });
}

/** One scan of the words of all sessions: a few milliseconds per million, without an index to maintain. */
function toPlaces(sessions: readonly SessionDigest[], words: readonly string[]): Map<string, WordPlaces> {
  const found = words.map((): WordPlaces => ({ sessions: 0, list: [] }));
  const byWord = new Map(words.map((word, index) => [word, found[index] as WordPlaces]));
  if (words.length === 0) return byWord;
  // Maps dictionary numbers to the queried words, counted from 1.
  const wanted = new Uint16Array(dictionarySize());
  for (const [index, word] of words.entries()) wanted[numberOfWord(word) ?? wanted.length] = index + 1;
  // A session without changes is no evidence against the session that has the answer.
  const isWork = (session: SessionDigest) => session.files.length > 0;
  const isAnyWork = sessions.some(isWork);
  let turn = -1;
  for (const session of sessions) {
    const { numbers, lengths } = wordsOf(session);
    const first = turn + 1;
    const isCounted = isWork(session) || !isAnyWork;
    let at = 0;
    for (const [text, length] of lengths.entries()) {
      if (text % TEXTS === 0) turn++;
      for (const end = at + length; at < end; at++) {
        const which = wanted[numbers[at] ?? 0] ?? 0;
        const one = which === 0 ? undefined : found[which - 1];
        if (one === undefined) continue;
        const { list } = one;
        const last = list[list.length - WIDTH] ?? -1;
        if (isCounted && last < first) one.sessions++;
        if (last !== turn) list.push(turn, 0, 0, 0);
        const place = list.length - TEXTS + (text % TEXTS);
        list[place] = (list[place] ?? 0) + 1;
      }
    }
  }
  return byWord;
}

function pastFiles(sessions: readonly SessionDigest[]): Map<string, PastFile> {
  const files = new Map<string, PastFile>();
  for (const [place, { files: edited }] of sessions.entries()) {
    for (const { path } of edited) {
      const file = files.get(path) ?? { path, ranks: [], decay: 0 };
      file.ranks.push(place + 1);
      file.decay += decayOf(place + 1);
      files.set(path, file);
    }
  }
  return files;
}
