/** One message at the edge of the page, with a way back where there is one. */
import { signal } from "@preact/signals";

interface Toast {
  text: string;
  undo?: (() => Promise<unknown>) | undefined;
  /** Called when the message closes without undo. */
  done?: (() => Promise<unknown>) | undefined;
}

export const toast = signal<Toast | undefined>(undefined);

/** Long enough to read and to reach; it also stays while it has the focus. */
const SHOWN_MS = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string, undo?: () => Promise<unknown>): void {
  show({ text, undo });
}

export function sayForAWhile(text: string, ways: Required<Pick<Toast, "undo" | "done">>): void {
  show({ text, ...ways });
}

/** Closes the message, and completes the announced action. */
export function closeToast(): void {
  show(undefined);
}

export async function undoToast(said: string): Promise<void> {
  const undo = toast.value?.undo;
  toast.value = undefined;
  await undo?.();
  say(said);
}

function show(next: Toast | undefined): void {
  const before = toast.value;
  clearTimeout(timer);
  toast.value = next;
  if (next !== undefined) timer = setTimeout(hush, SHOWN_MS);
  void before?.done?.();
}

function hush(): void {
  if (document.activeElement?.closest(".toast") != null) {
    timer = setTimeout(hush, SHOWN_MS);
    return;
  }
  closeToast();
}

export function followLeaving(): void {
  addEventListener("pagehide", closeToast);
}
