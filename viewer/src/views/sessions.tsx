/** All sessions, newest first, searched and filtered by the daemon. */

import { Badge, Field, Select } from "../parts/basics.tsx";
import { DatedList } from "../parts/dated-list.tsx";
import { Filters } from "../parts/filters.tsx";
import { ProjectSelect, projectName } from "../parts/project-select.tsx";
import { get } from "../state/api.ts";
import { durationOf, momentOf, numberOf } from "../state/format.ts";
import { clientTitle, clientTitles } from "../state/hello.ts";
import { useCursorList } from "../state/lists.ts";
import { useSettled } from "../state/resource.ts";
import { route, setQuery, toHash } from "../state/route.ts";
import type { Session } from "../state/types.ts";
import { leadOf, nameOf, words } from "../words/index.ts";

/** A day of the calendar, in this browser's time zone. */
function toTime(day: string, add = 0): number | undefined {
  const [year, month, date] = day.split("-").map(Number);
  if (year === undefined || month === undefined || date === undefined || Number.isNaN(date)) return undefined;
  return new Date(year, month - 1, date + add).getTime();
}

export function SessionsView() {
  const w = words.value;
  const { query } = route.value;
  const { text = "", project = "", from = "", to = "", client = "", outcome = "" } = query;
  const settled = useSettled(text, 150);
  const filter = { text: settled, project, since: toTime(from), until: toTime(to, 1), client, outcome };
  const list = useCursorList<Session>(JSON.stringify(filter), (cursor, signal) =>
    get("/api/page/sessions", { ...filter, cursor }, signal),
  );
  const filtered = Object.values(query).some((value) => value !== "");
  return (
    <>
      <h1>{nameOf("sessions")}</h1>
      <p class="lead">{leadOf("sessions")}</p>
      <Filters isInUse={Object.entries(query).some(([name, value]) => name !== "text" && value !== "")}>
        <Field label={w.sessions.search}>
          <input
            type="search"
            value={text}
            onInput={(event) => setQuery({ text: event.currentTarget.value })}
          />
        </Field>
        <ProjectSelect value={project} onChange={(value) => setQuery({ project: value })} />
        <Field label={w.sessions.from}>
          <input
            type="date"
            value={from}
            onChange={(event) => setQuery({ from: event.currentTarget.value })}
          />
        </Field>
        <Field label={w.sessions.to}>
          <input type="date" value={to} onChange={(event) => setQuery({ to: event.currentTarget.value })} />
        </Field>
        <Select
          label={w.sessions.client}
          value={client}
          options={[["", w.frame.all], ...Object.entries(clientTitles())]}
          onChange={(value) => setQuery({ client: value })}
        />
        <Select
          label={w.sessions.outcome}
          value={outcome}
          options={[["", w.frame.all], ...Object.entries(w.sessions.outcomes)]}
          onChange={(value) => setQuery({ outcome: value })}
        />
      </Filters>
      <DatedList
        label={nameOf("sessions")}
        list={list}
        atOf={({ lastEventAt }) => lastEventAt}
        row={(session) => <SessionLine session={session} />}
        empty={
          filtered
            ? { title: w.sessions.nothingFound, hint: w.sessions.nothingFoundHint }
            : { title: w.sessions.none, hint: w.sessions.noneHint }
        }
      />
    </>
  );
}

function SessionLine({ session }: { session: Session }) {
  const w = words.value;
  return (
    <a class="session-line" href={toHash("sessions", session.id)}>
      <span class="session-title">{session.title === "" ? w.sessions.untitled : session.title}</span>
      <span class="session-badges">
        {session.status === "active" ? <Badge tone="accent">{w.sessions.outcomes.running}</Badge> : null}
        {session.failures > 0 ? (
          <Badge tone="bad">{w.sessions.failures(numberOf(session.failures))}</Badge>
        ) : null}
        {session.injections > 0 ? (
          <Badge tone="injected">{w.sessions.injected(numberOf(session.injections))}</Badge>
        ) : null}
      </span>
      <span class="session-meta">
        <span title={session.project}>{projectName(session.project)}</span>
        {session.branch === undefined ? "" : ` · ${session.branch}`} · {momentOf(session.startedAt)} ·{" "}
        {durationOf(session.lastEventAt - session.startedAt)} · {clientTitle(session.client)} ·{" "}
        {w.sessions.counts(numberOf(session.prompts), numberOf(session.observations))} ·{" "}
        {session.id.slice(0, 8)}
      </span>
    </a>
  );
}
