/** Deletions with undo: an item disappears at once, and is really deleted when its message closes or the page is left. */
import { signal } from "@preact/signals";
import { say, sayForAWhile } from "./toast.ts";

const LOADED_MS = 5000;

const removed = signal<ReadonlySet<string>>(new Set());

export const isRemoved = (key: string): boolean => removed.value.has(key);

interface Removal {
  /** What is removed, as the views name it. */
  keys: readonly string[];
  text: string;
  remove(): Promise<unknown>;
  /** After it was really removed, or could not be. */
  after(): void;
  /** What to say if it could not be removed. */
  failed(error: unknown): string;
}

export function removeLater({ keys, text, remove, after, failed }: Removal): void {
  const show = () => {
    removed.value = removed.value.difference(new Set(keys));
  };
  removed.value = removed.value.union(new Set(keys));
  sayForAWhile(text, {
    undo: async () => show(),
    async done() {
      try {
        await remove();
        // By then the view was loaded again; another one may get the same name later.
        setTimeout(show, LOADED_MS);
      } catch (error) {
        say(failed(error));
        show();
      }
      after();
    },
  });
}
