/** What the model was told: every injection with its sources, and what became of it. */
import { useCallback } from "preact/hooks";
import { Badge, Empty, Field, Loading, Time, Trouble } from "../parts/basics.tsx";
import { ProjectSelect } from "../parts/project-select.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { get } from "../state/api.ts";
import { folderOf, numberOf } from "../state/format.ts";
import { useCursorList } from "../state/lists.ts";
import { useSettled } from "../state/resource.ts";
import { route, setQuery, toHash } from "../state/route.ts";
import type { Told } from "../state/types.ts";
import { words } from "../words/index.ts";
import { ToldPanel } from "./told-panel.tsx";

const ROW_HEIGHT = 64;

export function ToldView() {
  const w = words.value;
  const { id, query } = route.value;
  const { text = "", project = "", sessionId = "" } = query;
  const filter = { text: useSettled(text, 150), project, sessionId, limit: 30 };
  const list = useCursorList<Told>(JSON.stringify(filter), (cursor, signal) =>
    get("/api/page/ledger", { ...filter, cursor }, signal),
  );
  const { items, more, loadMore } = list;
  const onRange = useCallback(
    (_from: number, last: number) => {
      if (more && last >= items.length - 5) loadMore();
    },
    [items.length, more, loadMore],
  );
  const open = items.find((one) => one.id === id);
  return (
    <>
      <h1>{w.nav.told}</h1>
      <p class="lead">{w.lead.told}</p>
      <search class="filters">
        <Field label={w.told.search}>
          <input
            type="search"
            value={text}
            onInput={(event) => setQuery({ text: event.currentTarget.value })}
          />
        </Field>
        <ProjectSelect value={project} onChange={(value) => setQuery({ project: value })} />
      </search>
      {list.problem === undefined ? null : <Trouble problem={list.problem} retry={list.reload} />}
      {items.length === 0 ? (
        list.loading ? (
          <Loading />
        ) : list.problem === undefined ? (
          <Empty title={w.told.none}>{w.told.noneHint}</Empty>
        ) : null
      ) : (
        <div class={`split fill${id === "" ? "" : " with-record"}`}>
          <VirtualList
            label={w.nav.told}
            class="panel fill"
            count={items.length}
            rowHeight={ROW_HEIGHT}
            rowKey={(index) => items[index]?.id ?? index}
            row={(index) => <ToldLine told={items[index]} open={id} />}
            onRange={onRange}
          />
          {id === "" ? null : <ToldPanel id={id} told={open} reload={list.reload} />}
        </div>
      )}
    </>
  );
}

function ToldLine({ told, open }: { told: Told | undefined; open: string }) {
  const w = words.value;
  if (told === undefined) return null;
  return (
    <a
      class="session-line"
      href={toHash("told", told.id, route.value.query)}
      aria-current={told.id === open ? "true" : undefined}
    >
      <span class="session-title">{told.title === "" ? w.sessions.untitled : told.title}</span>
      <span class="session-badges">
        <Badge tone="told">{w.rows.tokens(numberOf(told.tokens))}</Badge>
        {told.used.length > 0 ? <Badge tone="good">{w.told.used}</Badge> : null}
      </span>
      <span class="session-meta">
        {w.told.at[told.event] ?? told.event} · {folderOf(told.project)} · <Time at={told.at} /> ·{" "}
        {w.told.sources(told.sources.length)}
      </span>
    </a>
  );
}
