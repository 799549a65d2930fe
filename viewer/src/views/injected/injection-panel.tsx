/** One injection: its text, the source of each part and why it was selected, and buttons to mute or correct it. */
import { Badge, CopyButton, Empty, Loading, Trouble } from "../../parts/basics.tsx";
import { get } from "../../state/api.ts";
import { numberOf, timeOf } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";
import { go, route, toHash } from "../../state/route.ts";
import type { AlreadyInjected, FullRecord } from "../../state/types.ts";
import { words } from "../../words/index.ts";
import { SourceItem } from "./source-item.tsx";

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
                text={injected?.items.find(({ uri }) => uri === source.uri)?.text}
                reload={reload}
              />
            ))}
          </ul>
          <details>
            <summary>{w.injected.text}</summary>
            <CopyButton label={w.frame.copy} text={() => shown.text ?? ""} />
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
            <pre tabIndex={0}>{shown.text}</pre>
          </details>
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
