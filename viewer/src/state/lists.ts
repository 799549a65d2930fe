/** Long lists in parts, one after the other from a cursor. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Problem, toProblem } from "./api.ts";
import { generation } from "./live.ts";

export interface CursorList<T> {
  items: readonly T[];
  /** True until the end is reached. */
  more: boolean;
  loading: boolean;
  problem: Problem | undefined;
  loadMore(): void;
  reload(): void;
}

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
