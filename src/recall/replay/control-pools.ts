/**
 * The control: items of the same kind from the same project's past, as they might have been injected at the same place
 * instead. Without it a share of used items means nothing, because in a long session much comes up by chance.
 */
import { remedyOf } from "../../memory/learn/failure-cures.ts";
import { quoted } from "../blocks/render.ts";
import { type ItemContent, toItem } from "../used/item.ts";
import type { ReplayedSession } from "./past-session.ts";

interface Known {
  at: number;
  item: ItemContent;
  /** A thing that many sessions have: it is in the pool once. */
  name?: string;
}

interface ControlPool {
  /** Kinds of items that it is the control of, and the events it is limited to. */
  kinds: readonly string[];
  events?: readonly string[];
  /** What this session would give, with the time from which on it was known; as long as an item of so many lines. */
  items(session: ReplayedSession, lines: number): Known[];
}

const one = (at: number, text: string) => ({ at, item: toItem(text) });
const named = (at: number, file: string): Known => ({
  at,
  name: file,
  item: { files: [file], commands: [], words: [] },
});

/** Where a kind has an event of its own, that pool comes first. */
const POOLS: readonly ControlPool[] = [
  {
    kinds: ["session", "previous-session"],
    events: ["SessionStart"],
    // Its heading and counts name nothing; a session that did not fit whole was cut to its first lines.
    items: ({ lastAt, summary }, lines) =>
      summary === ""
        ? []
        : [
            one(
              lastAt,
              summary
                .split("\n")
                .slice(0, Math.max(1, lines - 2))
                .join("\n"),
            ),
          ],
  },
  {
    kinds: ["session", "past-turn"],
    items: ({ turns }) =>
      turns.map(({ at, asked, answered, edited }) => {
        const changed = edited.length === 0 ? "" : `; changed ${edited.slice(0, 5).join(", ")}`;
        return one(at, `${quoted(asked, 200)}${changed}; ${quoted(answered, 280)}`);
      }),
  },
  {
    kinds: ["file"],
    items: ({ turns }) =>
      turns.filter(({ edited }) => edited.length > 0).map(({ at, asked }) => one(at, quoted(asked, 200))),
  },
  {
    kinds: ["hot-file", "prompt-file", "companion"],
    items: ({ files }) => [...files].map(([file, at]) => named(at, file)),
  },
  {
    kinds: ["branch"],
    items: ({ files, lastAt }) =>
      files.size === 0
        ? []
        : [{ at: lastAt, item: { files: [...files.keys()].slice(0, 5), commands: [], words: [] } }],
  },
  {
    kinds: ["command", "note"],
    items: ({ commands }) =>
      [...commands].map(([command, at]) => ({
        at,
        name: command,
        item: { files: [], commands: [command], words: [] },
      })),
  },
  {
    kinds: ["solution", "cure", "pitfall"],
    items: ({ cures }) =>
      cures.flatMap(({ at, cure }) =>
        cure === undefined ? [] : [{ ...one(at, remedyOf(cure)), name: remedyOf(cure) }],
      ),
  },
];

export interface ControlPools {
  /** Undefined: this kind has no pool. */
  at(place: ControlPlace): readonly ItemContent[] | undefined;
}

interface ControlPlace {
  event: string;
  kind: string;
  project: string;
  sessionId: string;
  at: number;
  /** Of the injected item. */
  lines: number;
}

/** Items per pool and session are made once. */
export function createControlPools(past: readonly ReplayedSession[], pools = POOLS): ControlPools {
  const made = new Map<string, Map<ReplayedSession, Known[]>>();
  const itemsOf = (pool: ControlPool, session: ReplayedSession, lines: number) => {
    const key = `${pools.indexOf(pool)} ${lines}`;
    const known = made.get(key) ?? new Map<ReplayedSession, Known[]>();
    made.set(key, known);
    const items = known.get(session) ?? pool.items(session, lines);
    known.set(session, items);
    return items;
  };
  return {
    at({ event, kind, project, sessionId, at, lines }) {
      const pool = pools.find(
        ({ kinds, events }) => kinds.includes(kind) && (events === undefined || events.includes(event)),
      );
      if (pool === undefined) return undefined;
      const known = past
        .filter((session) => session.project === project && session.id !== sessionId)
        .flatMap((session) => itemsOf(pool, session, lines).filter((one) => one.at < at));
      return once(known).map(({ item }) => item);
    },
  };
}

function once(known: readonly Known[]): readonly Known[] {
  const names = new Set<string>();
  return known.filter(({ name }) => {
    if (name === undefined) return true;
    if (names.has(name)) return false;
    names.add(name);
    return true;
  });
}
