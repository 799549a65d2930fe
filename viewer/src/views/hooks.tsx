/** The user's own hooks: which events they run on, whether they are trusted, and their statistics. */
import { useState } from "preact/hooks";
import { Badge, Empty, Loaded, Time, Trouble } from "../parts/basics.tsx";
import { ProjectSelect } from "../parts/project-select.tsx";
import { get, send } from "../state/api.ts";
import { durationOf, numberOf } from "../state/format.ts";
import { useProblem, useResource } from "../state/resource.ts";
import { route, setQuery } from "../state/route.ts";
import type { FeedRow, Hook } from "../state/types.ts";
import { leadOf, nameOf, words } from "../words/index.ts";

export function HooksView() {
  const w = words.value;
  const { project = "" } = route.value.query;
  const found = useResource<{ hooks: Hook[] }>(project, (signal) => get("/api/hooks", { project }, signal));
  const events = Map.groupBy(found.value?.hooks ?? [], (hook) => hook.event);
  return (
    <>
      <h1>{nameOf("hooks")}</h1>
      <p class="lead">{leadOf("hooks")}</p>
      <div class="filters">
        <ProjectSelect value={project} onChange={(value) => setQuery({ project: value })} />
      </div>
      <Loaded of={found} missing={<Empty title={w.frame.notYet} />}>
        {(_value) =>
          events.size === 0 ? (
            <Empty title={w.hooks.none}>{w.hooks.noneHint}</Empty>
          ) : (
            [...events].map(([event, hooks]) => (
              <section key={event} class="hook-event" aria-label={event}>
                <h2>{event}</h2>
                <ul class="cards-wide">
                  {hooks.map((hook) => (
                    <HookItem key={hook.id} hook={hook} />
                  ))}
                </ul>
              </section>
            ))
          )
        }
      </Loaded>
    </>
  );
}

function HookItem({ hook }: { hook: Hook }) {
  const w = words.value;
  return (
    <li class="card">
      <p>
        <Badge>{hook.type}</Badge>{" "}
        {hook.isGate === true ? <Badge tone="injected">{w.hooks.gate}</Badge> : null}{" "}
        {hook.trusted ? (
          <Badge tone="good">{w.hooks.trusted}</Badge>
        ) : (
          <Badge tone="bad">{w.hooks.untrusted}</Badge>
        )}{" "}
        <strong>{hook.name ?? hook.what}</strong>
      </p>
      {hook.name === undefined || hook.name === hook.what ? null : <pre class="what">{hook.what}</pre>}
      <p class="quiet">
        {w.hooks.when} <code>{hook.matcher === "" ? "*" : hook.matcher}</code> · {hook.file}
      </p>
      <p class="quiet">
        {w.hooks.runs(numberOf(hook.runs))}
        {hook.lastMs === null || hook.lastMs === undefined
          ? ""
          : ` · ${w.hooks.last(durationOf(hook.lastMs))}`}
      </p>
      {hook.lastError === null || hook.lastError === undefined ? null : (
        <p class="wrong">
          {w.hooks.lastError} {hook.lastError}
          {typeof hook.lastErrorAt === "number" ? (
            <>
              {" "}
              (<Time at={hook.lastErrorAt} />)
            </>
          ) : null}
        </p>
      )}
      {hook.trusted ? <TryOut hook={hook} /> : <p class="quiet">{w.hooks.trustHint}</p>}
    </li>
  );
}

interface Tried {
  matched: boolean;
  ms?: number;
  reply?: unknown;
  error?: string | null;
}

/** Runs the hook on a recorded event, like `pawl hooks test`. */
function TryOut({ hook }: { hook: Hook }) {
  const w = words.value;
  const [open, setOpen] = useState(false);
  const [tried, setTried] = useState<Tried | undefined>();
  const { problem, fail } = useProblem();
  const recorded = useResource<FeedRow[]>(open ? hook.event : "", async (signal) =>
    open
      ? (
          await get<{ events: FeedRow[] }>(
            "/api/hooks/events",
            { event: hook.event, project: hook.project },
            signal,
          )
        ).events
      : [],
  );
  const run = (record: string) =>
    send<Tried>("POST", "/api/hooks/run", { id: hook.id, record, project: route.value.query.project }).then(
      (answer) => {
        setTried(answer);
        fail(undefined);
      },
      fail,
    );
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{w.hooks.tryOut}</summary>
      {recorded.problem?.kind === "missing" ? <p class="quiet">{w.frame.notYet}</p> : null}
      {recorded.value?.length === 0 && recorded.problem === undefined ? (
        <p class="quiet">{w.hooks.noEvents}</p>
      ) : null}
      <ul class="plain-list">
        {(recorded.value ?? []).map((row) => (
          <li key={row.id}>
            <button type="button" onClick={() => void run(row.id ?? "")}>
              {w.hooks.run}
            </button>{" "}
            {row.title}
          </li>
        ))}
      </ul>
      <Trouble problem={problem} />
      {tried === undefined ? null : (
        <>
          <p role="status">
            {tried.matched ? w.hooks.matched : w.hooks.notMatched}
            {tried.ms === undefined ? "" : ` · ${durationOf(tried.ms)}`}
          </p>
          {tried.error === undefined || tried.error === null ? null : <p class="wrong">{tried.error}</p>}
          {tried.reply === undefined ? null : <pre>{JSON.stringify(tried.reply, null, 2)}</pre>}
        </>
      )}
    </details>
  );
}
