/** What of a session is shown, in order: from its outline, what is folded, and the filter. */
import type { SessionOutline } from "../../state/types.ts";

export const FILTERS = ["failures", "edits", "prompts", "injections"] as const;
export type Filter = (typeof FILTERS)[number];

interface Base {
  key: string;
  /** A guess, until it is rendered. */
  height: number;
}

export type Item = Base &
  /** What the session is and did. */
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

export interface Shown {
  filter: Filter | undefined;
  /** Turns and chapters whose state differs from the default. */
  isTurnOpen(turn: number): boolean;
  isChapterOpen(chapter: number): boolean;
}

export function createOutline(outline: SessionOutline) {
  const { ids, kinds, turns, from, seconds, named, names, sizes, agents } = outline;
  const count = ids.length;
  const failed = new Set(outline.failed);
  const isEdit = (place: number) => EDITS.has(names[named[place] ?? -1] ?? "");
  const isCompaction = (place: number) =>
    kinds[place] === "e" && COMPACTIONS.has(names[named[place] ?? -1] ?? "");
  const idOf = (place: number) => `${KINDS[kinds[place] ?? ""] ?? ""}-${ids[place]}`;
  const atOf = (place: number) => from + (seconds[place] ?? 0) * 1000;
  const chapterOf = new Int32Array(count).fill(-1);
  for (const [chapter, block] of agents.entries()) chapterOf.fill(chapter, block.from, block.to);
  const [turnStarts, turnOf] = startsOf(turns);
  let places: Map<string, number> | undefined;

  function heightOf(place: number): number {
    const size = sizes[place] ?? 0;
    if (size === 0) return 34;
    // About 95 characters a line, and the frame around it.
    return Math.min(900, 48 + Math.ceil(size / 95) * 22);
  }

  const entry = (place: number): Item => ({
    type: "entry",
    key: idOf(place),
    place,
    id: idOf(place),
    inAgent: chapterOf[place] !== -1,
    height: heightOf(place),
  });

  function matches(place: number, filter: Filter): boolean {
    if (filter === "failures") return failed.has(place);
    if (filter === "edits") return isEdit(place);
    return filter === "prompts" ? kinds[place] === "p" && chapterOf[place] === -1 : kinds[place] === "i";
  }

  function counted(from: number, to: number) {
    let [calls, edits, failures] = [0, 0, 0];
    for (let place = from; place < to; place++) {
      if (kinds[place] === "o") calls++;
      if (isEdit(place)) edits++;
      if (failed.has(place)) failures++;
    }
    return { calls, edits, failures };
  }

  /** The rows of one turn between its prompt and its last response. */
  function turnItems(start: number, end: number, shown: Shown): Item[] {
    const turn = turns[start] ?? 0;
    const items: Item[] = [];
    const opens = kinds[start] === "p" && chapterOf[start] === -1;
    if (opens) items.push(entry(start));
    let last = end - 1;
    while (last > start && !(kinds[last] === "r" && chapterOf[last] === -1)) last--;
    const answer = last > start ? last : undefined;
    const first = opens ? start + 1 : start;
    const hidden = end - first - (answer === undefined ? 0 : 1);
    const folds = hidden >= FOLDED_FROM;
    const isOpen = !folds || shown.isTurnOpen(turn);
    if (folds) {
      const within = agents.filter((block) => block.from >= first && block.to <= end).length;
      items.push({
        type: "fold",
        key: `fold-${turn}`,
        turn,
        isOpen,
        agents: within,
        height: 34,
        ...counted(first, end),
      });
    }
    for (let place = first; place < end; place++) {
      const chapter = chapterOf[place] ?? -1;
      const block = chapter === -1 ? undefined : agents[chapter];
      if (!isOpen) {
        // What closes the turn stays readable, and so do chapters of the conversation.
        if (place === answer || isCompaction(place)) items.push(entry(place));
        continue;
      }
      if (block !== undefined && place === block.from) {
        const open = shown.isChapterOpen(chapter);
        items.push({
          type: "agent",
          key: `agent-${block.from}-${block.id}`,
          chapter,
          isOpen: open,
          height: 40,
          ...counted(block.from, block.to),
        });
        if (!open) {
          place = block.to - 1;
          continue;
        }
      }
      items.push(entry(place));
    }
    return items;
  }

  function filteredItems(start: number, end: number, filter: Filter): Item[] {
    const found: Item[] = [];
    for (let place = start; place < end; place++) if (matches(place, filter)) found.push(entry(place));
    const isPrompt = kinds[start] === "p" && chapterOf[start] === -1;
    // What was asked says what a failure or an edit belongs to.
    return found.length > 0 && isPrompt && filter !== "prompts" ? [entry(start), ...found] : found;
  }

  return {
    count,
    agents,
    idOf,
    atOf,
    isCompaction,
    isFailed: (place: number) => failed.has(place),
    isCall: (place: number) => kinds[place] === "o",
    turnOfPlace: (place: number) => turns[place] ?? 0,
    chapterOfPlace: (place: number) => chapterOf[place] ?? -1,
    /** How many rows each filter leaves. */
    counts(): Record<Filter, number> {
      const counts = { failures: failed.size, edits: 0, prompts: 0, injections: 0 };
      for (let place = 0; place < count; place++) {
        if (isEdit(place)) counts.edits++;
        if (matches(place, "prompts")) counts.prompts++;
        if (matches(place, "injections")) counts.injections++;
      }
      return counts;
    },
    placeOf(id: string): number | undefined {
      places ??= new Map(ids.map((_, place) => [idOf(place), place]));
      return places.get(id);
    },
    turnCount: turnStarts.length,
    lastTurn: turnOf,
    /** Where the conversation was compacted, by position. */
    compactions: () => ids.map((_, place) => place).filter(isCompaction),
    items(shown: Shown): Item[] {
      const items: Item[] = shown.filter === undefined ? [{ type: "card", key: "card", height: 260 }] : [];
      let day = "";
      for (const [i, start] of turnStarts.entries()) {
        const end = turnStarts[i + 1] ?? count;
        const part =
          shown.filter === undefined ? turnItems(start, end, shown) : filteredItems(start, end, shown.filter);
        for (const item of part) {
          const at = item.type === "entry" ? atOf(item.place) : undefined;
          const own = at === undefined ? day : new Date(at).toDateString();
          if (at !== undefined && own !== day) {
            items.push({ type: "day", key: `day-${item.key}`, at, height: 40 });
            day = own;
          }
          items.push(item);
        }
      }
      return items;
    },
  };
}

/** Fewer rows than this are simply shown. */
const FOLDED_FROM = 3;

function startsOf(turns: readonly number[]): [number[], number] {
  const starts: number[] = [];
  for (const [place, turn] of turns.entries())
    if (place === 0 || turns[place - 1] !== turn) starts.push(place);
  return [starts, turns.at(-1) ?? 0];
}
