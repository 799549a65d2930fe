/** Current activity: running sessions, the live feed, errors, and the pause switch. */
import { signal } from "@preact/signals";
import { useCallback, useEffect, useState } from "preact/hooks";
import { Empty, Loaded, Time, Trouble } from "../parts/basics.tsx";
import { Row } from "../parts/row.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { get } from "../state/api.ts";
import { durationOf, folderOf, numberOf } from "../state/format.ts";
import { hello, setPaused } from "../state/hello.ts";
import { onLive } from "../state/live.ts";
import { useProblem, useResource } from "../state/resource.ts";
import { toHash } from "../state/route.ts";
import type { FeedRow, LiveEvent, RunningSession, Stats } from "../state/types.ts";
import { leadOf, nameOf, words } from "../words/index.ts";

interface Now {
  running: RunningSession[];
  feed: FeedRow[];
  stats: Stats;
  counts: Record<string, number>;
}

const MOST = 300;
const ROW_HEIGHT = 36;
const KEPT_MS = 60_000;
/** Events that announce something which a later event reports in full. */
const SMALL = new Set([
  "PreToolUse",
  "PermissionRequest",
  "InstructionsLoaded",
  "PostToolBatch",
  "MessageDisplay",
]);

const lastAnswer = signal<number | undefined>(undefined);

