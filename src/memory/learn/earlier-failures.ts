/** Indexes a project's earlier failures by key and by error line. */
import { isSameLine } from "../digest/cause.ts";
import type { DigestFailure, SessionDigest } from "../digest/types.ts";

interface EarlierFailure {
  digest: SessionDigest;
  failure: DigestFailure;
}

interface EarlierFailures {
  /** The number of sessions with this failure. */
  sessions: number;
  /** Failures with a fix, newest first. */
  cured: EarlierFailure[];
}

type ByKey = (key: string) => EarlierFailures;

/** Cached as long as the list of digests. The list is a new object after a change of any session. */
const known = new WeakMap<readonly SessionDigest[], ByKey>();

/** `past` holds the project's earlier sessions, newest first. It must not be modified. */
export function earlierFailures(past: readonly SessionDigest[], key: string): EarlierFailures {
  const before = known.get(past);
  if (before !== undefined) return before(key);
  const made = createByKey(past);
  known.set(past, made);
  return made(key);
}

/** The number of newest failures that are compared line by line. */
const MOST_COMPARED = 1000;

/** Earlier failures of any command with the same error line, newest first. */
export function similarFailures(past: readonly SessionDigest[], lines: readonly string[]): EarlierFailures {
  const all = past.flatMap((digest) => digest.failures.map((failure) => ({ digest, failure })));
  const found = all
    .slice(0, MOST_COMPARED)
    .filter(({ failure }) => failure.lines?.some((line) => lines.some((other) => isSameLine(line, other))));
  return {
    sessions: new Set(found.map(({ digest }) => digest)).size,
    cured: found.filter(({ failure }) => failure.cure !== undefined),
  };
}

function createByKey(past: readonly SessionDigest[]): ByKey {
  const all = past.flatMap((digest) => digest.failures.map((failure) => ({ digest, failure })));
  const found = Map.groupBy(all, ({ failure }) => failure.key);
  return (key) => {
    const same = found.get(key) ?? [];
    const opened = same.filter(({ failure: { openedIn } }) => openedIn === undefined);
    return {
      sessions: new Set(opened.map(({ digest }) => digest)).size,
      cured: same.filter(({ failure }) => failure.cure !== undefined),
    };
  };
}
