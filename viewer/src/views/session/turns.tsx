/** The turns of a session, as its table of contents. */
import { numberOf } from "../../state/format.ts";
import { route, toHash } from "../../state/route.ts";
import type { Turn } from "../../state/types.ts";
import { words } from "../../words/index.ts";

export function Turns({ turns }: { turns: Turn[] }) {
  const w = words.value;
  const asked = turns.filter((turn) => turn.id !== undefined);
  if (asked.length === 0) return null;
  return (
    <nav class="turns" aria-label={w.session.turns}>
      <h2>{w.session.turns}</h2>
      <ol>
        {asked.map((turn) => (
          <li key={turn.turn} value={turn.turn}>
            <a
              href={toHash("sessions", route.value.id, {
                at: turn.id,
                everything: route.value.query.everything,
              })}
              aria-current={turn.id === route.value.query.at ? "true" : undefined}
            >
              {turn.title}
            </a>
            <span class="quiet">
              {w.session.calls(numberOf(turn.calls))}
              {turn.failures > 0 ? ` · ${w.sessions.failures(numberOf(turn.failures))}` : ""}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
