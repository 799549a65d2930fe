/**
 * Events that were answered in the daemon's place and are in a transcript too. They wait in memory: loading the redactor
 * for the disk would cost the keeper as much memory as it has. When there are too many, the oldest go.
 */
export interface LateEvent {
  at: number;
  headers: Headers;
  body: Uint8Array;
}

/** Half a minute of busy sessions: as long as a daemon on a busy machine may be silent. */
const MOST_BYTES = 16_000_000;

export interface LateEvents {
  add(event: LateEvent): void;
  /** Hands over everything that waits, oldest first. What cannot be delivered stays. */
  deliver(send: (event: LateEvent) => Promise<boolean>): Promise<void>;
  size(): number;
  /** How many were dropped. */
  dropped(): number;
}

interface LateOptions {
  mostBytes?: number;
  onAdd?(): void;
}

export function createLateEvents({ mostBytes = MOST_BYTES, onAdd }: LateOptions = {}): LateEvents {
  const waiting: LateEvent[] = [];
  let bytes = 0;
  let dropped = 0;
  let delivering: Promise<void> | undefined;

  const drop = (): LateEvent | undefined => {
    const first = waiting.shift();
    bytes -= first?.body.length ?? 0;
    return first;
  };

  async function deliverAll(send: (event: LateEvent) => Promise<boolean>): Promise<void> {
    for (let next = drop(); next !== undefined; next = drop()) {
      if (await send(next)) continue;
      waiting.unshift(next);
      bytes += next.body.length;
      return;
    }
  }

  return {
    add(event) {
      waiting.push(event);
      bytes += event.body.length;
      while (bytes > mostBytes) {
        drop();
        dropped++;
      }
      onAdd?.();
    },
    deliver(send) {
      delivering ??= deliverAll(send).finally(() => {
        delivering = undefined;
      });
      return delivering;
    },
    size: () => waiting.length,
    dropped: () => dropped,
  };
}
