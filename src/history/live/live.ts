/**
 * What is happening now, for whoever watches. Events get a number that goes up; the newest are kept, so that a page
 * that lost its connection for a moment misses nothing.
 */

export type LiveEvent =
  | {
      type: "event";
      /** The client's name for it: `PostToolUse` … */
      event: string;
      kind: "prompt" | "observation" | "response" | "event";
      sessionId: string;
      project: string;
      at: number;
      title: string;
      tool?: string;
      ok?: boolean;
      agentId?: string;
      agentType?: string;
      durationMs?: number;
    }
  /** How long Pawl took for one call of a hook. */
  | { type: "answered"; at: number; ms: number }
  | {
      type: "injection";
      event: string;
      sessionId: string;
      project: string;
      at: number;
      title: string;
      tokens: number;
    }
  /** One of the user's own hooks has run; texts are redacted and cut. */
  | {
      type: "hook";
      at: number;
      id: string;
      name: string;
      event: string;
      ms: number;
      input: string;
      answer: string;
      error?: string;
    }
  | { type: "error"; at: number; message: string }
  | { type: "paused"; at: number; paused: boolean }
  /** Something changed that a list shows: settings, memories … */
  | { type: "changed"; at: number; what: string };

export interface Numbered {
  id: string;
  event: LiveEvent;
}

interface Watcher {
  send(numbered: Numbered): void;
  /** The daemon is leaving. */
  end(): void;
}

export interface LiveHub {
  publish(event: LiveEvent): void;
  /** Everything after `after` first, then what comes. Undefined `missed` when that is no longer known. */
  watch(watcher: Watcher, after?: string): { missed: Numbered[] | undefined; leave(): void };
  readonly watchers: number;
  /** False where nobody watches, nor could come back for what was missed. */
  readonly isWatched: boolean;
  close(): void;
}

const KEPT = 500;

/** `run` tells this daemon's numbers from those of the one before it. */
export function createLiveHub(run: string): LiveHub {
  const watchers = new Set<Watcher>();
  const kept: Numbered[] = [];
  let last = 0;

  function since(after: string): Numbered[] | undefined {
    const [ofRun, number] = after.split(".");
    const seen = Number(number);
    if (ofRun !== run || !Number.isInteger(seen) || seen > last) return undefined;
    const missing = last - seen;
    return missing > kept.length ? undefined : kept.slice(kept.length - missing);
  }

  const hub: LiveHub & { isWatched: boolean } = {
    isWatched: false,
    publish(event) {
      const numbered = { id: `${run}.${++last}`, event };
      kept.push(numbered);
      if (kept.length > KEPT) kept.shift();
      for (const watcher of watchers) watcher.send(numbered);
    },
    watch(watcher, after) {
      watchers.add(watcher);
      hub.isWatched = true;
      return {
        missed: after === undefined ? [] : since(after),
        leave: () => {
          watchers.delete(watcher);
        },
      };
    },
    get watchers() {
      return watchers.size;
    },
    close() {
      for (const watcher of watchers) watcher.end();
      watchers.clear();
    },
  };
  return hub;
}
