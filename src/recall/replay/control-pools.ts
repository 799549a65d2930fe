/**
 * The control: items of the same kind from the same project's past that might have been injected instead. Without it, the
 * used share means nothing, because in a long session many items come up by chance.
 */
import { remedyOf } from "../../memory/learn/failure-cures.ts";
import { quoted } from "../blocks/render.ts";
import { type ItemContent, toItem } from "../used/item.ts";
import type { JudgedKind } from "../used/judge.ts";
import type { ReplayedSession } from "./past-session.ts";

interface Known {
  at: number;
  item: ItemContent;
  /** Set for an item that many sessions share: the pool contains it once. */
  name?: string;
}

/** The items of a kind that a session could supply, with the time from which each was known. */
type ControlPool = (session: ReplayedSession) => Known[];

const one = (at: number, text: string) => ({ at, item: toItem(text) });
const named = (at: number, file: string): Known => ({
  at,
  name: file,
  item: { files: [file], commands: [] },
});

const editedFiles: ControlPool = ({ files }) => [...files].map(([file, at]) => named(at, file));
const listOfFiles: ControlPool = ({ files, lastAt }) =>
  files.size === 0
    ? []
    : [{ at: lastAt, item: { files: [...files.keys()].slice(0, MOST_LISTED), commands: [] } }];
const seenCures: ControlPool = ({ cures }) =>
  cures.flatMap(({ at, cure }) =>
    cure === undefined ? [] : [{ ...one(at, remedyOf(cure)), name: remedyOf(cure) }],
  );

/** The maximum number of files in a line about a session. */
const MOST_LISTED = 5;

const POOLS: Readonly<Record<JudgedKind, ControlPool>> = {
  branch: listOfFiles,
  "previous-session": listOfFiles,
  "hot-file": editedFiles,
  "prompt-file": editedFiles,
  "past-turn": ({ turns }) =>
    turns
      .filter(({ edited }) => edited.length > 0)
      .map(({ at, asked, edited }) =>
        one(at, `${quoted(asked, 100)}: changed ${edited.slice(0, 4).join(", ")}`),
      ),
  command: ({ commands }) =>
    [...commands].map(([command, at]) => ({
      at,
      name: command,
      item: { files: [], commands: [command] },
    })),
  cure: seenCures,
  pitfall: seenCures,
};

export interface ControlPools {
  at(place: ControlPlace): readonly ItemContent[];
}

interface ControlPlace {
  kind: JudgedKind;
  project: string;
  sessionId: string;
  at: number;
}

/** Builds the items per pool and session once. */
export function createControlPools(past: readonly ReplayedSession[]): ControlPools {
  const made = new Map<ControlPool, Map<ReplayedSession, Known[]>>();
  const itemsOf = (pool: ControlPool, session: ReplayedSession) => {
    const known = made.get(pool) ?? new Map<ReplayedSession, Known[]>();
    made.set(pool, known);
    const items = known.get(session) ?? pool(session);
    known.set(session, items);
    return items;
  };
  return {
    at({ kind, project, sessionId, at }) {
      const known = past
        .filter((session) => session.project === project && session.id !== sessionId)
        .flatMap((session) => itemsOf(POOLS[kind], session).filter((one) => one.at < at));
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
