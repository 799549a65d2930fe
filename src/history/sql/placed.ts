import type { RowKind } from "../../store/port/page.ts";

/** The columns that determine the order; all rows are read, because one page depends on the others. */
export interface NarrowRow {
  id: number;
  kind: RowKind;
  at: number;
  agent: string | null;
  failed: number;
}

export interface Placed extends NarrowRow {
  turn: number;
}
