/**
 * The earlier failures of a project by their key. A common error has thousands of them in a large project, and nearly all
 * were cured by an edit of a file that a new error does not name: those that it may name are looked up, not gone through.
 */
import { isSameLine } from "../../memory/digest/cause.ts";
import { baseOf, namesInText, sourceNames, stemOf } from "../../memory/digest/remedies.ts";
import type { DigestFailure, SessionDigest } from "../../memory/digest/types.ts";

interface EarlierFailure {
  digest: SessionDigest;
  failure: DigestFailure;
}

interface EarlierFailures {
  /** In how many sessions it came up. */
  sessions: number;
  /** In order, without edits that `isNamedBy` refuses for what the new failure names. */
  about(failure: DigestFailure): EarlierFailure[];
}

const NONE: EarlierFailures = { sessions: 0, about: () => [] };

type ByKey = (key: string) => EarlierFailures;

/** As long as a past is kept: it is another list when one of its sessions has changed. */
const known = new WeakMap<readonly SessionDigest[], ByKey>();

/** `past` holds the project's earlier sessions, newest first; the list is not changed any more. */
export function earlierFailures(past: readonly SessionDigest[], key: string): EarlierFailures {
  const before = known.get(past);
  if (before !== undefined) return before(key);
  const made = createByKey(past);
  known.set(past, made);
  return made(key);
}

/** As many of the newest failures are compared line by line. */
const MOST_COMPARED = 1000;

/** Earlier failures, of whatever command, that complained the same; newest first. */
export function similarFailures(past: readonly SessionDigest[], lines: readonly string[]): EarlierFailures {
  const all = past.flatMap((digest) => digest.failures.map((failure) => ({ digest, failure })));
  const found = all
    .slice(0, MOST_COMPARED)
    .filter(({ failure }) => failure.lines?.some((line) => lines.some((other) => isSameLine(line, other))));
  return {
    sessions: new Set(found.map(({ digest }) => digest)).size,
    about: () => found.filter(({ failure }) => failure.cure !== undefined),
  };
}

function createByKey(past: readonly SessionDigest[]): ByKey {
  const found = new Map<string, EarlierFailure[]>();
  for (const digest of past) {
    for (const failure of digest.failures) {
      add(found, failure.key, { digest, failure });
    }
  }
  const made = new Map<string, EarlierFailures>();
  return (key) => {
    const before = made.get(key);
    if (before !== undefined) return before;
    const same = found.get(key);
    if (same === undefined) return NONE;
    const failures = createOfKey(same);
    made.set(key, failures);
    return failures;
  };
}

/** Between texts: no name has it. */
const BREAK = "\u0000";

function createOfKey(same: readonly EarlierFailure[]): EarlierFailures {
  const opened = same.filter(({ failure: { openedIn } }) => openedIn === undefined);
  /** Places of what is compared with every failure, and of edits by what a failure may name. */
  const always: number[] = [];
  const edits = { byBase: new Map<string, number[]>(), byStem: new Map<string, number[]>() };
  const byPath = new Map<string, number[]>();
  const texts: string[] = [];
  const places: number[] = [];
  const ends: number[] = [];
  let end = 0;
  for (const [place, { failure }] of same.entries()) {
    const { cure } = failure;
    if (cure === undefined) continue;
    if (cure.kind !== "file") {
      always.push(place);
      continue;
    }
    add(edits.byBase, baseOf(cure.path), place);
    add(edits.byStem, stemOf(cure.path), place);
    add(byPath, cure.path, place);
    texts.push(cure.text);
    places.push(place);
    end += cure.text.length + BREAK.length;
    ends.push(end);
  }
  const text = texts.join(BREAK) + BREAK;
  const lengths = [...new Set(Array.from(byPath.keys(), ({ length }) => length))];

  /** Edits whose text has the name: one search through all texts. */
  function eachWith(name: string, see: (place: number) => void): void {
    for (let at = text.indexOf(name); at >= 0; ) {
      const edit = firstAbove(ends, at);
      see(places[edit] ?? 0);
      at = text.indexOf(name, ends[edit] ?? text.length);
    }
  }

  return {
    sessions: new Set(opened.map(({ digest }) => digest)).size,
    about({ names }) {
      const found = new Set(always);
      const see = (place: number) => void found.add(place);
      for (const name of names) {
        edits.byBase.get(baseOf(name))?.forEach(see);
        for (const source of sourceNames(name)) edits.byStem.get(source)?.forEach(see);
        for (const length of lengths) {
          if (length <= name.length) byPath.get(name.slice(0, length))?.forEach(see);
        }
        if (namesInText(name)) eachWith(name, see);
      }
      return [...found].sort((a, b) => a - b).flatMap((place) => same[place] ?? []);
    },
  };
}

function add<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The place of the first number above this one; they are in order. */
function firstAbove(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
