/** Long lists in parts, either sequentially from a cursor, or any part by position. */
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Problem } from "./api.ts";
import { generation } from "./live.ts";

interface CursorList<T> {
  items: readonly T[];
  /** True until the end is reached. */
  more: boolean;
  loading: boolean;
  problem: Problem | undefined;
  loadMore(): void;
  reload(): void;
}

const toProblem = (error: unknown) =>
  error instanceof Problem ? error : new Problem("broken", String(error));

export function useCursorList<T>(
  key: string,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<{ items: T[]; next?: string }>,
): CursorList<T> {
  interface State {
    key: string;
    items: T[];
    next?: string | undefined;
    done: boolean;
    problem?: Problem;
  }
  const fresh: State = { key, items: [], done: false };
  const [state, setState] = useState<State>(fresh);
  const [times, setTimes] = useState(0);
  const busy = useRef<AbortController | undefined>(undefined);
  const [loading, setLoading] = useState(true);
  const loader = useRef(load);
  loader.current = load;
  const round = generation.value;

  const fetchPage = useCallback(
    (cursor: string | undefined) => {
      busy.current?.abort();
      const abort = new AbortController();
      busy.current = abort;
      setLoading(true);
      loader.current(cursor, abort.signal).then(
        ({ items, next }) => {
          if (abort.signal.aborted) return;
          busy.current = undefined;
          setLoading(false);
          setState((old) => ({
            key,
            items: cursor === undefined || old.key !== key ? items : [...old.items, ...items],
            next,
            done: next === undefined,
          }));
        },
        (error: unknown) => {
          if (abort.signal.aborted) return;
          busy.current = undefined;
          setLoading(false);
          setState((old) => ({
            ...(old.key === key ? old : { key, items: [], done: true }),
            problem: toProblem(error),
          }));
        },
      );
    },
    [key],
  );

  // `times` and `round` repeat the same request.
  useEffect(() => {
    fetchPage(undefined);
    return () => busy.current?.abort();
  }, [fetchPage, times, round]);

  const current = state.key === key ? state : fresh;
  const { next } = current;
  return {
    items: current.items,
    more: !current.done,
    loading,
    problem: current.problem,
    loadMore: () => {
      if (busy.current === undefined && next !== undefined) fetchPage(next);
    },
    reload: useCallback(() => setTimes((n) => n + 1), []),
  };
}

interface PlacedList<T> {
  total: number;
  at(index: number): T | undefined;
  /** Loads what is about to become visible. */
  want(from: number, to: number): void;
  loading: boolean;
  problem: Problem | undefined;
  reload(): void;
}

const PIECE = 100;
/** Number of parts to keep; older ones are loaded again, so that memory stays bounded. */
const KEPT = 40;

export function usePlacedList<T>(
  key: string,
  load: (offset: number, limit: number) => Promise<{ total: number; rows: T[] }>,
): PlacedList<T> {
  const [, redraw] = useState(0);
  const [times, setTimes] = useState(0);
  const loader = useRef(load);
  loader.current = load;
  const round = generation.value;
  const full = `${key} ${round}`;
  const store = useRef({
    full: "",
    total: 0,
    pieces: new Map<number, T[]>(),
    under: new Set<number>(),
    loaded: false,
  });
  const problem = useRef<Problem | undefined>(undefined);

  const fetchPiece = useCallback((piece: number) => {
    const mine = store.current;
    if (mine.under.has(piece)) return;
    mine.under.add(piece);
    loader.current(piece * PIECE, PIECE).then(
      ({ total, rows }) => {
        mine.under.delete(piece);
        mine.total = total;
        mine.loaded = true;
        problem.current = undefined;
        mine.pieces.delete(piece);
        mine.pieces.set(piece, rows);
        for (const old of mine.pieces.keys()) {
          if (mine.pieces.size <= KEPT) break;
          mine.pieces.delete(old);
        }
        if (store.current === mine) redraw((n) => n + 1);
      },
      (error: unknown) => {
        mine.under.delete(piece);
        problem.current = toProblem(error);
        if (store.current === mine) redraw((n) => n + 1);
      },
    );
  }, []);

  // `times` repeats the same request.
  useEffect(() => {
    const old = store.current;
    if (old.full === full) {
      // The same list changed: keep showing the old data until the new data arrives.
      for (const piece of old.pieces.keys()) fetchPiece(piece);
      if (old.pieces.size === 0) fetchPiece(0);
      return;
    }
    store.current = { full, total: 0, pieces: new Map(), under: new Set(), loaded: false };
    fetchPiece(0);
  }, [full, times, fetchPiece]);

  return useMemo(
    () => ({
      get total() {
        return store.current.full === full ? store.current.total : 0;
      },
      at: (index: number) => store.current.pieces.get(Math.floor(index / PIECE))?.[index % PIECE],
      want(from: number, to: number) {
        for (let piece = Math.floor(from / PIECE); piece <= Math.floor(to / PIECE); piece++) {
          if (!store.current.pieces.has(piece)) fetchPiece(piece);
        }
      },
      get loading() {
        return store.current.full !== full || !store.current.loaded;
      },
      get problem() {
        return problem.current;
      },
      reload: () => setTimes((n) => n + 1),
    }),
    [full, fetchPiece],
  );
}
