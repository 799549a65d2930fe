/** One injection: its text, the source of each part and why it was selected, and buttons to mute or correct it. */
import { useState } from "preact/hooks";
import { Badge, CopyButton, Empty, Loading, Parts, Trouble } from "../parts/basics.tsx";
import { get, Problem, send } from "../state/api.ts";
import { numberOf, timeOf } from "../state/format.ts";
import { useResource } from "../state/resource.ts";
import { go, route, toHash } from "../state/route.ts";
import type { AlreadyInjected, FullRecord, Source } from "../state/types.ts";
import { words } from "../words/index.ts";

interface Props {
  id: string;
  /** Set if the list already has it. */
  injected: AlreadyInjected | undefined;
  reload(): void;
}

export function InjectionPanel({ id, injected, reload }: Props) {
  const w = words.value;
  const found = useResource<FullRecord | undefined>(injected === undefined ? id : "", async (signal) =>
    injected === undefined
      ? (await get<{ record: FullRecord }>(`/api/page/records/${encodeURIComponent(id)}`, {}, signal)).record
      : undefined,
  );
  const shown = injected ?? found.value;
  const close = () => go("injected", "", route.value.query);
  return (
    <aside class="record" aria-label={w.injected.one}>
      <div class="record-head">
        <h2>{shown === undefined ? w.injected.one : (w.injected.at[shown.event ?? ""] ?? shown.event)}</h2>
        <button type="button" onClick={close}>
          {w.frame.close}
        </button>
      </div>
      {found.problem === undefined ? null : found.problem.kind === "missing" ? (
        <Empty title={w.session.recordGone} />
      ) : (
        <Trouble problem={found.problem} retry={found.reload} />
      )}
      {shown === undefined ? (
        found.loading ? (
          <Loading />
        ) : null
      ) : (
        <>
          <p class="quiet">
            {timeOf(shown.at)} · {w.rows.tokens(numberOf(shown.tokens ?? 0))} ·{" "}
            <a href={toHash("sessions", shown.sessionId, { at: shown.id })}>{w.injected.inSession}</a>
          </p>
          {injected === undefined ? null : <Used used={injected.used} />}
          <h3>{w.injected.sourcesTitle}</h3>
          <ul class="sources">
            {(shown.sources ?? []).map((source) => (
              <SourceItem
                key={source.uri}
                source={source}
                project={shown.project}
                muted={injected?.muted.includes(source.uri) ?? false}
                reload={reload}
              />
            ))}
          </ul>
          <div class="block-head">
            <h3>{w.injected.text}</h3>
            <CopyButton label={w.frame.copy} text={() => shown.text ?? ""} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
          <pre tabIndex={0}>{shown.text}</pre>
        </>
      )}
    </aside>
  );
}

function Used({ used }: { used: string[] }) {
  const w = words.value;
  if (used.length === 0) return <p class="quiet">{w.injected.notUsed}</p>;
  return (
    <p>
      <Badge tone="good">{w.injected.used}</Badge> {w.injected.usedBy(used.slice(0, 8).join(", "))}
    </p>
  );
}

const isMemory = (uri: string) => /^(project|workflow|user|task):\/\//.test(uri);

function SourceItem(props: { source: Source; project: string; muted: boolean; reload(): void }) {
  const { source, project, muted, reload } = props;
  const w = words.value;
  const [why, setWhy] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>();
  const mute = () =>
    send("POST", "/api/page/muted", { uri: source.uri, muted: !muted }).then(reload, (error: unknown) =>
      setProblem(error instanceof Problem ? error : new Problem("broken", String(error))),
    );
  const session = /^session:\/\/(.+)$/.exec(source.uri)?.[1];
  return (
    <li class="source">
      <p>
        <Badge>{source.type}</Badge> <span class="uri">{source.uri}</span>{" "}
        <span class="quiet">
          {w.rows.tokens(numberOf(source.tokens))}
          {source.score === undefined ? "" : ` · ${w.search.score(source.score.toFixed(2))}`}
        </span>
        {muted ? <Badge tone="bad">{w.injected.muted}</Badge> : null}
      </p>
      <p class="actions">
        <button type="button" aria-expanded={why} onClick={() => setWhy(!why)}>
          {w.injected.why}
        </button>
        {isMemory(source.uri) ? (
          <a href={toHash("memory", source.uri, { project })}>{w.injected.edit}</a>
        ) : null}
        {session === undefined ? null : <a href={toHash("sessions", session)}>{w.injected.openSession}</a>}
        <button type="button" onClick={() => void mute()}>
          {muted ? w.injected.unmute : w.injected.mute}
        </button>
      </p>
      {why ? (
        <p>
          {w.injected.because(source.reason, source.type)}
          {source.parts === undefined ? null : <Parts parts={source.parts} />}
        </p>
      ) : null}
      {problem === undefined ? null : <Trouble problem={problem} />}
    </li>
  );
}
