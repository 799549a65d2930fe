/** Search as you type: one group per session, filters in the query, recent searches. */

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Badge, Empty, Field, Marked, partsOf, Select, Time, Trouble } from "../parts/basics.tsx";
import { Filters } from "../parts/filters.tsx";
import { ProjectSelect, projectName } from "../parts/project-select.tsx";
import { send } from "../state/api.ts";
import { numberOf } from "../state/format.ts";
import { clientTitles } from "../state/hello.ts";
import { clearSearches, noteSearch, recentSearches } from "../state/recent.ts";
import { useResource, useSettled } from "../state/resource.ts";
import { route, setQuery, toHash } from "../state/route.ts";
import type { Hit, HitGroup, SearchAnswer } from "../state/types.ts";
import { findWords, leadOf, nameOf, words } from "../words/index.ts";

const AGES: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };

export function SearchView() {
  const w = words.value;
  const { q = "", type = "", project = "", age = "", client = "" } = route.value.query;
  const settled = useSettled(q, 25).trim();
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => box.current?.focus(), []);
  const days = AGES[age];
  const filter = {
    ...(type === "" ? {} : { type }),
    ...(project === "" ? {} : { project }),
    ...(client === "" ? {} : { client }),
    ...(days === undefined ? {} : { since: startOfDay() - days * 86_400_000 }),
  };
  const found = useResource<SearchAnswer | undefined>(JSON.stringify([settled, filter]), async (signal) =>
    settled === "" ? undefined : send("POST", "/api/page/search", { query: settled, ...filter }, signal),
  );
  const answer = found.value;
  useEffect(() => {
    if (answer === undefined || answer.total === 0) return;
    // A search that was read for a moment was intended.
    const timer = setTimeout(() => noteSearch(settled), 1500);
    return () => clearTimeout(timer);
  }, [answer, settled]);
  return (
    <>
      <h1>{nameOf("search")}</h1>
      <p class="lead">{leadOf("search")}</p>
      <Filters isInUse={[type, project, client, age].some((value) => value !== "")}>
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
          options={[["", w.frame.all], ...Object.entries(clientTitles()).filter(([name]) => name !== "api")]}
          onChange={(value) => setQuery({ client: value })}
        />
        <Select
          label={w.search.age}
          value={age}
          options={[["", w.search.anyAge], ...Object.entries(w.search.ages)]}
          onChange={(value) => setQuery({ age: value })}
        />
      </Filters>
      <Trouble problem={found.problem} retry={found.reload} />
      <p class="quiet" role="status">
        {answer === undefined ? "" : totalOf(answer)}
      </p>
      {settled === "" ? <Start /> : null}
      {answer !== undefined && answer.total === 0 ? (
        <Empty title={w.search.nothing}>{w.search.nothingHint}</Empty>
      ) : null}
      <ol class="hits">
        {answer?.groups.map((group) => (
          <Group key={group.hits[0]?.id} group={group} />
        ))}
      </ol>
    </>
  );
}

function totalOf({ total, isAll, ms, unknown }: SearchAnswer): string {
  const f = findWords();
  const count = (isAll ? f.total : f.atLeast)(numberOf(total), numberOf(ms));
  return unknown.length === 0 ? count : `${count} · ${f.unknown(unknown.join(" "))}`;
}

/** Before anything is typed: what can be typed, and what was searched for lately. */
function Start() {
  const w = words.value;
  const f = findWords();
  return (
    <>
      {recentSearches.value.length === 0 ? (
        <Empty title={w.search.start}>{w.search.startHint}</Empty>
      ) : (
        <section aria-label={f.recent}>
          <h2>{f.recent}</h2>
          <ul class="recent">
            {recentSearches.value.map((text) => (
              <li key={text}>
                <a href={toHash("search", "", { q: text })}>{text}</a>
              </li>
            ))}
          </ul>
          <button type="button" class="link" onClick={clearSearches}>
            {f.clear}
          </button>
        </section>
      )}
      <section class="filter-hints" aria-label={f.filters}>
        <h2>{f.filters}</h2>
        <dl>
          {f.filterHints.map(([example, meaning]) => (
            <div key={example}>
              <dt>
                <code>{example}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

/** The same value for a whole day, so that the same search has the same key. */
function startOfDay(): number {
  return new Date().setHours(0, 0, 0, 0);
}

function Group({ group }: { group: HitGroup }) {
  const w = words.value;
  const f = findWords();
  return (
    <li class="hit-group">
      <p class="hit-session">
        {group.sessionId === "" ? (
          <span class="quiet">{projectName(group.project)}</span>
        ) : (
          <>
            <a href={toHash("sessions", group.sessionId)}>
              {group.title === "" ? w.sessions.untitled : group.title}
            </a>{" "}
            <span class="quiet">
              {projectName(group.project)} · <Time at={group.at} />
            </span>
          </>
        )}
      </p>
      <ul>
        {group.hits.map((hit) => (
          <HitItem key={hit.id} hit={hit} />
        ))}
      </ul>
      {group.more > 0 ? <p class="quiet">{f.moreInSession(numberOf(group.more))}</p> : null}
    </li>
  );
}

function hrefOf(hit: Hit): string {
  if (hit.type === "memory") return toHash("memory", hit.uri ?? hit.id, { project: hit.project });
  if (hit.type === "solution")
    return hit.sessionId === ""
      ? toHash("failures", hit.id)
      : toHash("sessions", hit.sessionId, { show: "failures" });
  return toHash("sessions", hit.sessionId, hit.type === "summary" ? {} : { at: hit.id });
}

function HitItem({ hit }: { hit: Hit }) {
  const w = words.value;
  const { words: asked, inTitle, inSnippet } = hit.why;
  const found = Math.max(inTitle, inSnippet);
  return (
    <li class="hit">
      <a href={hrefOf(hit)}>
        <Marked text={hit.title} marks={hit.titleMarks} />
      </a>
      {hit.snippet === "" || hit.snippet === hit.title ? null : (
        <p class="snippet">
          {hit.type === "solution" ? <strong>{findWords().solution} </strong> : null}
          <Marked text={hit.snippet} marks={hit.snippetMarks} />
        </p>
      )}
      <p class="quiet">
        <Badge title={`${w.search.score(hit.score.toFixed(2))}: ${partsOf(hit.parts ?? {})}`}>
          {w.search.types[hit.type] ?? hit.type}
        </Badge>{" "}
        <Time at={hit.at} />
        {found < asked && ` · ${w.search.matched(found, asked)}`}
      </p>
    </li>
  );
}
