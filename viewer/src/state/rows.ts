/** Rows of sessions by id, requested when they come near the screen, many at a time. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { get, type Problem, toProblem } from "./api.ts";
import { generation } from "./live.ts";
import type { ReadableRow } from "./types.ts";

/** Number of rows to keep; older ones are loaded again, so that memory stays bounded. */
const KEPT = 1500;
const AT_ONCE = 100;

interface Rows {
  at(id: string): ReadableRow | undefined;
  want(ids: readonly string[]): void;
  /** The rows may have changed: those on the screen are loaded again. */
  refresh(): void;
  problem: Problem | undefined;
}

export function useRows(): Rows {
  const [problem, setProblem] = useState<Problem | undefined>();
  const [, redraw] = useState(0);
  const round = generation.value;
  const own = useRef({
    rows: new Map<string, ReadableRow>(),
    stale: new Set<string>(),
    under: new Set<string>(),
    wanted: [] as readonly string[],
    left: false,
  });

  const load = useCallback((ids: readonly string[]) => {
    const { rows, under, stale } = own.current;
    const missing = ids.filter((id) => (!rows.has(id) || stale.has(id)) && !under.has(id));
    for (let i = 0; i < missing.length; i += AT_ONCE) {
      const piece = missing.slice(i, i + AT_ONCE);
      for (const id of piece) under.add(id);
      get<{ rows: ReadableRow[] }>("/api/page/rows", { ids: piece.join(",") }).then(
        (answer) => {
          for (const row of answer.rows) {
            rows.delete(row.id);
            rows.set(row.id, row);
          }
          for (const id of piece) {
            under.delete(id);
            stale.delete(id);
          }
          for (const oldest of rows.keys()) {
            if (rows.size <= KEPT) break;
            rows.delete(oldest);
          }
          if (own.current.left) return;
          setProblem(undefined);
          redraw((n) => n + 1);
        },
        (error: unknown) => {
          for (const id of piece) under.delete(id);
          if (!own.current.left) setProblem(toProblem(error));
        },
      );
    }
  }, []);

  const want = useCallback(
    (ids: readonly string[]) => {
      own.current.wanted = ids;
      load(ids);
    },
    [load],
  );
  const refresh = useCallback(() => {
    for (const id of own.current.rows.keys()) own.current.stale.add(id);
    load(own.current.wanted);
  }, [load]);

  useEffect(refresh, [round, refresh]);
  useEffect(() => {
    own.current.left = false;
    return () => {
      own.current.left = true;
    };
  }, []);
  return { at: (id) => own.current.rows.get(id), want, refresh, problem };
}
