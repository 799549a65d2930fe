/** A project's folder was renamed or moved: what is stored under the old name is the new one's. */
import type { Database } from "bun:sqlite";
import { type LazyIndex, wordIndex } from "../../store/index/lazy-index.ts";
import { queries } from "../../store/store.ts";
import { toText } from "../../store/values.ts";
import { memoryIndex } from "./index.ts";
import type { MemoryIndex } from "./memory-index.ts";
import type { MemoryRow, SolutionRow } from "./memory-rows.ts";

function createMoveProject(db: Database, index: LazyIndex, memories: MemoryIndex) {
  const rowsOf = <Row>(table: string) =>
    db.query<Row, { project: string }>(`select * from ${table} where project = $project`);

  /** A memory that the new folder has already stays as it is there. Answers the sessions that `refillMoved` is due for. */
  const moveProject = db.transaction((from: string, to: string): number[] => {
    const [project, next] = [toText(from), toText(to)];
    const sessions = rowsOf<{ seq: number }>("sessions").all({ project });
    const before = rowsOf<MemoryRow>("memories").all({ project });
    const solutions = rowsOf<SolutionRow>("solutions").all({ project });
    for (const row of solutions) memories.removeSolution(row);
    for (const [column, tables] of Object.entries(TABLES)) {
      for (const table of tables)
        db.query(`update or ignore ${table} set ${column} = ? where ${column} = ?`).run(next, project);
    }
    for (const row of solutions) memories.putSolution({ ...row, project: next });
    const after = new Map(
      rowsOf<MemoryRow>("memories")
        .all({ project: next })
        .map((row) => [row.id, row]),
    );
    for (const row of before) {
      const moved = after.get(row.id);
      if (moved !== undefined && row.status === "active") memories.putMemory(moved, row);
    }
    return sessions.map(({ seq }) => seq);
  });

  return {
    moveProject: moveProject.immediate,
    /** The words of one session, which the index has under the old name: a large project has many. */
    refillMoved: db.transaction((session: number, from: string): void => index.refill(session, from))
      .immediate,
  };
}

export const movesIn = queries(({ db, part }) => createMoveProject(db, part(wordIndex), part(memoryIndex)));

const TABLES = {
  project: ["sessions", "memories", "solutions", "permissions"],
  folder: ["team_folders", "team_dirty", "team_links"],
};
