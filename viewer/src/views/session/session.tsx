/** One session: its card, its turns, and everything that happened, readable. */

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Badge, Empty, Loaded, Loading, Time, Trouble } from "../../parts/basics.tsx";
import { FlowList } from "../../parts/flow-list.tsx";
import { get } from "../../state/api.ts";
import { durationOf, numberOf, timeOf } from "../../state/format.ts";
import { clientTitle } from "../../state/hello.ts";
import { onLive } from "../../state/live.ts";
import { useResource } from "../../state/resource.ts";
import { route, setQuery, toHash } from "../../state/route.ts";
import { useRows } from "../../state/rows.ts";
import type { Session, SessionOutline } from "../../state/types.ts";
import { nameOf, sessionWords, words } from "../../words/index.ts";
import { SessionActions } from "./actions.tsx";
import { Card } from "./card.tsx";
import { Chapters } from "./chapters.tsx";
import { ItemView } from "./entry.tsx";
import { Find } from "./find.tsx";
import { createOutline, FILTERS, type Filter } from "./outline.ts";

interface Head {
  session: Session;
  muted: boolean;
  resume?: string;
  /** Its project is not recorded. */
  excluded: boolean;
}

/** A session with no more rows than this is shown unfolded. */
const SHORT = 60;
/** Rows beyond the screen whose content is loaded ahead. */
const AHEAD = 30;

