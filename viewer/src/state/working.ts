/** What the daemon does in the background, as long as it takes a while. */
import { signal } from "@preact/signals";
import { get } from "./api.ts";
import { generation, onLive } from "./live.ts";

export interface Working {
  task: string;
  since: number;
  done?: number;
  total?: number;
}

export const working = signal<readonly Working[]>([]);

const SOON_MS = 2000;
/** Where nothing was going on, it is asked again only because of an event, and not often: a quiet page costs nothing. */
const SELDOM_MS = 15_000;
/** Short tasks come and go. */
const LONG_MS = 2000;

export function followWorking(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = 0;
  const ask = async () => {
    clearTimeout(timer);
    askedAt = Date.now();
    try {
      const { doing } = await get<{ doing: Working[] }>("/api/daemon");
      working.value = doing.filter(({ since }) => Date.now() - since > LONG_MS);
      if (doing.length > 0 && document.visibilityState === "visible") timer = setTimeout(ask, SOON_MS);
    } catch {
      // The connection's own banner shows the problem.
      working.value = [];
    }
  };
  generation.subscribe(() => void ask());
  onLive(() => {
    if (Date.now() - askedAt > SELDOM_MS) void ask();
  });
}
