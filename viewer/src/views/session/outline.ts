/** The visible parts of a session, in order: computed from its outline, the folded parts, and the filter. */
import type { SessionOutline } from "../../state/types.ts";

export const FILTERS = ["failures", "edits", "prompts", "injections"] as const;
export type Filter = (typeof FILTERS)[number];

interface Base {
  key: string;
  /** A guess, until it is rendered. */
  height: number;
}

export type Item = Base &
  /** The session's facts and results. */
  (
    | { type: "card" }
    | { type: "day"; at: number }
    /** A row of the timeline, by its position. */
    | { type: "entry"; place: number; id: string; inAgent: boolean }
    | {
        type: "fold";
        turn: number;
        isOpen: boolean;
        calls: number;
        edits: number;
        failures: number;
        agents: number;
      }
    | { type: "agent"; chapter: number; isOpen: boolean; calls: number; failures: number }
  );

const KINDS: Readonly<Record<string, string>> = {
  p: "prompt",
  o: "observation",
  r: "response",
  e: "event",
  i: "injection",
};

const EDITS: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);
const COMPACTIONS: ReadonlySet<string> = new Set([
  "PreCompact",
  "PostCompact",
  "compact_boundary",
  "compact_summary",
]);

/** Without a turn: a compaction. */
export interface ChapterLine {
  id: string;
  turn?: { number: number; title: string; calls: number; failures: number };
}

export interface Shown {
  filter: Filter | undefined;
  /** Turns and chapters whose state differs from the default. */
  isTurnOpen(turn: number): boolean;
  isChapterOpen(chapter: number): boolean;
}

/** One session's rows, by position. */
function createColumns({
  ids,
  kinds,
  turns,
  from,
  seconds,
  named,
  names,
  sizes,
  agents,
  ...rest
}: SessionOutline) {
  const failed = new Set(rest.failed);
  const nameOf = (place: number) => names[named[place] ?? -1] ?? "";
  const chapterOf = new Int32Array(ids.length).fill(-1);
  for (const [chapter, block] of agents.entries()) chapterOf.fill(chapter, block.from, block.to);
  const columns = {
    count: ids.length,
    agents,
    kindOf: (place: number) => kinds[place] ?? "",
    turnOf: (place: number) => turns[place] ?? 0,
    idOf: (place: number) => `${KINDS[kinds[place] ?? ""] ?? ""}-${ids[place]}`,
    atOf: (place: number) => from + (seconds[place] ?? 0) * 1000,
    chapterOf: (place: number) => chapterOf[place] ?? -1,
    isFailed: (place: number) => failed.has(place),
    isEdit: (place: number) => EDITS.has(nameOf(place)),
    isCompaction: (place: number) => kinds[place] === "e" && COMPACTIONS.has(nameOf(place)),
    /** A prompt or an answer of the main conversation. */
    isMain: (place: number, kind: "p" | "r") => kinds[place] === kind && chapterOf[place] === -1,
    entry(place: number): Item {
      const id = columns.idOf(place);
      const height = guessHeight(sizes[place] ?? 0);
      return { type: "entry", key: id, place, id, inAgent: chapterOf[place] !== -1, height };
    },
    counted(start: number, end: number) {
      let [calls, edits, failures] = [0, 0, 0];
      for (let place = start; place < end; place++) {
        if (kinds[place] === "o") calls++;
        if (columns.isEdit(place)) edits++;
        if (failed.has(place)) failures++;
      }
      return { calls, edits, failures };
    },
    matches(place: number, filter: Filter): boolean {
      if (filter === "failures") return failed.has(place);
      if (filter === "edits") return columns.isEdit(place);
      return filter === "prompts" ? columns.isMain(place, "p") : kinds[place] === "i";
    },
  };
  return columns;
}

type Columns = ReturnType<typeof createColumns>;

/** About 95 characters a line, and the frame around it; rows without text are one line. */
function guessHeight(size: number): number {
  return size === 0 ? 34 : Math.min(900, 48 + Math.ceil(size / 95) * 22);
}

