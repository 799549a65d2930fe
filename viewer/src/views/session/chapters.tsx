/** The turns of a session and its compactions, as its table of contents. */
import { useMemo } from "preact/hooks";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { numberOf } from "../../state/format.ts";
import { route, toHash } from "../../state/route.ts";
import type { TurnRow } from "../../state/types.ts";
import { sessionWords, words } from "../../words/index.ts";

interface Props {
  turns: readonly TurnRow[];
  /** Ids of the compactions, with the number of the turn in which they happened. */
  compactions: readonly { id: string; turn: number }[];
}

type Line = { type: "turn"; turn: TurnRow } | { type: "compaction"; id: string };

const ROW_HEIGHT = 46;

export function Chapters({ turns, compactions }: Props) {
  const w = words.value;
  const lines = useMemo(() => {
    const all: Line[] = [];
    for (const turn of turns) {
      if (turn.id !== undefined) all.push({ type: "turn", turn });
      // One compaction is announced and reported; one line is enough.
      const [first] = compactions.filter((one) => one.turn === turn.turn);
      if (first !== undefined) all.push({ type: "compaction", id: first.id });
    }
    return all;
  }, [turns, compactions]);
  if (lines.length === 0) return null;
  return (
    <nav class="turns" aria-label={w.session.turns}>
      <h2>{w.session.turns}</h2>
      <VirtualList
        label={w.session.turns}
        count={lines.length}
        rowHeight={ROW_HEIGHT}
        rowKey={(index) => index}
        row={(index) => <ChapterLine line={lines[index]} />}
      />
    </nav>
  );
}

function ChapterLine({ line }: { line: Line | undefined }) {
  const w = words.value;
  if (line === undefined) return null;
  const id = line.type === "turn" ? line.turn.id : line.id;
  const { id: sessionId, query } = route.value;
  return (
    <a
      class={`turn-line ${line.type}`}
      href={toHash("sessions", sessionId, { ...query, at: id })}
      aria-current={id === query.at ? "true" : undefined}
    >
      {line.type === "compaction" ? (
        <span class="turn-title">{sessionWords().events.compact_boundary}</span>
      ) : (
        <>
          <span class="turn-title">
            {line.turn.turn}. {line.turn.title}
          </span>
          <span class="quiet">
            {w.session.calls(numberOf(line.turn.calls))}
            {line.turn.failures > 0 ? ` · ${w.sessions.failures(numberOf(line.turn.failures))}` : ""}
          </span>
        </>
      )}
    </a>
  );
}
