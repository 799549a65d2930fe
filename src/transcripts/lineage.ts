/** Which sessions a session was forked from: what they said and were told stands in its own conversation. */
import { dirname, join } from "node:path";
import { promptMark } from "../memory/records/keys.ts";
import type { Store } from "../store/store.ts";
import type { Fork } from "./fork.ts";
import { forkStateOf } from "./offsets.ts";

export interface Lineage {
  /** The session itself, and all that it was forked from. */
  sessions: ReadonlySet<string>;
  /** When it was forked; what the others were told later, it was not. */
  forkedAt?: number;
}

type LineageStore = Pick<Store, "transcriptOffset" | "prompts">;

/** Between a hook and the line that tells the same prompt lies a busy machine's seconds; the hook comes first. */
const BEFORE_MS = 20_000;
const AFTER_MS = 2000;
/** Prompts of one moment that are looked at. */
const LOOKED_AT = 50;

/** Copies of copies name the last session only, and a compaction leaves older ones out: so theirs are asked too. */
export async function originsOf(
  fork: Fork,
  path: string,
  store: LineageStore,
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

async function whoAsked({ asked }: Fork, store: LineageStore): Promise<string[]> {
  const found: string[] = [];
  for (const [at, mark] of asked) {
    const between = [at - BEFORE_MS, at + AFTER_MS] as const;
    for (const { sessionId, key, text } of await store.prompts({ between, limit: LOOKED_AT })) {
      // The key has the mark of the words as they were typed; those of older clients have none.
      if (key.endsWith(`/${mark}`) || promptMark(text) === mark) found.push(sessionId);
    }
  }
  return found;
}

export async function forkOf(
  path: string,
  store: Pick<Store, "transcriptOffset">,
): Promise<Fork | undefined> {
  const known = await store.transcriptOffset(path);
  // Most sessions are none, and this is asked before tool calls: their state need not be parsed to know.
  return known?.state.includes('"fork":') ? forkStateOf(known).fork : undefined;
}

/**
 * Before `--fork-session` has written a line, all there is to go by is how long ago the other session's last answer
 * was: whoever said or did something in that moment. Seldom more than one, and only until there are copies.
 */
export async function likelyForked(
  at: number,
  secondsAgo: number,
  store: Pick<Store, "responses" | "observations">,
): Promise<string[]> {
  const then = at - secondsAgo * 1000;
  // Rounded to a second, told to us a while later; and the other session's answer reached us after it was given.
  const between = [then - 5000, then + 5000] as const;
  const filter = { between, limit: LOOKED_AT };
  const said = await store.responses(filter);
  // Broken off in the middle of a turn, it ends with a call.
  const all = said.length > 0 ? said : await store.observations(filter);
  return [...new Set(all.map(({ sessionId }) => sessionId))];
}
