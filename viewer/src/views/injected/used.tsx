/** Whether what was injected was used: per week and kind, against the control. */
import { useEffect } from "preact/hooks";
import { Empty, Loaded } from "../../parts/basics.tsx";
import { get } from "../../state/api.ts";
import { numberOf, percentOf } from "../../state/format.ts";
import { onLive } from "../../state/live.ts";
import { useResource } from "../../state/resource.ts";
import type { UsedReport } from "../../state/types.ts";
import { injectedWords } from "../../words/index.ts";

export function Used() {
  const i = injectedWords();
  const found = useResource<{ report: UsedReport | null }>("used", (signal) =>
    get("/api/page/used", {}, signal),
  );
  const { reload } = found;
  useEffect(
    () =>
      onLive((event) => {
        if (event.type === "changed" && event.what === "used") reload();
      }),
    [reload],
  );
  return (
    <section aria-label={i.usedTitle} class="used">
      <p>{i.usedLead}</p>
      <Loaded of={found}>
        {({ report }) =>
          report === null ? (
            <p role="status">{i.making}</p>
          ) : report.weeks.length === 0 ? (
            <Empty title={i.notEnough} />
          ) : (
            <Tables report={report} />
          )
        }
      </Loaded>
    </section>
  );
}

type Row = UsedReport["weeks"][number];

function Tables({ report }: { report: UsedReport }) {
  const i = injectedWords();
  const [newest] = report.weeks;
  const week = report.weeks.filter((row) => row.week === newest?.week);
  const sum = (rows: readonly Row[], pick: (row: Row) => number) =>
    rows.reduce((all, row) => all + pick(row), 0);
  const said = [numberOf(sum(week, (row) => row.items)), numberOf(sum(week, (row) => row.tokens))] as const;
  // Only what has a control is judged. A row counts as often as it has items.
  const judged = week.filter((row) => row.control !== null);
  const items = sum(judged, (row) => row.items);
  const share = (pick: (row: Row) => number | null) =>
    percentOf(sum(judged, (row) => (pick(row) ?? 0) * row.items) / items);
  return (
    <>
      <p class="used-sum">
        {items < report.enoughItems
          ? i.thisWeekFew(...said)
          : i.thisWeek(
              ...said,
              share((row) => row.used),
              share((row) => row.control),
            )}
      </p>
      <Table first={i.columns.week} rows={report.weeks} enough={report.enoughItems} />
      <h2>{i.all}</h2>
      <Table
        first={i.columns.source}
        rows={report.kinds.map((row) => ({ ...row, week: row.exempt ? i.byYou : i.byPawl }))}
        enough={report.enoughItems}
      />
    </>
  );
}

function Table({ first, rows, enough }: { first: string; rows: readonly Row[]; enough: number }) {
  const { columns, kinds, controlHint, tooFew } = injectedWords();
  const isEnough = ({ items }: Row) => items >= enough;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
    <section class="table-scroll" tabIndex={0} aria-label={`${columns.used}: ${first}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">{columns.kind}</th>
            {(["items", "tokens", "used", "control", "difference"] as const).map((name) => (
              <th key={name} scope="col" class="number">
                {columns[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.week} ${row.kind}`}>
              <td>{row.week}</td>
              <th scope="row">{kinds[row.kind] ?? row.kind}</th>
              <td class="number">{numberOf(row.items)}</td>
              <td class="number">{numberOf(row.tokens)}</td>
              <td class="number">{row.used === null ? "–" : isEnough(row) ? percentOf(row.used) : tooFew}</td>
              <td class="number">
                {isEnough(row) ? (row.control === null ? controlHint : percentOf(row.control)) : "–"}
              </td>
              <td class="number">
                {row.difference === null || !isEnough(row)
                  ? "–"
                  : `${percentOf(row.difference[0])} … ${percentOf(row.difference[1])}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
