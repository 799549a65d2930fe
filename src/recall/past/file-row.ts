/** The files of a project's past in one row, with what every prompt asks of all of them: in a large project there are thousands. */
import { lazily } from "../../platform/lazily.ts";
import type { PastFile, ProjectPast } from "./past.ts";
import { nameWords } from "./words.ts";

/** A shorter name stands in many a prompt by chance. */
const SHORTEST_NAME = 5;

interface FileRow {
  list: readonly PastFile[];
  /** For each file: its place in the `paths` of the past's turns; -1 for one that no turn edited. */
  edited: Int32Array;
  /** For each file: in how many sessions of one branch it was edited, at most. */
  mostOnBranch: Uint32Array;
  /** Which of the files have one of these words in their names. */
  withNameWord(words: readonly string[]): Uint8Array;
  /** Paths of the files whose names stand in a text, in the order of the past's files. */
  namedIn(text: string): string[];
}

const made = new WeakMap<ProjectPast, FileRow>();

/** Made once for a past. */
export function fileRow(past: ProjectPast): FileRow {
  const before = made.get(past);
  if (before !== undefined) return before;
  const row = toRow(past);
  made.set(past, row);
  return row;
}

function toRow(past: ProjectPast): FileRow {
  const list = [...past.files.values()];
  const edited = lazily(() => {
    const places = new Map(past.turns().paths.map((path, place) => [path, place]));
    return Int32Array.from(list, ({ path }) => places.get(path) ?? -1);
  });
  const byWord = lazily(() => {
    const found = new Map<string, number[]>();
    for (const [place, { path }] of list.entries())
      for (const word of nameWords(path)) addTo(found, word, place);
    return found;
  });
  const byBeginning = lazily(() => {
    const found = new Map<string, { name: string; place: number }[]>();
    for (const [place, { path }] of list.entries()) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      if (name.length >= SHORTEST_NAME) addTo(found, name.slice(0, SHORTEST_NAME), { name, place });
    }
    return found;
  });
  return {
    list,
    get edited() {
      return edited();
    },
    mostOnBranch: Uint32Array.from(list, ({ branches }) => Math.max(0, ...branches.values())),
    withNameWord(words) {
      const found = new Uint8Array(list.length);
      for (const word of words) for (const place of byWord().get(word) ?? []) found[place] = 1;
      return found;
    },
    namedIn(text) {
      const found = new Set<number>();
      const beginnings = byBeginning();
      // One look for each place of the text, and not one search through the text for each file.
      for (let at = 0; at + SHORTEST_NAME <= text.length; at++) {
        const named = beginnings.get(text.slice(at, at + SHORTEST_NAME));
        if (named === undefined) continue;
        for (const { name, place } of named) if (text.startsWith(name, at)) found.add(place);
      }
      return [...found].sort((a, b) => a - b).flatMap((place) => list[place]?.path ?? []);
    },
  };
}

function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
