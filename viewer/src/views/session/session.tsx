/** One session: its turns, its timeline, and the selected record. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { Badge, CopyButton, Empty, Loading, Time, Trouble } from "../../parts/basics.tsx";
import { Row } from "../../parts/row.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { get, getText } from "../../state/api.ts";
import { numberOf, timeOf } from "../../state/format.ts";
import { usePlacedList } from "../../state/lists.ts";
import { onLive } from "../../state/live.ts";
import { type Resource, useResource } from "../../state/resource.ts";
import { route, setQuery, toHash } from "../../state/route.ts";
import type { Session, TimelineRow, Turn } from "../../state/types.ts";
import { words } from "../../words/index.ts";
import { nameOf } from "../../words/view-names.ts";
import { RecordPanel } from "./record-panel.tsx";
import { Turns } from "./turns.tsx";

const ROW_HEIGHT = 36;

interface Head {
  session: Session;
  turns: Turn[];
}

export function SessionView({ id }: { id: string }) {
  const w = words.value;
  const { at = "", everything = "" } = route.value.query;
  const path = `/api/page/sessions/${encodeURIComponent(id)}`;
  const flag = everything === "1" ? "1" : undefined;
  const head = useResource<Head>(`${id} ${everything}`, (signal) => get(path, { everything: flag }, signal));
  const rows = usePlacedList<TimelineRow>(`${id} ${everything}`, (offset, limit) =>
    get(`${path}/timeline`, { offset, limit, everything: flag }),
  );
  const reveal = usePlace(path, at, everything, rows.total);
  useFollow(head.value?.session.id, head.reload, rows.reload);
  const onRange = useCallback((from: number, to: number) => rows.want(from, Math.max(from, to - 1)), [rows]);

  if (head.value === undefined) {
    return (
      <>
        <Crumb />
        <h1>{nameOf("sessions")}</h1>
        {head.problem === undefined ? (
          <Loading />
        ) : head.problem.kind === "missing" ? (
          <Empty title={w.session.missing}>
            <a href={toHash("sessions")}>{w.session.back}</a>
          </Empty>
        ) : (
          <Trouble problem={head.problem} retry={head.reload} />
        )}
      </>
    );
  }
  const { session } = head.value;
  return (
    <>
      <Crumb />
      <Heading head={head} path={path} />
      <div class={`session fill${at === "" || at === "end" ? "" : " with-record"}`}>
        <Turns turns={head.value.turns} />
        <section class="timeline" aria-label={w.session.timeline}>
          <p class="timeline-head">
            <span>{w.session.rows(numberOf(rows.total))}</span>
            <label class="check">
              <input
                type="checkbox"
                checked={everything === "1"}
                onChange={(event) => setQuery({ everything: event.currentTarget.checked ? "1" : undefined })}
              />
              {w.session.everything}
            </label>
          </p>
          {rows.problem === undefined ? null : <Trouble problem={rows.problem} retry={rows.reload} />}
          {rows.total === 0 ? (
            rows.loading ? (
              <Loading />
            ) : (
              <Empty title={w.session.empty} />
            )
          ) : (
            <VirtualList
              label={w.session.timeline}
              class="panel"
              count={rows.total}
              rowHeight={ROW_HEIGHT}
              rowKey={(index) => index}
              row={(index) => <Line row={rows.at(index)} session={session} at={at} everything={everything} />}
              onRange={onRange}
              reveal={reveal}
            />
          )}
        </section>
        {at === "" || at === "end" ? null : <RecordPanel id={at} />}
      </div>
    </>
  );
}

function Crumb() {
  return (
    <p class="crumb">
      <a href={toHash("sessions")}>← {nameOf("sessions")}</a>
    </p>
  );
}

function Heading({ head, path }: { head: Resource<Head>; path: string }) {
  const w = words.value;
  const session = head.value?.session;
  if (session === undefined) return null;
  const facts: [string, preact.ComponentChildren][] = [
    [w.frame.project, session.project],
    [w.session.began, timeOf(session.startedAt)],
    [w.session.last, <Time key="last" at={session.lastEventAt} />],
    [w.sessions.client, (w.sessions.clients as Record<string, string>)[session.client] ?? session.client],
  ];
  if (session.model !== undefined) facts.push([w.session.model, session.model]);
  return (
    <>
      <div class="head">
        <h1 class="session-heading">{session.title === "" ? w.sessions.untitled : session.title}</h1>
        <div class="actions">
          {session.status === "active" ? <Badge tone="accent">{w.sessions.outcomes.running}</Badge> : null}
          <CopyButton label={w.session.copy} text={() => getText(`${path}/markdown`)} />
        </div>
      </div>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {session.summary === undefined ? null : (
        <details class="summary">
          <summary>{w.session.summary}</summary>
          <ul>
            {session.summary.split("\n").map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface LineProps {
  row: TimelineRow | undefined;
  session: Session;
  at: string;
  everything: string;
}

function Line({ row, session, at, everything }: LineProps) {
  if (row === undefined) return <span class="row waiting" aria-hidden="true" />;
  const { id, turn: _turn, fixedBy, ...rest } = row;
  return (
    <a
      class="row-link"
      href={toHash("sessions", session.id, { at: id, everything })}
      aria-current={id === at ? "true" : undefined}
    >
      <Row {...rest} project={session.project} fixed={fixedBy !== undefined} />
    </a>
  );
}

/** The position of the record in the URL. It is requested, because its part may not be loaded yet. */
function usePlace(path: string, at: string, everything: string, total: number): number | undefined {
  const [place, setPlace] = useState<number | undefined>();
  useEffect(() => {
    if (at === "") return setPlace(undefined);
    if (at === "end") return setPlace(total > 0 ? total - 1 : undefined);
    let left = false;
    get<{ offset: number }>(`${path}/place/${encodeURIComponent(at)}`, { everything }).then(
      ({ offset }) => !left && setPlace(offset),
      // The record panel shows that it no longer exists.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [path, at, everything, at === "end" ? total : 0]);
  return place;
}

/** Keeps the timeline of a running session up to date. */
function useFollow(sessionId: string | undefined, ...reloads: (() => void)[]): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive((event) => {
      if ((event.type !== "event" && event.type !== "injection") || event.sessionId !== sessionId) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const reload of reloads) reload();
      }, 250);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [sessionId, ...reloads]);
}