export function SessionView({ id }: { id: string }) {
  const w = words.value;
  const { everything = "" } = route.value.query;
  const flag = everything === "1" ? "1" : undefined;
  const path = `/api/page/sessions/${encodeURIComponent(id)}`;
  const head = useResource<Head>(id, (signal) => get(path, {}, signal));
  const outline = useResource<SessionOutline>(`${id} ${everything}`, (signal) =>
    get(`${path}/outline`, { everything: flag }, signal),
  );
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
  const { session, muted } = head.value;
  return (
    <>
      <header class="session-head">
        <Crumb />
        <Heading session={session} muted={muted} />
        <SessionActions
          session={session}
          resume={head.value.resume}
          muted={muted}
          excluded={head.value.excluded}
          reload={head.reload}
        />
      </header>
      <Loaded of={outline}>
        {(value) => (
          <Story
            key={`${session.id} ${everything}`}
            session={session}
            outline={value}
            card={<Facts session={session} />}
            reload={() => {
              head.reload();
              outline.reload();
            }}
          />
        )}
      </Loaded>
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

function Heading({ session, muted }: { session: Session; muted: boolean }) {
  const w = words.value;
  return (
    <h1 class="session-heading">
      {session.title === "" ? w.sessions.untitled : session.title}{" "}
      {session.status === "active" ? <Badge tone="accent">{w.sessions.outcomes.running}</Badge> : null}
      {muted ? <Badge tone="bad">{w.injected.muted}</Badge> : null}
    </h1>
  );
}

/** Placed at the top of the list, and scrolls away with it to leave room for reading. */
function Facts({ session }: { session: Session }) {
  const w = words.value;
  const s = sessionWords();
  const facts: [string, preact.ComponentChildren][] = [
    [w.frame.project, session.project],
    [w.session.began, timeOf(session.startedAt)],
    [w.session.last, <Time key="last" at={session.lastEventAt} />],
    [s.card.took, durationOf(session.lastEventAt - session.startedAt)],
    [w.sessions.client, clientTitle(session.client)],
  ];
  if (session.model !== undefined) facts.push([w.session.model, session.model]);
  if (session.branch !== undefined) facts.push([s.card.branch, session.branch]);
  facts.push([s.card.id, <code key="id">{session.id}</code>]);
  return (
    <div class="session-top">
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <details class="session-summary">
        <summary>{s.summary}</summary>
        <Card session={session} />
      </details>
    </div>
  );
}

interface StoryProps {
  session: Session;
  outline: SessionOutline;
  card: preact.ComponentChildren;
  reload(): void;
}

function Story({ session, outline, card, reload }: StoryProps) {
  const w = words.value;
  const s = sessionWords();
  const { at = "", show = "" } = route.value.query;
  const filter = FILTERS.find((one) => one === show);
  const rows = useRows();
  const whole = useMemo(() => createOutline(outline), [outline]);
  const folds = useFolds(whole.count <= SHORT, whole.lastTurn);
  const items = useMemo(
    () => whole.items({ filter, isTurnOpen: folds.isTurnOpen, isChapterOpen: folds.isChapterOpen }),
    [whole, filter, folds.version],
  );
  const chosen = useRef("");
  const [reveal, setReveal] = useState<{ id: string; times: number }>({ id: "", times: 0 });
  const open = (id: string) => {
    const place = whole.placeOf(id);
    if (place === undefined) return;
    folds.unfold(whole.turnOfPlace(place), whole.chapterOfPlace(place));
    folds.open(id);
    if (filter !== undefined && !items.some(({ key }) => key === id)) setQuery({ show: undefined });
    setReveal(({ times }) => ({ id, times: times + 1 }));
  };
  useEffect(() => {
    if (at === "end") setReveal(({ times }) => ({ id: "end", times: times + 1 }));
    else if (at !== "" && at !== chosen.current) open(at);
    chosen.current = "";
  }, [at, at === "end" ? whole.count : 0]);
  useFollow(session.id, reload, rows.refresh);

  const index = useMemo(() => {
    if (reveal.id === "end") return items.length - 1;
    return reveal.id === "" ? -1 : items.findIndex(({ key }) => key === reveal.id);
  }, [reveal, items]);
  const onRange = useCallback(
    (from: number, to: number) => {
      const near = items.slice(Math.max(0, from - AHEAD), to + AHEAD);
      rows.want(near.flatMap((item) => (item.type === "entry" ? [item.id] : [])));
    },
    [items, rows.want],
  );
  const chapters = useMemo(whole.chapters, [whole]);
  const toggle = (id: string) => {
    // The URL follows what was opened last; the list stays where it is.
    chosen.current = id;
    folds.toggle(id);
    setQuery({ at: folds.isOpen(id) ? undefined : id });
  };
  const context = {
    session,
    card,
    agents: whole.agents,
    rowOf: rows.at,
    isOpen: folds.isOpen,
    toggle,
    toggleTurn: folds.toggleTurn,
    toggleChapter: folds.toggleChapter,
  };
  return (
    <div class="session fill">
      <Chapters lines={chapters} />
      <div class="timeline">
        <Tools whole={whole} filter={filter} onFold={folds.all}>
          <Find sessionId={session.id} onMatch={open} placeOf={whole.placeOf} />
        </Tools>
        <Trouble problem={rows.problem} retry={rows.refresh} />
        {items.some(({ type }) => type === "entry") ? null : (
          <Empty title={filter === undefined ? w.session.empty : s.nothingLeft} />
        )}
        <FlowList
          label={w.session.timeline}
          class="panel"
          items={items}
          row={(item) => <ItemView item={item} context={context} />}
          onRange={onRange}
          reveal={index < 0 ? undefined : { index, times: reveal.times }}
        />
      </div>
    </div>
  );
}

interface ToolsProps {
  whole: ReturnType<typeof createOutline>;
  filter: Filter | undefined;
  onFold(open: boolean): void;
  children: preact.ComponentChildren;
}

function Tools({ whole, filter, onFold, children }: ToolsProps) {
  const w = words.value;
  const s = sessionWords();
  const counts = useMemo(whole.counts, [whole]);
  const { everything = "" } = route.value.query;
  return (
    <div class="timeline-head">
      <fieldset class="chips" aria-label={s.show}>
        {[undefined, ...FILTERS].map((one) => (
          <button
            key={one ?? "all"}
            type="button"
            class="chip"
            aria-pressed={filter === one}
            onClick={() => setQuery({ show: one, at: undefined })}
          >
            {one === undefined ? s.everythingOf : s.filters[one]}{" "}
            <span class="quiet">{numberOf(one === undefined ? whole.count : counts[one])}</span>
          </button>
        ))}
      </fieldset>
      {children}
      <div class="actions">
        <button type="button" onClick={() => onFold(false)}>
          {s.foldAll}
        </button>
        <button type="button" onClick={() => onFold(true)}>
          {s.unfoldAll}
        </button>
        <label class="check">
          <input
            type="checkbox"
            checked={everything === "1"}
            onChange={(event) => setQuery({ everything: event.currentTarget.checked ? "1" : undefined })}
          />
          {w.session.everything}
        </label>
      </div>
    </div>
  );
}

/** What is folded and opened. A long session begins folded, with its last turn open. */
function useFolds(isShort: boolean, lastTurn: number) {
  const [state, setState] = useState({
    version: 0,
    turnsOpen: isShort,
    turns: new Map<number, boolean>(),
    chapters: new Set<number>(),
    opened: new Set<string>(),
  });
  const change = (make: (old: typeof state) => Partial<typeof state>) =>
    setState((old) => ({ ...old, ...make(old), version: old.version + 1 }));
  const isTurnOpen = (turn: number) => state.turns.get(turn) ?? (state.turnsOpen || turn === lastTurn);
  return {
    version: state.version,
    isTurnOpen,
    isChapterOpen: (chapter: number) => state.chapters.has(chapter),
    isOpen: (id: string) => state.opened.has(id),
    open: (id: string) => change(({ opened }) => ({ opened: new Set(opened).add(id) })),
    toggle: (id: string) => change(({ opened }) => ({ opened: toggled(opened, id) })),
    toggleTurn: (turn: number) =>
      change(({ turns }) => ({ turns: new Map(turns).set(turn, !isTurnOpen(turn)) })),
    toggleChapter: (chapter: number) => change(({ chapters }) => ({ chapters: toggled(chapters, chapter) })),
    unfold: (turn: number, chapter: number) =>
      change(({ turns, chapters }) => ({
        turns: new Map(turns).set(turn, true),
        chapters: chapter === -1 ? chapters : new Set(chapters).add(chapter),
      })),
    all: (open: boolean) =>
      change(() => ({ turnsOpen: open, turns: new Map(open ? [] : [[lastTurn, false]]) })),
  };
}

function toggled<T>(set: ReadonlySet<T>, value: T): Set<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

const FOLLOW_MS = 400;

/** Keeps the page of a running session up to date. */
function useFollow(sessionId: string, ...reloads: (() => void)[]): void {
  const latest = useRef(reloads);
  latest.current = reloads;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive((event) => {
      if ((event.type !== "event" && event.type !== "injection") || event.sessionId !== sessionId) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const reload of latest.current) reload();
      }, FOLLOW_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [sessionId]);
}
