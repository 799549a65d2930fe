/**
 * The stream of what happens now. It is opened anew whenever it breaks, from where it was; `generation` goes up when
 * something may have been missed, and everything on the page that listens to it loads again.
 */
import { signal } from "@preact/signals";
import type { LiveEvent } from "../../daemon-types.ts";

export type Connection = "connecting" | "open" | "gone" | "closed";

export const connection = signal<Connection>("connecting");
export const generation = signal(0);

const listeners = new Set<(event: LiveEvent) => void>();

export function onLive(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const RETRY_MS = 1000;
/** A browser opens six connections to a host: a page that nobody looks at gives its own back. */
const HIDDEN_MS = 60_000;

let source: EventSource | undefined;
let last = "";
let wasOpen = false;
let retry: ReturnType<typeof setTimeout> | undefined;

export function startLive(): void {
  let hide: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hide);
    if (document.visibilityState === "visible") {
      if (source === undefined) open();
    } else {
      hide = setTimeout(stop, HIDDEN_MS);
    }
  });
  open();
}

function stop(): void {
  clearTimeout(retry);
  source?.close();
  source = undefined;
}

function open(): void {
  stop();
  const opened = new EventSource(last === "" ? "/api/live" : `/api/live?after=${encodeURIComponent(last)}`);
  source = opened;
  opened.onopen = () => {
    connection.value = "open";
    // After a break, what the page shows may be old even where no event was missed.
    if (wasOpen) generation.value++;
    wasOpen = true;
  };
  opened.onmessage = ({ data, lastEventId }) => {
    last = lastEventId;
    const event = JSON.parse(data as string) as LiveEvent;
    for (const listener of listeners) listener(event);
  };
  opened.addEventListener("reload", () => {
    last = "";
    generation.value++;
  });
  opened.onerror = () => {
    stop();
    void findOut();
    retry = setTimeout(open, RETRY_MS);
  };
}

/** A stream that is refused and one that breaks look the same; health tells a missing daemon from an old pass. */
async function findOut(): Promise<void> {
  try {
    await fetch("/api/health");
    const answer = await fetch("/api/page/hello", { credentials: "same-origin" });
    if (answer.status === 401) connection.value = "closed";
    else if (connection.value !== "open") connection.value = "connecting";
  } catch {
    connection.value = "gone";
  }
}
