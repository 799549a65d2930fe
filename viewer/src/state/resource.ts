/** Data of a view: loaded when its key changes, reloaded after a reconnect, never out of order. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Problem, toProblem } from "./api.ts";
import { generation } from "./live.ts";

export interface Resource<T> {
  value: T | undefined;
  problem: Problem | undefined;
  loading: boolean;
  reload(): void;
}

/** `version`: what is loaded has changed when this does; the old data is shown until the new data arrives. */
export function useResource<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  version: string | number = "",
): Resource<T> {
  const [state, setState] = useState<{ key: string; value?: T; problem?: Problem; loading: boolean }>({
    key,
    loading: true,
  });
  const [times, setTimes] = useState(0);
  const loader = useRef(load);
  loader.current = load;
  const round = generation.value;

  // `times`, `round` and `version` repeat the same request.
  useEffect(() => {
    const abort = new AbortController();
    // Keep showing the old data until the new data arrives, but never data of another key.
    setState((old) => (old.key === key ? { ...old, loading: true } : { key, loading: true }));
    loader.current(abort.signal).then(
      (value) => !abort.signal.aborted && setState({ key, value, loading: false }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        setState((old) => ({ ...old, key, problem: toProblem(error), loading: false }));
      },
    );
    return () => abort.abort();
  }, [key, times, round, version]);

  const reload = useCallback(() => setTimes((n) => n + 1), []);
  const current = state.key === key;
  return {
    value: current ? state.value : undefined,
    problem: current ? state.problem : undefined,
    loading: !current || state.loading,
    reload,
  };
}

/** The error of an action; `fail(undefined)` clears it. */
export function useProblem() {
  const [problem, setProblem] = useState<Problem | undefined>();
  const fail = (error: unknown) => setProblem(error === undefined ? undefined : toProblem(error));
  return { problem, fail };
}

/** The value, once it has been stable for a moment. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
