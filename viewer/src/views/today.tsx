/** A day of work by project: requests, changes, commands, fixes, open items, and Pawl's injections. */

import { useEffect } from "preact/hooks";
import { Badge, Empty, Lines, Loaded, Loading, Time } from "../parts/basics.tsx";
import { ProjectSelect } from "../parts/project-select.tsx";
import { ListPart, WorkParts } from "../parts/work.tsx";
import { get } from "../state/api.ts";
import { dayOf, hourOf, numberOf, toDateName, withoutUri } from "../state/format.ts";
import { clientTitle } from "../state/hello.ts";
import { onLive } from "../state/live.ts";
import { useResource } from "../state/resource.ts";
import { route, setQuery, toHash } from "../state/route.ts";
import type { DayReport, ProjectDay } from "../state/types.ts";
import { dayWords, leadOf, nameOf, words } from "../words/index.ts";

export function TodayView() {
  const d = dayWords();
  const { date = "", project = "" } = route.value.query;
  const found = useResource<DayReport>(`${date} ${project}`, (signal) =>
    get("/api/day", { date, project }, signal),
  );
  useFresh(date, found.reload);
  const report = found.value;
  return (
    <>
      <div class="head">
        <div>
          <h1>{report === undefined ? nameOf("today") : titleOf(report.day)}</h1>
          <p class="lead">{leadOf("today")}</p>
        </div>
        <search class="day-tools">
          <button
            type="button"
            aria-label={d.previous}
            title={d.previous}
            disabled={report?.previous == null}
            onClick={() => setQuery({ date: report?.previous ?? undefined })}
          >
            ←
          </button>
          <input
            type="date"
            aria-label={d.date}
            value={report?.day ?? date}
            onChange={(event) => setQuery({ date: event.currentTarget.value })}
          />
          <button
            type="button"
            aria-label={d.next}
            title={d.next}
            disabled={report?.next == null}
            onClick={() => setQuery({ date: report?.next ?? undefined })}
          >
            →
          </button>
          <ProjectSelect value={project} onChange={(value) => setQuery({ project: value })} />
        </search>
      </div>
      <Loaded of={found}>{(value) => <Report report={value} />}</Loaded>
    </>
  );
}

function titleOf(day: string): string {
  const d = dayWords();
  const [today, yesterday] = [toDateName(Date.now()), toDateName(Date.now() - 86_400_000)];
  const full = dayOf(new Date(`${day}T12:00`).getTime());
  if (day === today) return `${d.today}, ${full}`;
  return day === yesterday ? `${d.yesterday}, ${full}` : full;
}

