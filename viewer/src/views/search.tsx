/** Search as you type, with matched words marked and the score of every result. */
import { useEffect, useRef } from "preact/hooks";
import { Badge, Empty, Field, Marked, Parts, Select, Time, Trouble } from "../parts/basics.tsx";
import { ProjectSelect } from "../parts/project-select.tsx";
import { send } from "../state/api.ts";
import { folderOf, numberOf } from "../state/format.ts";
import { useResource, useSettled } from "../state/resource.ts";
import { route, setQuery, toHash } from "../state/route.ts";
import type { Hit } from "../state/types.ts";
import { words } from "../words/index.ts";
import { leadOf, nameOf } from "../words/view-names.ts";

const AGES: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };

export function SearchView() {
  const w = words.value;
  const { q = "", type = "", project = "", client = "", age = "" } = route.value.query;
  const settled = useSettled(q, 25).trim();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const days = AGES[age];
  const filter = {
    ...(type === "" ? {} : { type }),
    ...(project === "" ? {} : { project }),
    ...(client === "" ? {} : { client }),
    ...(days === undefined ? {} : { since: startOfDay() - days * 86_400_000 }),
  };
  const found = useResource<{ results: Hit[]; ms: number } | undefined>(
    JSON.stringify([settled, filter]),
    async (signal) =>
      settled === ""
        ? undefined
        : send("POST", "/api/page/search", { query: settled, limit: 40, ...filter }, signal),
  );
  return (
    <>
      <h1>{nameOf("search")}</h1>
      <p class="lead">{leadOf("search")}</p>
      <search class="filters">
        <Field label={w.search.words}>
          <input
            ref={box}
            type="search"
            value={q}
            placeholder={w.search.example}
            onInput={(event) => setQuery({ q: event.currentTarget.value })}
          />
        </Field>
        <Select
          label={w.search.type}
          value={type}
          options={[["", w.frame.all], ...Object.entries(w.search.types)]}
          onChange={(value) => setQuery({ type: value })}
        />
        <ProjectSelect value={project} onChange={(value) => setQuery({ project: value })} />
        <Select
          label={w.sessions.client}
          value={client}
          options={[["", w.frame.all], ...Object.entries(w.sessions.clients)]}
          onChange={(value) => setQuery({ client: value })}
        />
        <Select
          label={w.search.age}
          value={age}
          options={[["", w.search.anyAge], ...Object.entries(w.search.ages)]}
          onChange={(value) => setQuery({ age: value })}
        />
      </search>
      {found.problem === undefined ? null : <Trouble problem={found.problem} retry={found.reload} />}
      <p class="quiet" role="status">
        {found.value === undefined
          ? ""
          : w.search.found(found.value.results.length, numberOf(found.value.ms))}
      </p>
      {settled === "" ? <Empty title={w.search.start}>{w.search.startHint}</Empty> : null}
      {found.value !== undefined && found.value.results.length === 0 ? (
        <Empty title={w.search.nothing}>{w.search.nothingHint}</Empty>
      ) : null}
      <ol class="hits">
        {found.value?.results.map((hit) => (
          <HitItem key={hit.id} hit={hit} />
        ))}
      </ol>
    </>
  );
}

/** The same value for a whole day, so that the same search has the same key. */
function startOfDay(): number {
  return new Date().setHours(0, 0, 0, 0);
}

function nameOfClient(client: string): string {
  return (words.value.sessions.clients as Record<string, string>)[client] ?? client;
}

function HitItem({ hit }: { hit: Hit }) {
  const w = words.value;
  const at = hit.type === "summary" ? {} : { at: hit.id };
  const href =
    hit.type === "memory"
      ? toHash("memory", hit.uri ?? hit.id, { project: hit.project })
      : hit.type === "solution"
        ? toHash("solutions", hit.id)
        : toHash("sessions", hit.sessionId, at);
  const { words: asked, inTitle, inSnippet } = hit.why;
  const found = Math.max(inTitle, inSnippet);
  return (
    <li class="hit">
      <a href={href}>
        <Marked text={hit.title} marks={hit.titleMarks} />
      </a>
      <p class="snippet">
        <Marked text={hit.snippet} marks={hit.snippetMarks} />
      </p>
      <p class="quiet">
        <Badge>{w.search.types[hit.type] ?? hit.type}</Badge> {folderOf(hit.project)} · <Time at={hit.at} />
        {hit.client === undefined ? null : ` · ${nameOfClient(hit.client)}`}
        {found < asked && ` · ${w.search.matched(found, asked)}`}
      </p>
      <details class="quiet">
        <summary>{w.search.score(hit.score.toFixed(2))}</summary>
        <Parts parts={hit.parts ?? {}} />
      </details>
    </li>
  );
}
