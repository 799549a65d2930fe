/** A list that is loaded part by part, newest first, with a heading for each day. */
import type { ComponentChildren } from "preact";
import { useCallback, useMemo } from "preact/hooks";
import { dayOf, toDateName } from "../state/format.ts";
import type { CursorList } from "../state/lists.ts";
import { Empty, Loading, Trouble } from "./basics.tsx";
import { FlowList } from "./flow-list.tsx";

interface Props<T> {
  label: string;
  list: CursorList<T>;
  /** The time by which an entry is sorted. */
  atOf(item: T): number;
  row(item: T): ComponentChildren;
  /** Shown when there is nothing. */
  empty: { title: string; hint: string };
  /** Beside the list. */
  children?: ComponentChildren;
}

/** Guesses, until they are rendered. */
const HEIGHTS = { row: 64, day: 40 };
/** The next part is loaded this many rows before the end. */
const AHEAD = 10;

type Line<T> = { key: string; height: number } & ({ day: number } | { item: T });

export function DatedList<T extends { id: string }>(props: Props<T>) {
  const { list, label, atOf, row, empty, children } = props;
  const { items, more, loadMore } = list;
  const lines = useMemo(() => toLines(items, atOf), [items]);
  const onRange = useCallback(
    (_from: number, last: number) => {
      if (more && last >= lines.length - AHEAD) loadMore();
    },
    [lines.length, more, loadMore],
  );
  return (
    <>
      <Trouble problem={list.problem} retry={list.reload} />
      {items.length > 0 ? (
        <div class={`split fill${children == null ? "" : " with-record"}`}>
          <FlowList
            label={label}
            class="panel fill"
            items={lines}
            row={(line) => ("item" in line ? row(line.item) : <h2 class="day-line">{dayOf(line.day)}</h2>)}
            onRange={onRange}
          />
          {children}
        </div>
      ) : list.loading ? (
        <Loading />
      ) : list.problem === undefined ? (
        <Empty title={empty.title}>{empty.hint}</Empty>
      ) : null}
    </>
  );
}

function toLines<T extends { id: string }>(items: readonly T[], atOf: (item: T) => number): Line<T>[] {
  const lines: Line<T>[] = [];
  let day = "";
  for (const item of items) {
    const own = toDateName(atOf(item));
    if (own !== day) lines.push({ key: `day ${own}`, height: HEIGHTS.day, day: atOf(item) });
    day = own;
    lines.push({ key: item.id, height: HEIGHTS.row, item });
  }
  return lines;
}
