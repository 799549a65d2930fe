/** Solutions of errors, with their number of successes. */
import type { Database } from "bun:sqlite";
import { PawlError } from "../../platform/errors.ts";
import type { MemoryIndex } from "../../store/index/memory-index.ts";
import { authorshipColumns, solutionAuthorship } from "../../store/records/authorship.ts";
import { type Named, toLimit, toText, toTime } from "../../store/values.ts";
import { type Occurrence, type Solution, type SolutionDraft, solutionWorth } from "../records/knowledge.ts";
import { CONTENT_LIMIT } from "../records/memory.ts";
import type { Counted } from "./counted.ts";
import { numberOf, provenanceColumns, type SolutionRow, toSolution } from "./memory-rows.ts";

interface SolutionFilter {
  /** The project's own, and those that apply everywhere. */
  project?: string;
  kind?: string;
  toolName?: string;
  limit: number;
}

export function createSolutions(db: Database, index: MemoryIndex, counted: Counted) {
  const sql = createStatements(db);

  const best = (rows: SolutionRow[]): Solution[] =>
    rows.map(toSolution).sort((a, b) => solutionWorth(b) - solutionWorth(a) || b.lastSeenAt - a.lastSeenAt);

  /** `looked`: the newest solution that was already compared, and the one among them with the same text. */
  const save = db.transaction((draft: SolutionDraft, looked: { newest: number; same: number }): Solution => {
    const name = { project: toText(draft.project), fingerprint: toText(draft.fingerprint) };
    const text = toText(draft.text);
    const before = looked.same === 0 ? null : sql.solution.get({ id: looked.same });
    const known =
      before?.text === text ? before : sql.sameSolution.get({ ...name, text, after: looked.newest });
    if (known !== null) {
      sql.seeSolution.run({ id: known.id, at: toTime(draft.at) });
      return toSolution({ ...known, last_seen_at: Math.max(known.last_seen_at, toTime(draft.at)) });
    }
    const row = sql.addSolution.get({
      ...name,
      kind: toText(draft.kind),
      toolName: toText(draft.toolName),
      errorSample: toText(draft.errorSample),
      text,
      steps: toText(JSON.stringify(draft.steps)),
      source: draft.source,
      ...authorshipColumns(solutionAuthorship(draft.source, draft.provenance)),
      ...provenanceColumns(draft.provenance),
      redaction: draft.redaction,
      at: toTime(draft.at),
    });
    if (row === null) throw new Error("the solution's insert returned no row");
    index.putSolution(row);
    return toSolution(row);
  });

  /** A common error has thousands of them, so they are read before the write lock is taken. */
  function saveSolution(draft: SolutionDraft): Solution {
    checkSolution(draft);
    const newest = sql.newestSolution.get({})?.id ?? 0;
    const { project, fingerprint, text } = draft;
    const same = sql.sameSolution.get({
      project: toText(project),
      fingerprint: toText(fingerprint),
      text: toText(text),
      after: 0,
    });
    return save.immediate(draft, { newest, same: same?.id ?? 0 });
  }

  const countSolution = db.transaction(
    (id: string, outcome: "success" | "failure", occurrence: Occurrence): void => {
      const number = numberOf(id, "solution");
      const row = number === undefined ? null : sql.solution.get({ id: number });
      if (row === null) {
        throw new PawlError("solution_unknown", `There is no solution ${id}.`, {
          hint: "Run pawl solution list to see which there are.",
          params: { id },
        });
      }
      if (!counted.isNew(`solution-${row.id}`, occurrence)) return;
      const ok = outcome === "success" ? 1 : 0;
      sql.countSolution.run({ id: row.id, ok, at: toTime(occurrence.at) });
    },
  );

  const removeSolution = db.transaction((id: string): boolean => {
    const number = numberOf(id, "solution");
    if (number === undefined || sql.dropSolution.run({ id: number }).changes === 0) return false;
    counted.drop(`solution-${number}`);
    index.removeSolution(number);
    return true;
  });

  function solutions(filter: SolutionFilter): Solution[] {
    const where = ["true"];
    const values: Named = {};
    if (filter.project !== undefined) {
      where.push("project in ('', $project)");
      values.project = toText(filter.project);
    }
    if (filter.kind !== undefined) {
      where.push("kind = $kind");
      values.kind = toText(filter.kind);
    }
    if (filter.toolName !== undefined) {
      where.push("tool_name = $toolName");
      values.toolName = toText(filter.toolName);
    }
    const rows = db
      .query<SolutionRow, Named>(`select * from solutions where ${where.join(" and ")}`)
      .all(values);
    return best(rows).slice(0, toLimit(filter.limit));
  }

  return {
    saveSolution,
    solutionsFor: (fingerprint: string, project: string): Solution[] =>
      best(sql.solutionsHere.all({ fingerprint: toText(fingerprint), project: toText(project) })),
    solutions,
    countSolution: countSolution.immediate,
    removeSolution: removeSolution.immediate,
  };
}

function checkSolution({ fingerprint, text, errorSample, steps }: SolutionDraft): void {
  const size = text.length + errorSample.length + steps.reduce((sum, step) => sum + step.length, 0);
  if (fingerprint.trim() !== "" && text.trim() !== "" && size <= CONTENT_LIMIT) return;
  throw new PawlError(
    "solution_invalid",
    size > CONTENT_LIMIT
      ? `A solution has at most ${CONTENT_LIMIT / 1024} kB, its error and steps included.`
      : "A solution needs the error that it solves, and what to do.",
    { hint: "Nothing was changed." },
  );
}

function createStatements(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  return {
    solution: statement<SolutionRow>("select * from solutions where id = $id"),
    newestSolution: statement<{ id: number | null }>("select max(id) as id from solutions"),
    // Newest first. A resumed session is learned from again, and its solutions are among these rows.
    sameSolution: statement<SolutionRow>(
      `select * from solutions where fingerprint = $fingerprint and project = $project and id > $after and text = $text
       order by id desc limit 1`,
    ),
    solutionsHere: statement<SolutionRow>(
      "select * from solutions where fingerprint = $fingerprint and project in ('', $project)",
    ),
    addSolution: statement<SolutionRow>(`
      insert into solutions (project, fingerprint, kind, tool_name, error_sample, text, steps, source, author, author_name,
        place, provenance, session_id, redaction, created_at, last_seen_at)
      values ($project, $fingerprint, $kind, $toolName, $errorSample, $text, $steps, $source, $author, $author_name,
        $place, $provenance, $sessionId, $redaction, $at, $at)
      returning *`),
    seeSolution: statement("update solutions set last_seen_at = max(last_seen_at, $at) where id = $id"),
    countSolution: statement(`
      update solutions set successes = successes + $ok, failures = failures + 1 - $ok,
        last_seen_at = max(last_seen_at, $at)
      where id = $id`),
    dropSolution: statement("delete from solutions where id = $id"),
  };
}
