/** A session at a glance: what was done, the last request and the final answer. */
import { Loading } from "../../parts/basics.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { Part, WorkParts } from "../../parts/work.tsx";
import { get } from "../../state/api.ts";
import { numberOf } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";
import { toHash } from "../../state/route.ts";
import type { Session, SessionCard } from "../../state/types.ts";
import { sessionWords } from "../../words/index.ts";

export function Card({ session }: { session: Session }) {
  const s = sessionWords();
  const path = `/api/page/sessions/${encodeURIComponent(session.id)}/card`;
  const { value, loading } = useResource<SessionCard>(
    session.id,
    (signal) => get(path, {}, signal),
    session.lastEventAt,
  );
  if (value === undefined) return loading ? <Loading /> : null;
  const { lastPrompt, ended, injected } = value;
  return (
    <dl class="day-parts summary-card panel">
      {lastPrompt === null ? null : <Part name={s.card.lastly}>{firstLines(lastPrompt)}</Part>}
      <WorkParts of={value} project={session.project} />
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

const firstLines = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
