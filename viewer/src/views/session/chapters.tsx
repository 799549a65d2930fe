/** The turns of a session and its compactions, as its table of contents. */
import { VirtualList } from "../../parts/virtual-list.tsx";
import { numberOf } from "../../state/format.ts";
import { route, toHash } from "../../state/route.ts";
import { sessionWords, words } from "../../words/index.ts";
import type { ChapterLine } from "./outline.ts";

const ROW_HEIGHT = 46;

export function Chapters({ lines }: { lines: readonly ChapterLine[] }) {
  const w = words.value;
  if (lines.length === 0) return null;
  return (
    <nav class="turns" aria-label={w.session.turns}>
      <h2>{w.session.turns}</h2>
      <VirtualList
        label={w.session.turns}
        count={lines.length}
        rowHeight={ROW_HEIGHT}
        rowKey={(index) => index}
        row={(index) => <Chapter line={lines[index]} />}
      />
    </nav>
  );
}

function Chapter({ line }: { line: ChapterLine | undefined }) {
  const w = words.value;
  if (line === undefined) return null;
  const { id, turn } = line;
  const { id: sessionId, query } = route.value;
  return (
    <a
      class={`turn-line ${turn === undefined ? "compaction" : "turn"}`}
      href={toHash("sessions", sessionId, { ...query, at: id })}
      aria-current={id === query.at ? "true" : undefined}
    >
      {turn === undefined ? (
        <span class="turn-title">{sessionWords().events.compact_boundary}</span>
      ) : (
        <>
          <span class="turn-title">
            {turn.number}. {turn.title}
          </span>
          <span class="quiet">
            {w.session.calls(numberOf(turn.calls))}
            {turn.failures > 0 ? ` · ${w.sessions.failures(numberOf(turn.failures))}` : ""}
          </span>
        </>
      )}
    </a>
  );
}
