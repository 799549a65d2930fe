/** A list of any length that renders only the visible rows. All rows have the same height. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { onListKeys } from "./list-keys.ts";

interface Props {
  label: string;
  count: number;
  rowHeight: number;
  /** A row's content; an `a` or `button` in it takes part in arrow-key navigation. */
  row(index: number): ComponentChildren;
  rowKey(index: number): string | number;
  onRange?(from: number, to: number): void;
  /** Scrolls this row into view when it changes. */
  reveal?: number | undefined;
  class?: string;
}

const OVERSCAN = 8;

export function VirtualList(props: Props) {
  const { count, rowHeight, onRange, reveal } = props;
  const box = useRef<HTMLElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const from = Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN);
  const to = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + OVERSCAN);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    onRange?.(from, to);
  }, [from, to, count, onRange]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || reveal === undefined || reveal < 0) return;
    const top = reveal * rowHeight;
    const visible = top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight;
    if (!visible) element.scrollTop = Math.max(0, top - element.clientHeight / 3);
    // The count is a dependency: a row cannot be revealed before the list is tall enough.
  }, [reveal, rowHeight, count > 0]);

  const move = (event: KeyboardEvent) => {
    const element = box.current;
    if (element === null) return;
    onListKeys(event, { box: element, from, count, show: (index) => showRow(element, index, rowHeight) });
  };

  const rows = [];
  for (let index = from; index < to; index++) {
    rows.push(
      <li
        key={props.rowKey(index)}
        data-row={index}
        class="virtual-row"
        aria-setsize={count}
        aria-posinset={index + 1}
        style={{ transform: `translateY(${index * rowHeight}px)`, height: `${rowHeight}px` }}
      >
        {props.row(index)}
      </li>,
    );
  }
  return (
    <section
      ref={box}
      class={`virtual ${props.class ?? ""}`}
      onScroll={(event) => {
        const { scrollTop, clientHeight } = event.currentTarget;
        setView({ top: scrollTop, height: clientHeight });
      }}
      onKeyDown={move}
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
    >
      <ul class="virtual-space" style={{ height: `${count * rowHeight}px` }}>
        {rows}
      </ul>
    </section>
  );
}

function showRow(box: HTMLElement, index: number, rowHeight: number): void {
  const top = index * rowHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowHeight > box.scrollTop + box.clientHeight)
    box.scrollTop = top + rowHeight - box.clientHeight;
}
