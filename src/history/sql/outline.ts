/** A session in columns: the data of every row that folding, filters and jumps need, and nothing else. */
import type { Database } from "bun:sqlite";
import type { Named } from "../../store/values.ts";
import { planHeading, toFirstLine } from "../../text/title.ts";
import { OUTLINE_KINDS, type RowKind, type SessionOutline } from "./types.ts";

const OF_SESSION = "(select seq from sessions where id = $session)";

/** The size comes from the row's header, without reading the text. */
const TEXTS = `select t.entry as id, t.event as name, octet_length(t.text) as size
  from entries e join texts t on t.entry = e.id
  where e.session = ${OF_SESSION} and e.kind in ('prompt', 'response', 'event')`;
const CALLS = `select c.entry as id, c.tool_name as name, c.agent_type as type
  from entries e join calls c on c.entry = e.id where e.session = ${OF_SESSION} and e.kind = 'observation'`;
const PROMPTS = `select e.id, e.agent_id as agent, substr(t.text, 1, 2000) as text
  from entries e join texts t on t.entry = e.id
  where e.session = ${OF_SESSION} and e.kind = 'prompt' order by e.at desc`;

/** The columns that determine the order. All rows are read, because one page depends on the others. */
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

export const opensTurn = (row: NarrowRow) => row.kind === "prompt" && row.agent === null;

interface Detail {
  id: number;
  name: string | null;
  size?: number;
  type?: string | null;
}

export function toOutline(db: Database, session: string, order: readonly Placed[]): SessionOutline {
  const details = new Map<number, Detail>();
  for (const sql of [TEXTS, CALLS]) {
    for (const row of db.query<Detail, Named>(sql).all({ session })) details.set(row.id, row);
  }
  const prompts = db
    .query<{ id: number; agent: string | null; text: string }, Named>(PROMPTS)
    .all({ session })
    .map(({ text, ...prompt }) => ({ ...prompt, title: toFirstLine(planHeading(text) ?? text) }));
  const titles = new Map(prompts.map(({ id, title }) => [id, title]));
  const tasks = new Map(prompts.map(({ agent, title }) => [agent ?? "", title]));
  const names: string[] = [];
  const places = new Map<string, number>();
  const placeOf = (name: string | null | undefined): number => {
    if (name === null || name === undefined) return -1;
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, names.length);
    return names.push(name) - 1;
  };
  const from = order.reduce((least, { at }) => Math.min(least, at), order[0]?.at ?? 0);
  const detailOf = ({ kind, id }: Placed) => (kind === "injection" ? undefined : details.get(id));
  return {
    ids: order.map(({ id }) => id),
    kinds: order.map(({ kind }) => OUTLINE_KINDS[kind]).join(""),
    turns: order.map(({ turn }) => turn),
    from,
    seconds: order.map(({ at }) => Math.round((at - from) / 1000)),
    named: order.map((row) => placeOf(detailOf(row)?.name)),
    names,
    sizes: order.map((row) =>
      row.kind === "prompt" || row.kind === "response" ? (detailOf(row)?.size ?? 0) : 0,
    ),
    failed: order.flatMap((row, place) => (row.failed === 1 ? [place] : [])),
    titles: order.flatMap((row) => (opensTurn(row) ? [titles.get(row.id) ?? ""] : [])),
    agents: toChapters(order, { typeOf: (row) => detailOf(row)?.type ?? undefined, tasks }),
  };
}

interface ChapterSource {
  typeOf(row: Placed): string | undefined;
  /** For each subagent: the first line of its task. */
  tasks: ReadonlyMap<string, string>;
}

function toChapters(order: readonly Placed[], { typeOf, tasks }: ChapterSource): SessionOutline["agents"] {
  const chapters: SessionOutline["agents"] = [];
  for (const [place, row] of order.entries()) {
    if (row.agent === null) continue;
    let chapter = chapters.at(-1);
    const continues =
      chapter?.id === row.agent && chapter.to === place && order[place - 1]?.turn === row.turn;
    if (chapter === undefined || !continues) {
      chapter = { from: place, to: place, id: row.agent, title: tasks.get(row.agent) ?? "" };
      chapters.push(chapter);
    }
    chapter.to = place + 1;
    const type = typeOf(row);
    if (chapter.type === undefined && type !== undefined) chapter.type = type;
  }
  return chapters;
}
