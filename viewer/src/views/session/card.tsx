/** A session at a glance: asked, changed, ran, failed, ended. */
import { useState } from "preact/hooks";
import { Badge, Lines, Loading } from "../../parts/basics.tsx";
import { FileLink } from "../../parts/file-link.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { More } from "../../parts/more.tsx";
import { get } from "../../state/api.ts";
import { numberOf } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";
import { toHash } from "../../state/route.ts";
import type { Session, SessionCard } from "../../state/types.ts";
import { sessionWords } from "../../words/index.ts";

export function Card({ session }: { session: Session }) {
  const s = sessionWords();
  const path = `/api/page/sessions/${encodeURIComponent(session.id)}/card`;
  const found = useResource<SessionCard>(`${session.id} ${session.lastEventAt}`, (signal) =>
    get(path, {}, signal),
  );
  const last = useLast(found.value);
  if (last === undefined) return found.loading ? <Loading /> : null;
  const { asked, changed, ran, failed, commits, ended, injected } = last;
  const lines = changed.reduce(
    (sum, one) => ({ added: sum.added + one.added, removed: sum.removed + one.removed }),
    { added: 0, removed: 0 },
  );
  return (
    <dl class="summary-card panel">
      {asked?.last === undefined ? null : <Part name={s.card.lastly}>{firstLines(asked.last)}</Part>}
      {changed.length === 0 ? null : (
        <Part
          name={
            <>
              {s.card.changed} <Lines {...lines} />
            </>
          }
        >
          <More
            items={changed.map((one) => (
              <>
                <FileLink file={one.file} project={session.project} />{" "}
                <Lines added={one.added} removed={one.removed} />
              </>
            ))}
          />
        </Part>
      )}
      {commits.length === 0 ? null : (
        <Part name={s.card.commits}>
          <More
            items={commits.map((one) => (
              <>
                <code>{one.hash}</code> {one.message}
              </>
            ))}
          />
        </Part>
      )}
      {ran.length === 0 ? null : (
        <Part name={s.card.ran}>
          <More
            items={ran.map(({ command, times }) => (
              <>
                <code>{firstLines(command)}</code>
                {times > 1 ? <span class="quiet"> {times}×</span> : null}
              </>
            ))}
          />
        </Part>
      )}
      {failed.length === 0 ? null : (
        <Part name={s.card.failed}>
          <More
            items={failed.map(({ what, error, fixed }) => (
              <>
                <Badge tone={fixed ? "good" : "bad"}>{fixed ? s.fixed : s.notFixed}</Badge>{" "}
                <code>{what}</code> <span class="quiet">{error}</span>
              </>
            ))}
          />
        </Part>
      )}
      {injected.count === 0 ? null : (
        <Part name={s.card.injected}>
          <a href={toHash("injected", "", { sessionId: session.id })}>
            {s.injectedSum(numberOf(injected.count), numberOf(injected.tokens))}
          </a>
        </Part>
      )}
      {ended === null ? null : (
        <Part name={s.card.ended}>
          <div class="clamped">
            <Markdown text={ended.slice(0, 1200)} />
          </div>
        </Part>
      )}
    </dl>
  );
}

/** While a running session's card is loaded again, the one before it stays. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

const firstLines = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

function Part(props: { name: preact.ComponentChildren; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
