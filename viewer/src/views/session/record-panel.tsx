/** One record in full. */
import { Badge, CopyButton, Empty, Loading, Trouble } from "../../parts/basics.tsx";
import { get } from "../../state/api.ts";
import { durationOf, numberOf, timeOf } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";
import { route, setQuery, toHash } from "../../state/route.ts";
import type { FullRecord } from "../../state/types.ts";
import { words } from "../../words/index.ts";

export function RecordPanel({ id }: { id: string }) {
  const w = words.value;
  const found = useResource<{ record: FullRecord; fixedBy?: string }>(id, (signal) =>
    get(`/api/page/records/${encodeURIComponent(id)}`, {}, signal),
  );
  const record = found.value?.record;
  return (
    <aside class="record" aria-label={w.session.record}>
      <div class="record-head">
        <h2>{record === undefined ? w.session.record : titleOf(record)}</h2>
        <button type="button" onClick={() => setQuery({ at: undefined })}>
          {w.frame.close}
        </button>
      </div>
      {found.problem === undefined ? null : found.problem.kind === "missing" ? (
        <Empty title={w.session.recordGone} />
      ) : (
        <Trouble problem={found.problem} retry={found.reload} />
      )}
      {record === undefined ? (
        found.loading ? (
          <Loading />
        ) : null
      ) : (
        <>
          <p class="quiet">
            {timeOf(record.at)}
            {record.durationMs === undefined ? "" : ` · ${durationOf(record.durationMs)}`}
            {record.tokens === undefined ? "" : ` · ${w.rows.tokens(numberOf(record.tokens))}`}
            {record.agentId === undefined ? "" : ` · ${record.agentType ?? w.rows.subagent}`}
          </p>
          {record.ok === false ? <Fix id={found.value?.fixedBy} /> : null}
          {record.kind === "injection" ? (
            <p>
              <a href={toHash("injected", record.id)}>{w.session.openInjections}</a>
            </p>
          ) : null}
          {(record.files ?? []).length === 0 ? null : (
            <>
              <h3>{w.session.files}</h3>
              <ul class="files">
                {record.files?.map((file) => (
                  <li key={file}>{file}</li>
                ))}
              </ul>
            </>
          )}
          <Block title={w.session.input} text={pretty(record.input)} />
          <Block title={w.session.response} text={pretty(record.response)} />
          <Block
            title={record.kind === "event" ? w.session.body : w.session.text}
            text={pretty(record.text)}
          />
        </>
      )}
    </aside>
  );
}

function titleOf(record: FullRecord): string {
  const w = words.value;
  if (record.kind === "observation") return record.tool ?? w.rows.kinds.observation;
  if (record.kind === "event") return record.event ?? "";
  return record.kind === "summary" ? w.session.summary : w.rows.kinds[record.kind];
}

function Fix({ id }: { id: string | undefined }) {
  const w = words.value;
  if (id === undefined)
    return (
      <p>
        <Badge tone="bad">{w.rows.failed}</Badge> {w.session.notFixed}
      </p>
    );
  return (
    <p>
      <Badge tone="good">{w.rows.fixed}</Badge>{" "}
      <a href={toHash("sessions", route.value.id, { ...route.value.query, at: id })}>{w.session.showFix}</a>
    </p>
  );
}

function Block({ title, text }: { title: string; text: string }) {
  const w = words.value;
  if (text === "") return null;
  return (
    <>
      <div class="block-head">
        <h3>{title}</h3>
        <CopyButton label={w.frame.copy} text={() => text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </>
  );
}

/** Pretty-prints JSON; anything else is unchanged. */
function pretty(text: string | undefined): string {
  if (text === undefined || !/^[[{]/.test(text)) return text ?? "";
  try {
    return JSON.stringify(JSON.parse(text), null, 2).replaceAll("\\n", "\n");
  } catch {
    // Truncated, or not JSON.
    return text;
  }
}
