/** Keys that move through a list: arrows, j and k, page up and down, home and end. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  j: 1,
  k: -1,
  PageDown: 10,
  PageUp: -10,
};

/** Rows without a link, such as the heading of a day, are passed over. */
const MOST_HEADINGS = 3;

interface ListPlace {
  box: HTMLElement | null;
  /** The first row that is rendered. */
  from: number;
  count: number;
  /** Scrolls a row into view, as little as possible. */
  show(index: number): void;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

export function onListKeys(event: KeyboardEvent, { box, from, count, show }: ListPlace): void {
  if (box === null || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = STEPS[event.key];
  const end = { Home: 0, End: count - 1 }[event.key];
  if (step === undefined && end === undefined) return;
  event.preventDefault();
  const here = document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset.row;
  const wanted = end ?? (here === undefined ? from : Number(here) + (step ?? 0));
  const index = Math.max(0, Math.min(count - 1, wanted));
  const direction = (step ?? (end === 0 ? 1 : -1)) < 0 ? -1 : 1;
  focusRow(index, MOST_HEADINGS);

  function focusRow(row: number, left: number): void {
    show(row);
    // Two frames: one to scroll, one to render the rows that became visible.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const link = box?.querySelector<HTMLElement>(`[data-row="${row}"] :is(a, button)`);
        const next = row + direction;
        if (link != null) link.focus({ preventScroll: true });
        else if (left > 0 && next >= 0 && next < count) focusRow(next, left - 1);
      }),
    );
  }
}
