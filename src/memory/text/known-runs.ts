/**
 * What is written for a run of letters that is not one plain word: its parts as they are indexed, and the words that stand
 * behind the text. The same few thousand runs stand in all texts of a project, and working one out is what costs. They are
 * kept as bytes: as strings in a map they would be half of what a daemon's garbage collector goes through while somebody
 * waits, and a long one would hold the whole text that it was cut from.
 */
import { ByteTexts, ByteWords, hashOf, type Written } from "./byte-words.ts";

/** More are forgotten all at once when the next text begins; so many take about 5 MB. */
const MOST_RUNS = 40_000;
const SPACE = 32;

export interface RunWords {
  /** In order. */
  parts: readonly string[];
  /** For the end of the text. */
  behind: readonly string[];
}

export type KnownRuns = ReturnType<typeof createKnownRuns>;

/** `work` says what is written for a run that is not known yet; all of it is ASCII. */
export function createKnownRuns(work: (run: string) => RunWords, most = MOST_RUNS) {
  let known = createTables();
  let text = 0;

  function learn(run: string, hash: number): number {
    const { parts, behind } = work(run);
    known.parts.push(`${parts.join(" ")} `);
    for (const word of behind) known.behind.push(numberOf(word));
    known.ends.push(known.behind.length);
    return known.runs.add(run, hash);
  }

  function numberOf(word: string): number {
    const hash = hashOf(word);
    const found = known.words.find(word, 0, word.length, hash);
    if (found >= 0) return found;
    known.last.push(0);
    return known.words.add(word, hash);
  }

  return {
    forget(): void {
      known = createTables();
    },
    /** A text begins. */
    begin(): void {
      if (known.runs.count >= most) known = createTables();
      text++;
    },
    /** Writes a run's parts into `out`, and into `end` what goes behind the text and is not there yet. */
    write(of: string, from: number, to: number, hash: number, out: Written, end: Written): void {
      const found = known.runs.find(of, from, to, hash);
      const run = found < 0 ? learn(of.slice(from, to), hash) : found;
      const { parts, behind, ends, words, last } = known;
      parts.write(run, out);
      const until = ends[run + 1] ?? 0;
      for (let at = ends[run] ?? 0; at < until; at++) {
        const word = behind[at] ?? 0;
        if (last[word] === text) continue;
        last[word] = text;
        words.write(word, end);
        end.bytes[end.end++] = SPACE;
      }
    },
  };
}

function createTables() {
  const none: number[] = [];
  return {
    runs: new ByteWords(),
    /** Of each run, with a space behind every one. */
    parts: new ByteTexts(),
    /** The words behind, by their numbers in `words`, one run after the other; and where those of a run begin. */
    behind: none,
    ends: [0],
    words: new ByteWords(),
    /** For each word: the text that it was last written behind. */
    last: [...none],
  };
}
