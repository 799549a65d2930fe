/** All injections, with their sources and whether they were used. */
import { Badge, Field, Time } from "../../parts/basics.tsx";
import { DatedList } from "../../parts/dated-list.tsx";
import { Filters } from "../../parts/filters.tsx";
import { ProjectSelect, projectName } from "../../parts/project-select.tsx";
import { get } from "../../state/api.ts";
import { numberOf, withoutUri } from "../../state/format.ts";
import { useCursorList } from "../../state/lists.ts";
import { useSettled } from "../../state/resource.ts";
import { route, setQuery, toHash } from "../../state/route.ts";
import type { AlreadyInjected } from "../../state/types.ts";
import { injectedWords, leadOf, nameOf, words } from "../../words/index.ts";
import { InjectionPanel } from "./injection-panel.tsx";
import { NextSession } from "./next-session.tsx";
import { Used } from "./used.tsx";

const PARTS = ["list", "used", "next"] as const;

export function InjectionsView() {
  const i = injectedWords();
  const { query } = route.value;
  const part = PARTS.find((one) => one === query.part) ?? "list";
  return (
    <>
      <h1>{nameOf("injected")}</h1>
      <p class="lead">{leadOf("injected")}</p>
      <nav class="tabs" aria-label={nameOf("injected")}>
        {PARTS.map((one) => (
          <a
            key={one}
            href={toHash("injected", "", { project: query.project, part: one === "list" ? undefined : one })}
            aria-current={one === part ? "page" : undefined}
          >
            {i.parts[one]}
          </a>
        ))}
      </nav>
      {part === "used" ? <Used /> : part === "next" ? <NextSession /> : <List />}
    </>
  );
}

function List() {
  const w = words.value;
  const { id, query } = route.value;
  const { text = "", project = "", sessionId = "" } = query;
  const filter = { text: useSettled(text, 150), project, sessionId, limit: 30 };
  const list = useCursorList<AlreadyInjected>(JSON.stringify(filter), (cursor, signal) =>
    get("/api/page/ledger", { ...filter, cursor }, signal),
  );
  const open = list.items.find((one) => one.id === id);
  return (
    <>
      <Filters isInUse={project !== ""}>
        <Field label={w.injected.search}>
          <input
            type="search"
            value={text}
            onInput={(event) => setQuery({ text: event.currentTarget.value })}
          />
        </Field>
        <ProjectSelect value={project} onChange={(value) => setQuery({ project: value })} />
      </Filters>
      <DatedList
        label={nameOf("injected")}
        list={list}
        atOf={({ at }) => at}
        row={(injected) => <InjectionLine injected={injected} open={id} />}
        empty={{ title: w.injected.none, hint: w.injected.noneHint }}
      >
        {id === "" ? null : <InjectionPanel id={id} injected={open} reload={list.reload} />}
      </DatedList>
    </>
  );
}

function InjectionLine({ injected, open }: { injected: AlreadyInjected; open: string }) {
  const w = words.value;
  // A text that quotes no record, such as the names of memories that did not fit.
  const parts = injected.sources.length;
  return (
    <a
      class="session-line"
      href={toHash("injected", injected.id, route.value.query)}
      aria-current={injected.id === open ? "true" : undefined}
    >
      <span class="session-title">{injected.what === "" ? w.injected.one : withoutUri(injected.what)}</span>
      <span class="session-badges">
        <Badge tone="injected">{w.rows.tokens(numberOf(injected.tokens))}</Badge>
        {injected.used.length > 0 ? <Badge tone="good">{w.injected.used}</Badge> : null}
      </span>
      <span class="session-meta">
        {w.injected.at[injected.event] ?? injected.event} · {projectName(injected.project)} ·{" "}
        <Time at={injected.at} /> · {parts === 0 ? "" : `${injectedWords().items(numberOf(parts))} · `}
        {injectedWords().forSession} {injected.title === "" ? w.sessions.untitled : `“${injected.title}”`}
      </span>
    </a>
  );
}
