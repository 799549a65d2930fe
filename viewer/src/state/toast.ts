/** One message at the edge of the page, with a way back where there is one. */
import { signal } from "@preact/signals";

interface Toast {
  text: string;
  undo?: (() => Promise<unknown>) | undefined;
}

export const toast = signal<Toast | undefined>(undefined);

/** Long enough to read and to reach; it also stays while it has the focus. */
const SHOWN_MS = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string, undo?: () => Promise<unknown>): void {
  clearTimeout(timer);
  toast.value = { text, undo };
  timer = setTimeout(hush, SHOWN_MS);
}

function hush(): void {
  if (typeof document !== "undefined" && document.activeElement?.closest(".toast") != null) {
    timer = setTimeout(hush, SHOWN_MS);
    return;
  }
  toast.value = undefined;
}
