/** A project's past as recall sees it: the digests of its sessions, newest first, and what follows from them. */

import { MOST_SESSIONS, type SessionDigest } from "../../memory/digest/types.ts";
import { lazily } from "../../platform/lazily.ts";
import { Lru } from "../../platform/lru.ts";
import { placeOfWord, type SessionWords, WIDTH, wordKey, wordsOf } from "./session-words.ts";
import { type PastTurns, toTurns } from "./turns.ts";

/** Sessions after which something counts half. */
const HALF_LIFE = 8;
/** In a young project every word is rare and common at once; it counts as if there were so many sessions. */
const FEW_SESSIONS = 12;
/** Words of one long prompt and a few more: each is asked for several times while a prompt is answered. */
const PLACES_KEPT = 100;
/** A session that touched more files than this says nothing about which belong together. */
const WIDE_SESSION = 25;

export interface PastFile {
  path: string;
  /** Places of the sessions that edited it (1 = newest), newest first. */
  ranks: number[];
  /** Sum over these sessions of ½^(rank/8). */
  decay: number;
  /** How many of them were on a branch. */
  branches: Map<string, number>;
}

interface TeamAuthor {
  author: string;
  at: number;
}

/** What other members of the team learned in a project. */
export interface TeamKnowledge {
  /** Cured failures, each as sessions of its author. */
  sessions: SessionDigest[];
  pitfalls: (TeamAuthor & { key: string; text: string })[];
  commands: (TeamAuthor & { command: string; purpose?: string })[];
}

export interface ProjectPast {
  /** What other members of the team learned here, where there is one. */
  team?: TeamKnowledge;
  /** Newest first. */
  sessions: readonly SessionDigest[];
  /** With those of the team behind them. */
  sessionsOfAll: readonly SessionDigest[];
  files: ReadonlyMap<string, PastFile>;
  /** How telling a word is: ln(1 + (N − df + ½)/(df + ½)), by sessions. */
  idf(word: string): number;
  /** Where a word stands. */
  placesOf(word: string): WordPlaces;
  turns(): PastTurns;
  /** Files that were edited together with this one, and in how many narrow sessions. */
  editedWith(path: string): ReadonlyMap<string, number>;
  /** Narrow sessions that edited it. */
  narrowSessions(path: string): number;
}

interface WordPlaces {
  /** In how many sessions that changed something it stands. */
  sessions: number;
  /** For each turn: its number in `turns`, and how often the word stands in each of its texts; see `wordsOf`. */
  list: Uint32Array;
}

export const decayOf = (rank: number): number => 0.5 ** (rank / HALF_LIFE);

export function createPast(digests: readonly SessionDigest[], team?: TeamKnowledge): ProjectPast {
  const sessions = [...digests].sort((a, b) => b.lastAt - a.lastAt).slice(0, MOST_SESSIONS);
  const known = new Map<string, number>();
  const said = lazily(() => sessions.map(wordsOf));
  // Sessions that asked in vain are no evidence against the one that has the answer.
  const isWork = lazily(() => {
    const changed = sessions.map(({ files }) => files.length > 0);
    return changed.includes(true) ? changed : sessions.map(() => true);
  });
  const places = new Lru<string, WordPlaces>(PLACES_KEPT);
  const placesOf = (word: string): WordPlaces => {
    const before = places.get(word);
    if (before !== undefined) return before;
    const found = toPlaces(said(), word, isWork());
    places.set(word, found);
    return found;
  };
  const together = lazily(() => coEdits(sessions));
  const files = lazily(() => pastFiles(sessions));
  return {
    ...(team === undefined ? {} : { team }),
    sessions,
    sessionsOfAll: team === undefined ? sessions : [...sessions, ...team.sessions],
    // A session that ends makes a new past, and a failure asks for no file of it.
    get files() {
      return files();
    },
    idf(word) {
      const before = known.get(word);
      if (before !== undefined) return before;
      const df = placesOf(word).sessions;
      const idf = Math.log(1 + (Math.max(sessions.length, FEW_SESSIONS) - df + 0.5) / (df + 0.5));
      known.set(word, idf);
      return idf;
    },
    placesOf,
    turns: lazily(() => toTurns(sessions)),
    editedWith: (path) => together().pairs.get(path) ?? NOBODY,
    narrowSessions: (path) => together().counts.get(path) ?? 0,
  };
}

function toPlaces(said: readonly SessionWords[], word: string, isCounted: readonly boolean[]): WordPlaces {
  const key = wordKey(word);
  const found = new Int32Array(said.length);
  let [sessions, length] = [0, 0];
  for (let i = 0; i < found.length; i++) {
    const session = said[i] as SessionWords;
    const place = placeOfWord(session, key);
    found[i] = place;
    if (place < 0) continue;
    if (isCounted[i] === true) sessions++;
    length += (session.starts[place + 1] ?? 0) - (session.starts[place] ?? 0);
  }
  const list = new Uint32Array(length);
  let [end, first] = [0, 0];
  for (let i = 0; i < found.length; i++) {
    const { starts, places, lengths } = said[i] as SessionWords;
    const place = found[i] ?? -1;
    const stop = place < 0 ? 0 : (starts[place + 1] ?? 0);
    for (let at = place < 0 ? 0 : (starts[place] ?? 0); at < stop; at += WIDTH) {
      list[end] = first + (places[at] ?? 0);
      for (let part = 1; part < WIDTH; part++) list[end + part] = places[at + part] ?? 0;
      end += WIDTH;
    }
    first += lengths.length / (WIDTH - 1);
  }
  return { sessions, list };
}

const NOBODY: ReadonlyMap<string, number> = new Map();

function pastFiles(sessions: readonly SessionDigest[]): Map<string, PastFile> {
  const files = new Map<string, PastFile>();
  for (const [place, { files: edited, branch }] of sessions.entries()) {
    for (const { path } of edited) {
      const file = files.get(path) ?? { path, ranks: [], decay: 0, branches: new Map<string, number>() };
      file.ranks.push(place + 1);
      file.decay += decayOf(place + 1);
      if (branch !== undefined) file.branches.set(branch, (file.branches.get(branch) ?? 0) + 1);
      files.set(path, file);
    }
  }
  return files;
}

function coEdits(sessions: readonly SessionDigest[]) {
  const pairs = new Map<string, Map<string, number>>();
  const counts = new Map<string, number>();
  for (const { files } of sessions) {
    if (files.length === 0 || files.length > WIDE_SESSION) continue;
    for (const { path } of files) {
      counts.set(path, (counts.get(path) ?? 0) + 1);
      const others = pairs.get(path) ?? new Map<string, number>();
      for (const other of files) {
        if (other.path !== path) others.set(other.path, (others.get(other.path) ?? 0) + 1);
      }
      pairs.set(path, others);
    }
  }
  return { pairs, counts };
}
