/**
 * Finds the sessions that a session was forked from. Its own conversation already contains their text and
 * injections.
 */

import { dirname, join } from "node:path";
import { promptMark } from "../../store/records/keys.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import type { Fork } from "./fork.ts";
import { forkStateOf } from "./offsets.ts";

export interface Lineage {
  /** The session itself, and all its origins. */
  sessions: ReadonlySet<string>;
  /** When it was forked; later injections into its origins are not part of it. */
  forkedAt?: number;
}

/**
 * The delay between a hook and the transcript line of the same prompt, on a busy machine; the hook comes first.
 */
const BEFORE_MS = 20_000;
const AFTER_MS = 2000;
/** Number of prompts at one time that are compared. */
const LOOKED_AT = 50;

/**
 * Copies of copies name only the last session, and a compaction drops older ones: so follow the origins' origins
 * too.
 */
export async function originsOf(
  fork: Fork,
  path: string,
  store: Store,
  found = new Set<string>(),
): Promise<Set<string>> {
  const exact = new Set([...fork.from, ...(await whoAsked(fork, store))]);
  for (const id of exact.size === 0 ? (fork.likely ?? []) : exact) {
    if (found.has(id)) continue;
    found.add(id);
    const next = join(dirname(path), `${id}.jsonl`);
    const older = await forkOf(next, store);
    if (older !== undefined) await originsOf(older, next, store, found);
  }
  return found;
}

async function whoAsked({ asked }: Fork, store: Store): Promise<string[]> {
  const found: string[] = [];
  for (const [at, mark] of asked) {
    const between = [at - BEFORE_MS, at + AFTER_MS] as const;
    for (const { sessionId, key, text } of await recordsIn(store).prompts({ between, limit: LOOKED_AT })) {
      // The key contains a mark of the text as typed; keys of older clients do not.
      if (key.endsWith(`/${mark}`) || promptMark(text) === mark) found.push(sessionId);
    }
  }
  return found;
}

export async function forkOf(path: string, store: Store): Promise<Fork | undefined> {
  const known = await recordsIn(store).transcriptOffset(path);
  // Most sessions are not forks, and this runs before tool calls: avoid parsing their state.
  return known?.state.includes('"fork":') ? forkStateOf(known).fork : undefined;
}

/**
 * Before `--fork-session` has written a line, the only clue is how long ago the original session's last response
 * was: sessions with activity at that time. Rarely more than one, and used only until there are copies.
 */
export async function likelyForked(at: number, secondsAgo: number, store: Store): Promise<string[]> {
  const then = at - secondsAgo * 1000;
  // The time is rounded to a second and reported late, and the original's response arrived after it was written.
  const between = [then - 5000, then + 5000] as const;
  const filter = { between, limit: LOOKED_AT };
  const said = await recordsIn(store).responses(filter);
  // A session that was interrupted in the middle of a turn ends with a call.
  const all = said.length > 0 ? said : await recordsIn(store).observations(filter);
  return [...new Set(all.map(({ sessionId }) => sessionId))];
}