export function NowView() {
  const w = words.value;
  const now = useResource("now", (abort) => get<Now>("/api/page/now", {}, abort));
  const live = useLiveFeed(now.reload);
  const stored = (now.value?.feed ?? []).filter((row) => !SMALL.has(row.event ?? ""));
  // Rows from the stream go above the loaded ones, whatever their timestamps.
  const known = new Set(stored.map(keyOf));
  const feed = [...live.rows.filter((row) => !known.has(keyOf(row))), ...stored].slice(0, MOST);
  return (
    <>
      <div class="head">
        <div>
          <h1>{nameOf("now")}</h1>
          <p class="lead">{leadOf("now")}</p>
        </div>
        <PauseSwitch />
      </div>
      <Loaded of={now}>
        {(value) => (
          <div class="now fill">
            <section aria-labelledby="running" class="now-running">
              <h2 id="running">{w.now.running}</h2>
              <Running sessions={value.running} />
              <h2>{w.now.sofar}</h2>
              <Sofar stats={value.stats} />
              <Errors counts={value.counts} messages={live.errors} />
            </section>
            <div class="now-feed">
              <h2>{w.now.feed}</h2>
              {feed.length === 0 ? (
                <Empty title={w.now.noFeed}>{w.now.noFeedHint}</Empty>
              ) : (
                <VirtualList
                  label={w.now.feed}
                  class="panel"
                  count={feed.length}
                  rowHeight={ROW_HEIGHT}
                  rowKey={(index) => keyOf(feed[index])}
                  row={(index) => <FeedLine row={feed[index]} />}
                />
              )}
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

/** The same key for a row of the stream and for the record it becomes. */
function keyOf(row: FeedRow | undefined): string {
  return row === undefined ? "" : `${row.at} ${row.sessionId} ${row.kind} ${row.title}`;
}

function FeedLine({ row }: { row: FeedRow | undefined }) {
  if (row === undefined) return null;
  const { id, sessionId, project, ...rest } = row;
  return (
    <a class="row-link" href={toHash("sessions", sessionId, { at: id ?? "end" })}>
      <Row {...rest} project={project} place={folderOf(project)} dated />
    </a>
  );
}

function Running({ sessions }: { sessions: RunningSession[] }) {
  const w = words.value;
  if (sessions.length === 0) return <Empty title={w.now.noneRunning}>{w.now.noneRunningHint}</Empty>;
  return (
    <ul class="cards">
      {sessions.map((session) => (
        <li key={session.id} class="card">
          <a href={toHash("sessions", session.id, { at: "end" })}>
            {session.title === "" ? w.sessions.untitled : session.title}
          </a>
          <p class="quiet">
            {folderOf(session.project)} · <Time at={session.lastEventAt} />
          </p>
          <p class="quiet">
            {w.sessions.counts(numberOf(session.prompts), numberOf(session.observations))}
            {session.failures > 0 ? ` · ${w.sessions.failures(numberOf(session.failures))}` : ""}
          </p>
          {session.workflow === undefined ? null : <Workflow workflow={session.workflow} />}
        </li>
      ))}
    </ul>
  );
}

function Workflow({ workflow }: { workflow: NonNullable<RunningSession["workflow"]> }) {
  const w = words.value;
  return (
    <div class="workflow">
      <p>
        {workflow.type}
        <span class="quiet">
          {workflow.done}/{workflow.total}
        </span>
      </p>
      <ol aria-label={w.now.workflow(workflow.type)}>
        {workflow.stages.map(({ key, status }) => (
          <li key={key} class={status} title={key}>
            <span>{key.replace(/:\d+$/, "")}</span>
            <span class="visually-hidden">{w.now.stages[status]}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Sofar({ stats }: { stats: Stats }) {
  const w = words.value;
  const figures: [string, string][] = [
    [w.now.figures.sessions, numberOf(stats.sessions)],
    [w.now.figures.prompts, numberOf(stats.prompts)],
    [w.now.figures.calls, numberOf(stats.observations)],
    [w.now.figures.injected, numberOf(stats.injections)],
  ];
  if (lastAnswer.value !== undefined) figures.push([w.now.figures.hook, durationOf(lastAnswer.value)]);
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const ERRORS = [
  "handler_error",
  "background_error",
  "api_error",
  "spool_error",
  "hook_deadline",
  "bad_input",
];

function Errors({
  counts,
  messages,
}: {
  counts: Record<string, number>;
  messages: { at: number; message: string }[];
}) {
  const w = words.value;
  const seen = ERRORS.filter((name) => (counts[name] ?? 0) > 0);
  if (seen.length === 0 && messages.length === 0) return null;
  return (
    <div class="errors">
      <h2>{w.now.errors}</h2>
      <ul>
        {messages.map(({ at, message }) => (
          <li key={`${at} ${message}`}>
            <Time at={at} /> {message}
          </li>
        ))}
        {seen.map((name) => (
          <li key={name}>
            {w.now.counters[name] ?? name}: {numberOf(counts[name] ?? 0)}
          </li>
        ))}
      </ul>
      <p>
        <a href={toHash("settings", "", { part: "doctor" })}>{w.now.errorsHint}</a>
      </p>
    </div>
  );
}

function PauseSwitch() {
  const w = words.value;
  const { problem, fail } = useProblem();
  const on = hello.value?.paused !== true;
  const toggle = () => setPaused(on).then(() => fail(undefined), fail);
  return (
    <div class="switch-box">
      <button
        type="button"
        role="switch"
        class="switch"
        aria-checked={on}
        disabled={hello.value === undefined}
        onClick={() => void toggle()}
      >
        <span class="knob" aria-hidden="true" />
        {on ? w.now.recording : w.now.paused}
      </button>
      <Trouble problem={problem} />
    </div>
  );
}

/** Rows from the stream, newest first; `changed` is called when sessions start, end or continue. */
function useLiveFeed(changed: () => void) {
  const [rows, setRows] = useState<FeedRow[]>([]);
  const [errors, setErrors] = useState<{ at: number; message: string }[]>([]);
  const take = useCallback((event: LiveEvent) => {
    if (event.type === "answered") lastAnswer.value = event.ms;
    if (event.type === "error") setErrors((old) => [event, ...old].slice(0, 5));
    if (event.type === "injection")
      setRows((old) => [{ ...event, kind: "injection" as const }, ...old].slice(0, MOST));
    if (event.type !== "event" || SMALL.has(event.event)) return;
    setRows((old) => [event, ...old].slice(0, MOST));
  }, []);
  useEffect(() => onLive(take), [take]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive((event) => {
      if (event.type !== "event") return;
      // The counts on the cards may lag a little; the feed does not.
      timer ??= setTimeout(() => {
        timer = undefined;
        changed();
        // By now they are stored records; those that never become one are dropped.
        const old = Date.now() - KEPT_MS;
        setRows((rows) => rows.filter((row) => row.at > old));
      }, 1500);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [changed]);
  return { rows, errors };
}
