/** Statistics per day: activity, failures, injected tokens, and what Pawl costs. */
import { useMemo } from "preact/hooks";
import { Empty, Loading, Select, Trouble } from "../parts/basics.tsx";
import { Plot, type Series } from "../parts/plot.tsx";
import { ProjectSelect } from "../parts/project-select.tsx";
import { get } from "../state/api.ts";
import { bytesOf, durationOf, numberOf } from "../state/format.ts";
import { useResource } from "../state/resource.ts";
import { route, setQuery } from "../state/route.ts";
import type { Day, Stats } from "../state/types.ts";
import { leadOf, nameOf, words } from "../words/index.ts";
import { Cost } from "./cost.tsx";

const RANGES = ["7", "30", "90", "365"];

export function StatisticsView() {
  const w = words.value;
  const { days = "30", project = "" } = route.value.query;
  const found = useResource<{ days: Day[]; stats: Stats; rssBytes: number }>(`${days} ${project}`, (signal) =>
    get("/api/page/statistics", { days, project }, signal),
  );
  return (
    <>
      <h1>{nameOf("statistics")}</h1>
      <p class="lead">{leadOf("statistics")}</p>
      <div class="filters">
        <Select
          label={w.statistics.range}
          value={days}
          options={RANGES.map((range) => [range, w.statistics.lastDays(range)])}
          onChange={(value) => setQuery({ days: value })}
        />
        <ProjectSelect value={project} onChange={(value) => setQuery({ project: value })} />
      </div>
      {found.problem === undefined ? null : <Trouble problem={found.problem} retry={found.reload} />}
      {found.value === undefined ? (
        found.problem === undefined ? (
          <Loading />
        ) : null
      ) : (
        <>
          <dl class="figures">
            <div>
              <dt>{w.now.figures.sessions}</dt>
              <dd>{numberOf(sum(found.value.days, "sessions"))}</dd>
            </div>
            <div>
              <dt>{w.now.figures.calls}</dt>
              <dd>{numberOf(sum(found.value.days, "calls"))}</dd>
            </div>
            <div>
              <dt>{w.statistics.failures}</dt>
              <dd>{numberOf(sum(found.value.days, "failures"))}</dd>
            </div>
            <div>
              <dt>{w.statistics.database}</dt>
              <dd>{bytesOf(found.value.stats.sizeBytes)}</dd>
            </div>
            <div>
              <dt>{w.statistics.memory}</dt>
              <dd>{bytesOf(found.value.rssBytes)}</dd>
            </div>
          </dl>
          {sum(found.value.days, "calls") + sum(found.value.days, "sessions") === 0 ? (
            <Empty title={w.statistics.nothing}>{w.statistics.nothingHint}</Empty>
          ) : (
            <Plots days={found.value.days} />
          )}
        </>
      )}
      <Cost days={days} />
    </>
  );
}

type Counted = "sessions" | "calls" | "failures" | "repeats" | "tokens" | "prompts";

function sum(days: Day[], field: Counted): number {
  return days.reduce((all, day) => all + day[field], 0);
}

function Plots({ days }: { days: Day[] }) {
  const w = words.value;
  const names = useMemo(() => days.map((day) => day.day), [days]);
  const plots = useMemo(() => {
    const of = (name: string, color: string, pick: (day: Day) => number | undefined): Series => ({
      name,
      color,
      values: days.map((day) => pick(day) ?? null),
    });
    const { statistics } = w;
    return {
      sessions: [of(statistics.sessions, "--plot-1", (day) => day.sessions)],
      calls: [of(statistics.calls, "--plot-1", (day) => day.calls)],
      failures: [
        of(statistics.failures, "--plot-2", (day) => day.failures),
        of(statistics.repeats, "--plot-3", (day) => day.repeats),
      ],
      tokens: [of(statistics.tokens, "--plot-4", (day) => day.tokens)],
      latency: [
        of("p50", "--plot-1", (day) => day.p50),
        of("p95", "--plot-4", (day) => day.p95),
        of("p99", "--plot-2", (day) => day.p99),
      ],
      size: [of(statistics.database, "--plot-3", (day) => day.sizeBytes)],
    };
  }, [days, w]);
  return (
    <div class="plots">
      <Plot title={w.statistics.sessions} days={names} series={plots.sessions} format={numberOf} bars />
      <Plot title={w.statistics.calls} days={names} series={plots.calls} format={numberOf} bars />
      <Plot title={w.statistics.failuresTitle} days={names} series={plots.failures} format={numberOf} bars />
      <Plot title={w.statistics.tokens} days={names} series={plots.tokens} format={numberOf} bars />
      <Plot title={w.statistics.latency} days={names} series={plots.latency} format={durationOf} />
      <Plot title={w.statistics.database} days={names} series={plots.size} format={bytesOf} />
    </div>
  );
}
