/** A project's folder was renamed or moved: its records move to the new name. */
import type { Database } from "bun:sqlite";
import { type LazyIndex, wordIndex } from "../../store/index/lazy-index.ts";
import { type MemoryIndex, memoryIndex } from "../../store/index/memory-index.ts";
import { queries } from "../../store/store.ts";
import { toText } from "../../store/values.ts";

function createMoveProject(db: Database, index: LazyIndex, memories: MemoryIndex) {
  /** A memory that already exists in the new folder stays. Returns the sessions that need `refillMoved`. */
  const moveProject = db.transaction((from: string, to: string): number[] => {
    const [project, next] = [toText(from), toText(to)];
    const sessions = db
      .query<{ seq: number }, { project: string }>("select seq from sessions where project = $project")
      .all({ project });
    for (const [column, tables] of Object.entries(TABLES)) {
      for (const table of tables)
        db.query(`update or ignore ${table} set ${column} = ? where ${column} = ?`).run(next, project);
    }
    memories.fill({ project: next });
    return sessions.map(({ seq }) => seq);
  });

  return {
    moveProject: moveProject.immediate,
    /** The words of one session, still indexed under the old name: a large project has many. */
    refillMoved: db.transaction((session: number): void => index.refill(session)).immediate,
  };
}

export const movesIn = queries(({ db, part }) => createMoveProject(db, part(wordIndex), part(memoryIndex)));

const TABLES = {
  project: ["sessions", "memories", "solutions", "permissions"],
  folder: ["team_folders", "team_dirty", "team_links"],
};
