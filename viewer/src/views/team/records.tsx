/** What is shared, by whom. */
import type { Team, TeamRecords } from "../../../daemon-types.ts";
import { Badge, Loaded, Select, Time } from "../../parts/basics.tsx";
import { get } from "../../state/api.ts";
import { numberOf } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";
import { route, setQuery, toHash } from "../../state/route.ts";
import { teamWords } from "../../words/index.ts";

const MOST = 200;
/** No member has such a name: names are trimmed. */
const MINE = " ";

export function Records({ round, authors }: { round: number; authors: Team["authors"] }) {
  const w = teamWords();
  const { author = "" } = route.value.query;
  const who = author === MINE ? { mine: true } : { author };
  const found = useResource<TeamRecords>(
    author,
    (signal) => get("/api/team/records", { ...who, limit: MOST }, signal),
    round,
  );
  const count = (n: number) => ` (${numberOf(n)})`;
  const all = authors.reduce((sum, one) => sum + one.records, 0);
  return (
    <section class="team-part" aria-labelledby="team-records">
      <h2 id="team-records">{w.byAuthor}</h2>
      <div class="filters">
        <Select
          label={w.author}
          value={author}
          options={[
            ["", w.everybody + count(all)],
            ...authors.map((one): [string, string] =>
              one.author === ""
                ? [MINE, w.you + count(one.records)]
                : [one.author, one.author + count(one.records)],
            ),
          ]}
          onChange={(value) => setQuery({ author: value })}
        />
      </div>
      <Loaded of={found}>
        {({ records }) =>
          records.length === 0 ? (
            <p class="quiet">{w.noRecords}</p>
          ) : (
            <ul class="plain-list team-records">
              {records.map((one) => (
                <li key={`${one.id} ${one.rev}`}>
                  <Badge>{w.kinds[one.kind] ?? one.kind}</Badge>{" "}
                  {one.uri === undefined ? (
                    one.text
                  ) : (
                    <a href={toHash("memory", one.uri, { project: one.folder })}>{one.text}</a>
                  )}{" "}
                  <span class="quiet">
                    {one.author === "" ? w.you : one.author} · <Time at={one.at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
