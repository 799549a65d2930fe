/** Events as they happen. A page that lost its connection loads its data again, so none are buffered for it. */

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
  /** Pawl's duration for one call of a hook. */
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
  /** A change that a list shows: settings, memories … */
  | { type: "changed"; at: number; what: string };

interface Watcher {
  send(event: LiveEvent): void;
  /** The daemon stops. */
  end(): void;
}

export type LiveHub = ReturnType<typeof createLiveHub>;

export function createLiveHub() {
  const all = new Set<Watcher>();
  const count = () => {
    hub.watchers = all.size;
  };
  const hub = {
    /** A number, not a getter: every event reads it. */
    watchers: 0,
    publish(event: LiveEvent): void {
      for (const watcher of all) watcher.send(event);
    },
    /** Returns how to leave. */
    watch(watcher: Watcher): () => void {
      all.add(watcher);
      count();
      return () => {
        all.delete(watcher);
        count();
      };
    },
    close(): void {
      for (const watcher of all) watcher.end();
      all.clear();
      count();
    },
  };
  return hub;
}
