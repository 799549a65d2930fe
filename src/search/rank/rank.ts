/**
 * Scores how well a record matches: full text, path, time, past use and priority, each from 0 to 1, weighted and summed. It
 * is pure and returns every part, so that `--why` can explain a score.
 */

/** Facts about a found record. An unknown fact counts neither for nor against it. */
interface RankInput {
  /** The share of the query's words that it has, weighted by rarity; 0 to 1. */
  words: number;
  /** BM25, any scale; 0 when nothing matched. */
  bm25: number;
  /** The time of the event, or of the last change. */
  at?: number;
  now?: number;
  /** Files that it is about. */
  files?: readonly string[];
  /** Files at hand. */
  near?: readonly string[];
  /** The number of uses that helped, and that did not. */
  helped?: number;
  failed?: number;
  /** A memory's priority; 0 is the highest. */
  priority?: number;
}

export interface RankParts {
  words: number;
  text: number;
  path: number;
  recency: number;
  use: number;
  priority: number;
}

interface Rank {
  /** 0 to 1. */
  score: number;
  parts: RankParts;
}

/**
 * Words and text decide; the other parts order records of similar relevance. The weights add up to 1, so scores are
 * comparable with a threshold.
 */
export const WEIGHTS: Readonly<RankParts> = {
  words: 0.6,
  text: 0.22,
  path: 0.08,
  recency: 0.04,
  use: 0.03,
  priority: 0.03,
};

/** BM25 of a good match. It determines only the shape of the curve. */
const GOOD_MATCH = 8;
const DAY_MS = 24 * 60 * 60 * 1000;
/** After this many days a record's recency is halved. */
const HALF_LIFE_DAYS = 14;

export function rankOf(input: RankInput): Rank {
  const bm25 = Math.max(0, input.bm25);
  const parts: RankParts = {
    words: clamp(input.words),
    text: bm25 / (bm25 + GOOD_MATCH),
    path: pathCloseness(input.files ?? [], input.near ?? []),
    recency: recencyOf(input.at, input.now),
    use: useOf(input.helped ?? 0, input.failed ?? 0),
    priority: input.priority === undefined ? 0 : clamp(1 - input.priority / 10),
  };
  let score = 0;
  for (const name of Object.keys(WEIGHTS) as (keyof RankParts)[]) score += WEIGHTS[name] * parts[name];
  return { score: clamp(score), parts };
}

/** 1 for the same file, less for the same name, folder or a folder above; 0 for files that share nothing. */
export function pathCloseness(files: readonly string[], near: readonly string[]): number {
  let best = 0;
  for (const file of files) for (const other of near) best = Math.max(best, closeness(file, other));
  return best;
}

function closeness(one: string, other: string): number {
  const a = toParts(one);
  const b = toParts(other);
  // Compared from the end, because one of the two may be absolute and the other relative to the project.
  let same = 0;
  while (same < a.length && same < b.length && a[a.length - 1 - same] === b[b.length - 1 - same]) same++;
  if (same > 0 && (same === a.length || same === b.length)) return 1;
  if (same > 0) return 0.5;
  let shared = 0;
  const folders = Math.min(a.length, b.length) - 1;
  while (shared < folders && a[shared] === b[shared]) shared++;
  if (shared === 0) return 0;
  return shared === Math.max(a.length, b.length) - 1 ? 0.4 : (0.3 * shared) / Math.max(a.length, b.length);
}

function toParts(path: string): string[] {
  return path.split(/[\\/]+/).filter((part) => part !== "" && part !== ".");
}

function recencyOf(at: number | undefined, now: number | undefined): number {
  if (at === undefined || now === undefined) return 0;
  return 2 ** -(Math.max(0, now - at) / DAY_MS / HALF_LIFE_DAYS);
}

/** Confidence grows with the number of cases: 1 of 1 counts less than 9 of 10. */
export function useOf(helped: number, failed: number): number {
  const cases = helped + failed;
  if (cases <= 0) return 0;
  return (helped / cases) * (cases / (cases + 2));
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
