/** What the models cost: tokens and money from the clients' own records, as `pawl cost` prints them. */
import { Empty, Loaded, Select } from "../parts/basics.tsx";
import { get } from "../state/api.ts";
import { moneyOf, shortNumberOf } from "../state/format.ts";
import { useResource } from "../state/resource.ts";
import { route, setQuery } from "../state/route.ts";
import { leadOf, nameOf, words } from "../words/index.ts";

const KEYS = ["day", "project", "session", "model", "branch"] as const;
type Key = (typeof KEYS)[number];
const TOKENS = ["input", "output", "cacheRead", "cacheWrite", "injected"] as const;

interface CostRow extends Record<(typeof TOKENS)[number], number> {
  key: string;
  title?: string;
  money: number | null;
}

interface CostAnswer {
  rows: CostRow[];
  total: CostRow;
  unpriced: string[];
  pricesFrom: string;
}

const RANGES = ["7", "30", "90", "365"];

export function CostView() {
  const { cost } = words.value;
  const { days = "30", by: wanted } = route.value.query;
  const by: Key = KEYS.find((key) => key === wanted) ?? "day";
  const found = useResource<CostAnswer>(`cost ${by} ${days}`, (signal) =>
    get("/api/page/cost", { by, days }, signal),
  );
  return (
    <>
      <h1>{nameOf("cost")}</h1>
      <p class="lead">{leadOf("cost")}</p>
      <div class="filters">
        <Select
          label={cost.range}
          value={days}
          options={RANGES.map((range) => [range, cost.lastDays(range)])}
          onChange={(range) => setQuery({ days: range })}
        />
        <Select
          label={cost.by}
          value={by}
          options={KEYS.map((key) => [key, cost.keys[key]])}
          onChange={(key) => setQuery({ by: key })}
        />
      </div>
      <Loaded of={found}>
        {(value) =>
          value.rows.length === 0 ? (
            <Empty title={cost.none}>{cost.noneHint}</Empty>
          ) : (
            <CostTable answer={value} heading={cost.keys[by]} />
          )
        }
      </Loaded>
    </>
  );
}

function CostTable({ answer, heading }: { answer: CostAnswer; heading: string }) {
  const { cost } = words.value;
  const { rows, total, unpriced, pricesFrom } = answer;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
      <section class="table-scroll" tabIndex={0} aria-label={heading}>
        <table>
          <thead>
            <tr>
              <th scope="col">{heading}</th>
              {[...TOKENS, "money" as const].map((name) => (
                <th key={name} scope="col" class="number">
                  {cost.columns[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Line key={row.key} name={row.title || row.key || "–"} row={row} />
            ))}
          </tbody>
          <tfoot>
            <Line name={cost.total} row={total} />
          </tfoot>
        </table>
      </section>
      {unpriced.length === 0 ? null : <p>{cost.unpriced(unpriced.join(", "))}</p>}
      <p class="quiet">{cost.source(pricesFrom)}</p>
    </>
  );
}

function Line({ name, row }: { name: string; row: CostRow }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {TOKENS.map((kind) => (
        <td key={kind} class="number">
          {shortNumberOf(row[kind])}
        </td>
      ))}
      <td class="number">{row.money === null ? "–" : moneyOf(row.money)}</td>
    </tr>
  );
}
