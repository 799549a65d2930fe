/** Recurring failures with their trend and fix, and all solutions. */
import { Badge, Empty, Loaded, Time } from "../../parts/basics.tsx";
import { ProjectSelect, projectName } from "../../parts/project-select.tsx";
import { get } from "../../state/api.ts";
import { numberOf } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";
import { route, setQuery, toHash } from "../../state/route.ts";
import type { Cure, RecurringFailure } from "../../state/types.ts";
import { dayWords, leadOf, nameOf } from "../../words/index.ts";
import { Solutions } from "./solutions.tsx";

export function FailuresView() {
  const d = dayWords();
  const { query, id } = route.value;
  const part = query.part === "solutions" || id !== "" ? "solutions" : "recurring";
  return (
    <>
      <h1>{nameOf("failures")}</h1>
      <p class="lead">{leadOf("failures")}</p>
      <nav class="tabs" aria-label={nameOf("failures")}>
        {(["recurring", "solutions"] as const).map((one) => (
          <a
            key={one}
            href={toHash("failures", "", {
              project: query.project,
              part: one === "recurring" ? undefined : one,
            })}
            aria-current={one === part ? "page" : undefined}
          >
            {d[one]}
          </a>
        ))}
      </nav>
      {part === "solutions" ? <Solutions /> : <Recurring />}
    </>
  );
}

function Recurring() {
  const d = dayWords();
  const { project = "", open = "" } = route.value.query;
  const found = useResource<{ failures: RecurringFailure[] }>(project, (signal) =>
    get("/api/page/failures", { project }, signal),
  );
  const all = (found.value?.failures ?? []).filter(({ cures }) => open !== "1" || cures.length === 0);
  return (
    <>
      <search class="filters">
        <ProjectSelect value={project} onChange={(value) => setQuery({ project: value })} />
        <label class="check">
          <input
            type="checkbox"
            checked={open === "1"}
            onChange={(event) => setQuery({ open: event.currentTarget.checked ? "1" : undefined })}
          />
          {d.onlyOpen}
        </label>
      </search>
      <Loaded of={found}>
        {(_value) =>
          all.length === 0 ? (
            <Empty title={d.noneRecurring}>{d.noneRecurringHint}</Empty>
          ) : (
            <ul class="cards-wide">
              {all.map((failure) => (
                <FailureCard key={`${failure.project} ${failure.key}`} failure={failure} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function FailureCard({ failure }: { failure: RecurringFailure }) {
  const d = dayWords();
  const [last] = failure.sessions;
  return (
    <li class="card failure">
      <div>
        <h2 class="error-text">{failure.error}</h2>
        <p class="quiet">
          <Badge>{failure.tool}</Badge> {failure.command === null ? null : <code>{failure.command}</code>}{" "}
          {projectName(failure.project)} · {d.times(numberOf(failure.times))}{" "}
          {d.inSessions(numberOf(failure.sessions.length))} · {d.lastSeen}{" "}
          {last === undefined ? null : (
            <a href={toHash("sessions", last.id, { show: "failures" })}>
              <Time at={failure.lastAt} />
            </a>
          )}
        </p>
        {failure.cures.length === 0 ? (
          <p class="quiet">{d.noCure}</p>
        ) : (
          <p>
            <strong>{d.helped}: </strong>
            {failure.cures.map((cure, i) => (
              <span key={JSON.stringify(cure)}>
                {i > 0 ? "; " : ""}
                <CureText sentence={d.cures[cure.kind]} what={textOf(cure)} />
              </span>
            ))}
          </p>
        )}
      </div>
      <Trend weeks={failure.weeks} />
    </li>
  );
}

function textOf(cure: Cure): string {
  switch (cure.kind) {
    case "command":
      return cure.instead;
    case "run":
      return cure.command;
    case "environment":
      return cure.text;
    case "folder":
      return `cd ${cure.folder} && ${cure.command}`;
    case "file":
      return `${cure.path}: ${cure.text}`;
  }
}

const [WIDTH, HEIGHT] = [120, 32];

function Trend({ weeks }: { weeks: readonly number[] }) {
  const most = Math.max(1, ...weeks);
  const width = WIDTH / weeks.length;
  return (
    <svg
      class="trend"
      role="img"
      aria-label={`${dayWords().weeks}: ${weeks.join(", ")}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
    >
      <title>{`${dayWords().weeks}: ${weeks.join(", ")}`}</title>
      {weeks.map((count, i) => {
        const height = Math.max(1, (count / most) * (HEIGHT - 2));
        return (
          <rect
            key={`${i} ${count}`}
            class={count === 0 ? "none" : undefined}
            x={i * width + 1}
            y={HEIGHT - height}
            width={width - 2}
            height={height}
          />
        );
      })}
    </svg>
  );
}

/** The sentence around a command or a file, which is shown as code. */
function CureText({ sentence, what }: { sentence(what: string): string; what: string }) {
  const [before = "", after = ""] = sentence(GAP).split(GAP);
  return (
    <>
      {before}
      <code>{what}</code>
      {after}
    </>
  );
}

const GAP = "\u0000";