/** The items of a turn: the prompt, the work (folded or not), the answer. */
function turnItems(columns: Columns, start: number, end: number, shown: Shown): Item[] {
  const { agents, entry, isMain } = columns;
  const turn = columns.turnOf(start);
  const items: Item[] = isMain(start, "p") ? [entry(start)] : [];
  const first = start + items.length;
  let last = end - 1;
  while (last > start && !isMain(last, "r")) last--;
  const answer = last > start ? last : undefined;
  const folds = end - first - (answer === undefined ? 0 : 1) >= FOLDED_FROM;
  const isOpen = !folds || shown.isTurnOpen(turn);
  if (folds) {
    const within = agents.filter((block) => block.from >= first && block.to <= end).length;
    const counts = columns.counted(first, end);
    items.push({ type: "fold", key: `fold-${turn}`, turn, isOpen, agents: within, height: 34, ...counts });
  }
  for (let place = first; place < end; place++) {
    if (!isOpen) {
      // What closes the turn stays readable, and so do chapters of the conversation.
      if (place === answer || columns.isCompaction(place)) items.push(entry(place));
      continue;
    }
    const chapter = columns.chapterOf(place);
    const block = chapter === -1 ? undefined : agents[chapter];
    if (block !== undefined && place === block.from) {
      const open = shown.isChapterOpen(chapter);
      const counts = columns.counted(block.from, block.to);
      const key = `agent-${block.from}-${block.id}`;
      items.push({ type: "agent", key, chapter, isOpen: open, height: 40, ...counts });
      if (!open) {
        place = block.to - 1;
        continue;
      }
    }
    items.push(entry(place));
  }
  return items;
}

function filteredItems(columns: Columns, start: number, end: number, filter: Filter): Item[] {
  const found: Item[] = [];
  for (let place = start; place < end; place++)
    if (columns.matches(place, filter)) found.push(columns.entry(place));
  // A prompt is shown to explain the failure or edit that follows it.
  const needsPrompt = found.length > 0 && filter !== "prompts" && columns.isMain(start, "p");
  return needsPrompt ? [columns.entry(start), ...found] : found;
}

export function createOutline(outline: SessionOutline) {
  const columns = createColumns(outline);
  const { count, idOf, atOf, isCompaction, matches } = columns;
  const turnStarts = outline.turns.flatMap((turn, place) =>
    place === 0 || outline.turns[place - 1] !== turn ? [place] : [],
  );
  let places: Map<string, number> | undefined;
  return {
    count,
    agents: columns.agents,
    idOf,
    turnOfPlace: columns.turnOf,
    chapterOfPlace: columns.chapterOf,
    lastTurn: outline.turns.at(-1) ?? 0,
    /** How many rows each filter leaves. */
    counts(): Record<Filter, number> {
      const counts = { failures: 0, edits: 0, prompts: 0, injections: 0 };
      for (let place = 0; place < count; place++)
        for (const filter of FILTERS) if (matches(place, filter)) counts[filter]++;
      return counts;
    },
    placeOf(id: string): number | undefined {
      places ??= new Map(outline.ids.map((_, place) => [idOf(place), place]));
      return places.get(id);
    },
    /** The table of contents: turns, and the first sign of a compaction in each. */
    chapters(): ChapterLine[] {
      return turnStarts.flatMap((start, i) => {
        const end = turnStarts[i + 1] ?? count;
        const turn = columns.turnOf(start);
        const { calls, failures } = columns.counted(start, end);
        const title = outline.titles[turn - 1] ?? "";
        let compacted = start;
        while (compacted < end && !isCompaction(compacted)) compacted++;
        return [
          ...(turn === 0 ? [] : [{ id: idOf(start), turn: { number: turn, title, calls, failures } }]),
          ...(compacted === end ? [] : [{ id: idOf(compacted) }]),
        ];
      });
    },
    items(shown: Shown): Item[] {
      const { filter } = shown;
      const items: Item[] = filter === undefined ? [{ type: "card", key: "card", height: 260 }] : [];
      let day = { from: 0, to: 0 };
      for (const [i, start] of turnStarts.entries()) {
        const end = turnStarts[i + 1] ?? count;
        const part =
          filter === undefined
            ? turnItems(columns, start, end, shown)
            : filteredItems(columns, start, end, filter);
        for (const item of part) {
          if (item.type === "entry") {
            const at = atOf(item.place);
            if (at < day.from || at >= day.to) {
              items.push({ type: "day", key: `day-${item.key}`, at, height: 40 });
              day = dayAround(at);
            }
          }
          items.push(item);
        }
      }
      return items;
    },
  };
}

/** Asked once per day, not once per row: turning 20,000 times into dates takes longer than drawing them. */
function dayAround(at: number): { from: number; to: number } {
  const day = new Date(at);
  const from = day.setHours(0, 0, 0, 0);
  return { from, to: day.setDate(day.getDate() + 1) };
}

/** Fewer rows than this are simply shown. */
const FOLDED_FROM = 3;
