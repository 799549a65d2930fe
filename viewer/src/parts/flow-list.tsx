/**
 * A list of any length with rows of different heights. It renders only rows near the screen. Heights are guessed first and
 * measured when a row is rendered. The visible rows keep their position while rows above them get their real height.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { createHeights, type Heights } from "./heights.ts";
import { onListKeys } from "./list-keys.ts";

interface FlowItem {
  /** Identifies the row at any position. */
  key: string;
  /** A guess of its height, in pixels. */
  height: number;
}

interface Props<T extends FlowItem> {
  label: string;
  items: readonly T[];
  row(item: T, index: number): ComponentChildren;
  /** What is on the screen or near it. */
  onRange?(from: number, to: number): void;
  /** Scrolls this row into view when `times` changes. */
  reveal?: { index: number; times: number } | undefined;
  class?: string;
}

/** Rendered above and below the screen, in pixels. */
const MARGIN = 400;

export function FlowList<T extends FlowItem>(props: Props<T>) {
  const { items, onRange, reveal } = props;
  const box = useRef<HTMLElement>(null);
  const measured = useRef(new Map<string, number>());
  const [view, setView] = useState({ top: 0, height: 800 });
  const [, redraw] = useState(0);
  const heights = useMemo(
    () =>
      createHeights(items.length, (i) => measured.current.get(items[i]?.key ?? "") ?? items[i]?.height ?? 0),
    [items],
  );
  const anchor = useAnchor(box, items, heights);

  const from = heights.count === 0 ? 0 : heights.at(Math.max(0, view.top - MARGIN));
  const to = heights.count === 0 ? 0 : heights.at(view.top + view.height + MARGIN) + 1;

  useSize(box, (size, isWider) => {
    // Text wraps differently at another width.
    if (isWider) measured.current.clear();
    setView(size);
  });

  // After every render, and when a row grows by itself.
  const measure = useRef<() => void>(() => undefined);
  measure.current = () => {
    const element = box.current;
    if (element === null) return;
    let changed = false;
    for (const row of element.querySelectorAll<HTMLElement>(":scope > ul > li")) {
      const index = Number(row.dataset.row);
      const item = items[index];
      const height = row.offsetHeight;
      if (item === undefined || height === 0) continue;
      measured.current.set(item.key, height);
      if (Math.abs(height - heights.height(index)) < 1) continue;
      heights.set(index, height);
      changed = true;
    }
    if (!changed) return;
    anchor.hold();
    redraw((n) => n + 1);
  };
  useLayoutEffect(() => measure.current());
  const grown = useMemo(
    () => (typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(() => measure.current())),
    [],
  );
  useEffect(() => () => grown?.disconnect(), [grown]);

  useEffect(() => {
    onRange?.(from, to);
  }, [from, to, items, onRange]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || reveal === undefined || reveal.index < 0 || reveal.index >= items.length) return;
    anchor.moveTo(reveal.index, element.clientHeight / 4);
    setView({ top: element.scrollTop, height: element.clientHeight });
  }, [reveal?.times]);

  const rows = [];
  for (let index = from; index < Math.min(to, items.length); index++) {
    const item = items[index] as T;
    rows.push(
      <li
        key={item.key}
        ref={(element) => {
          if (element !== null) grown?.observe(element);
        }}
        data-row={index}
        class="flow-row"
        aria-setsize={items.length}
        aria-posinset={index + 1}
        style={{ transform: `translateY(${heights.top(index)}px)` }}
      >
        {props.row(item, index)}
      </li>,
    );
  }
  return (
    <section
      ref={box}
      class={`flow ${props.class ?? ""}`}
      onScroll={({ currentTarget }) => {
        anchor.note();
        setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight });
      }}
      onKeyDown={(event) =>
        onListKeys(event, {
          box: box.current,
          from,
          count: items.length,
          show(index) {
            const element = box.current;
            if (element === null) return;
            const top = heights.top(index);
            const height = heights.height(index);
            if (top < element.scrollTop) anchor.moveTo(index, 0);
            else if (top + height > element.scrollTop + element.clientHeight)
              anchor.moveTo(index, Math.max(0, element.clientHeight - height));
          },
        })
      }
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
    >
      <ul class="flow-space" style={{ height: `${heights.total}px` }}>
        {rows}
      </ul>
    </section>
  );
}

interface Box {
  readonly current: HTMLElement | null;
}

/** Reports the visible part, at first and whenever the box changes its size. */
function useSize(box: Box, report: (view: { top: number; height: number }, isWider: boolean) => void): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    let width = element.clientWidth;
    const look = () => {
      report({ top: element.scrollTop, height: element.clientHeight }, element.clientWidth !== width);
      width = element.clientWidth;
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}

/** The row at the top of the screen, and how far it is scrolled: kept while other rows change. */
function useAnchor(box: Box, items: readonly FlowItem[], heights: Heights) {
  const held = useRef<{ key: string; index: number; into: number } | undefined>(undefined);
  const before = useRef(items);
  const hold = () => {
    const element = box.current;
    const kept = held.current;
    if (element === null || kept === undefined || items[kept.index]?.key !== kept.key) return;
    const wanted = heights.top(kept.index) + kept.into;
    if (Math.abs(element.scrollTop - wanted) > 1) element.scrollTop = wanted;
  };
  // Rows were folded, unfolded or added.
  useLayoutEffect(() => {
    const old = before.current;
    before.current = items;
    const kept = held.current;
    if (kept === undefined || old === items) return;
    const still = items.findIndex(({ key }) => key === kept.key);
    if (still >= 0) {
      held.current = { ...kept, index: still };
      hold();
      return;
    }
    // The row that was being read is folded away, but the row above it is still there.
    const places = new Map(items.map(({ key }, index) => [key, index]));
    for (let at = kept.index - 1; at >= 0; at--) {
      const key = old[at]?.key ?? "";
      const index = places.get(key);
      if (index === undefined) continue;
      held.current = { key, index, into: 0 };
      hold();
      return;
    }
  }, [items]);
  return {
    note() {
      const element = box.current;
      if (element === null || heights.count === 0) return;
      const kept = held.current;
      // The list's own scrolling: what it was moved to stays what is held.
      if (kept !== undefined && Math.abs(heights.top(kept.index) + kept.into - element.scrollTop) <= 2)
        return;
      const index = heights.at(element.scrollTop);
      held.current = {
        key: items[index]?.key ?? "",
        index,
        into: element.scrollTop - heights.top(index),
      };
    },
    hold,
    moveTo(index: number, above: number) {
      const element = box.current;
      if (element === null) return;
      held.current = { key: items[index]?.key ?? "", index, into: -Math.min(above, heights.top(index)) };
      element.scrollTop = heights.top(index) + held.current.into;
    },
  };
}