/** Today's data changes while the page is open. */
function useFresh(date: string, reload: () => void): void {
  useEffect(() => {
    if (date !== "" && date !== toDateName(Date.now())) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive((event) => {
      if (event.type !== "event") return;
      timer ??= setTimeout(() => {
        timer = undefined;
        reload();
      }, 2000);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [date, reload]);
}

/** Nothing was ever recorded: is a client connected, and what comes next? */
function Welcome() {
  const d = dayWords();
  const found = useResource<{ clients: { client: string; connected: boolean }[] }>("clients", (signal) =>
    get("/api/page/clients", {}, signal),
  );
  if (found.value === undefined)
    return found.problem === undefined ? <Loading /> : <Empty title={d.welcome} />;
  const connected = found.value.clients.filter((one) => one.connected);
  const names = connected.map(({ client }) => clientTitle(client)).join(", ");
  return (
    <Empty title={d.welcome}>
      <p>{connected.length === 0 ? d.notConnected : d.connected(names)}</p>
      <ol class="next-steps">
        {connected.length === 0 ? (
          <li>
            {d.connectFirst} <code>pawl install</code>
          </li>
        ) : null}
        <li>{d.startSession}</li>
        <li>
          {d.importHint} <code>pawl import</code>
        </li>
      </ol>
    </Empty>
  );
}

function Report({ report }: { report: DayReport }) {
  const d = dayWords();
  const { totals } = report;
  if (report.projects.length === 0 && report.previous === null && report.next === null) return <Welcome />;
  if (report.projects.length === 0) {
    return (
      <Empty title={d.nothing}>
        <p>{d.nothingHint}</p>
        {report.previous === null ? null : (
          <a href={toHash("today", "", { ...route.value.query, date: report.previous })}>
            {d.lastActive(dayOf(new Date(`${report.previous}T12:00`).getTime()))}
          </a>
        )}
      </Empty>
    );
  }
  const figures: [string, preact.ComponentChildren][] = [
    [d.totals.sessions, numberOf(totals.sessions)],
    [
      d.totals.files,
      <>
        {numberOf(totals.files)} <Lines added={totals.added} removed={totals.removed} />
      </>,
    ],
    [d.totals.commits, numberOf(totals.commits)],
    [
      d.totals.failures,
      totals.failures === 0 ? "0" : `${numberOf(totals.fixed)} / ${numberOf(totals.failures)}`,
    ],
    [
      d.totals.injected,
      totals.injections === 0 ? "0" : `${numberOf(totals.used)} / ${numberOf(totals.injections)}`,
    ],
    [d.totals.tokens, numberOf(totals.tokens)],
  ];
  return (
    <>
      <dl class="figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {report.isComplete ? null : <p class="quiet">{d.partly}</p>}
      {report.projects.map((one) => (
        <Project key={one.project} of={one} />
      ))}
    </>
  );
}

function Project({ of }: { of: ProjectDay }) {
  const d = dayWords();
  const { totals } = of;
  // A session's first request is already shown as its title.
  const titles = new Set(of.sessions.map(({ title }) => title));
  const at = (sessionId: string, id?: string) => toHash("sessions", sessionId, { at: id });
  return (
    <section class="day-project panel" aria-label={of.name}>
      <h2>
        <a href={toHash("today", "", { ...route.value.query, project: of.project })} title={of.project}>
          {of.name}
        </a>{" "}
        {totals.running > 0 ? <Badge tone="accent">{d.running}</Badge> : null}
        <span class="quiet">
          {" "}
          <Time at={of.lastAt} />
        </span>
      </h2>
      <dl class="day-parts">
        <ListPart name={d.parts.sessions} items={of.sessions.map((one) => <SessionLine one={one} />)} />
        <ListPart
          name={d.parts.asked}
          items={of.asked
            .filter(({ text }) => !titles.has(text))
            .map((one) => (
              <>
                <span class="quiet">{hourOf(one.at)}</span> <a href={at(one.sessionId, one.id)}>{one.text}</a>
              </>
            ))}
        />
        <WorkParts of={of} project={of.project} />
        <ListPart
          name={d.parts.open}
          items={of.open.map((one) => (
            <>
              <Badge>{d.openKinds[one.kind]}</Badge> <a href={at(one.sessionId)}>{one.text}</a>
            </>
          ))}
        />
        <ListPart
          name={d.parts.injected}
          note={totals.injections === 0 ? null : d.usedOf(numberOf(totals.used), numberOf(totals.injections))}
          items={of.injected.map((one) => (
            <>
              <a href={toHash("injected", one.id)}>{withoutUri(one.title)}</a>{" "}
              {one.used.length > 0 ? <Badge tone="good">{d.used}</Badge> : null}{" "}
              <span class="quiet">{words.value.rows.tokens(numberOf(one.tokens))}</span>
            </>
          ))}
        />
      </dl>
    </section>
  );
}

function SessionLine({ one }: { one: ProjectDay["sessions"][number] }) {
  const w = words.value;
  const d = dayWords();
  return (
    <>
      <a href={toHash("sessions", one.id)}>{one.title === "" ? w.sessions.untitled : one.title}</a>{" "}
      {one.isRunning ? <Badge tone="accent">{d.running}</Badge> : null}
      <span class="quiet">
        {one.branch === null ? "" : ` ${one.branch} ·`}{" "}
        {w.sessions.counts(numberOf(one.prompts), numberOf(one.calls))}{" "}
        <Lines added={one.added} removed={one.removed} />
      </span>
    </>
  );
}
