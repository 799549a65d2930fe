/**
 * The live event stream. It reconnects after every break. `generation` increases when events may have been missed;
 * everything that depends on it then reloads.
 */
import { signal } from "@preact/signals";
import type { LiveEvent } from "../../daemon-types.ts";

type Connection = "connecting" | "open" | "gone" | "closed";

export const connection = signal<Connection>("connecting");
export const generation = signal(0);

const listeners = new Set<(event: LiveEvent) => void>();

export function onLive(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const RETRY_MS = 1000;
/** A browser opens only six connections per host, so a hidden page closes its stream. */
const HIDDEN_MS = 60_000;

let source: EventSource | undefined;
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
  const opened = new EventSource("/api/live");
  source = opened;
  opened.onopen = () => {
    connection.value = "open";
    if (wasOpen) generation.value++;
    wasOpen = true;
  };
  opened.onmessage = ({ data }) => {
    const event = JSON.parse(data as string) as LiveEvent;
    for (const listener of listeners) listener(event);
  };
  opened.onerror = () => {
    stop();
    void findOut();
    retry = setTimeout(open, RETRY_MS);
  };
}

/**
 * A refused stream and a broken one look the same; `health` distinguishes a stopped daemon from an expired
 * sign-in.
 */
async function findOut(): Promise<void> {
  try {
    const health = await fetch("/api/health");
    // The keeper holds the port and answers in the daemon's place.
    if (health.status >= 500) {
      connection.value = "gone";
      return;
    }
    const answer = await fetch("/api/page/hello", { credentials: "same-origin" });
    if (answer.status === 401) connection.value = "closed";
    else if (connection.value !== "open") connection.value = "connecting";
  } catch {
    connection.value = "gone";
  }
}
