import { existsSync } from "node:fs";
import type { CostReport } from "../history/cost/report.ts";
import { COST_KEYS, type CostKey, type CostRow } from "../history/cost/sum.ts";
import { pawlHome } from "../platform/paths.ts";
import { projectNames } from "../text/project-names.ts";
import { quote } from "../text/quote.ts";
import { type Command, json, UsageError, value } from "./command.ts";
import { lookInStore } from "./open-store.ts";
import { bold, dim, print, toTable } from "./output.ts";
import { sinceIn } from "./when.ts";
import { locale, words } from "./words.ts";

export const command: Command = {
  usage: "cost [--since D] [--by day|project|session|model|branch] [--json]",
  example: "pawl cost --since 7d --by model",
  options: { ...json, since: value, by: value },
  async run(input) {
    const by = input.oneOf("by", COST_KEYS) ?? "day";
    const since = sinceIn(input);
    if (since !== undefined && since > Date.now())
      throw new UsageError(words.cost.future(String(input.text("since"))));
    const report = await read(by, since);
    return input.answer(report, () => show(report, by, since !== undefined));
  },
};

/** Without a database, the clients' records still count. Reading creates no database. */
async function read(by: CostKey, since: number | undefined): Promise<CostReport> {
  const { costReport } = await import("../history/cost/report.ts");
  const home = pawlHome();
  if (!existsSync(home.database)) {
    const { readUserSettings } = await import("../hooks/config/user-settings.ts");
    return costReport({ store: undefined, by, since, prices: readUserSettings(home).settings.prices });
  }
  return lookInStore((store, settings) => costReport({ store, by, since, prices: settings?.prices ?? {} }));
}

function show(report: CostReport, by: CostKey, isLimited: boolean): void {
  const { rows, total, unpriced, files, broken, pricesFrom } = report;
  const say = words.cost;
  if (rows.length === 0) {
    print(isLimited && files > 0 ? say.noneSince : say.none);
    return;
  }
  const projects = projectNames(by === "project" ? rows.map(({ key }) => key) : []);
  const lines = rows.map((row) => cells(nameOf(row, by, projects), row));
  const headings = [say.by[by], ...Object.values(say.columns)];
  for (const [index, line] of toTable([headings, ...lines, cells(say.total, total)]).entries())
    print(index === 0 || index === lines.length + 1 ? bold(line) : line);
  print("");
  if (unpriced.length > 0) print(say.unpriced(unpriced.length, quote(unpriced.join(", "), 300)));
  if (broken > 0) print(say.broken(broken));
  print(dim(say.source(pricesFrom)));
}

type Row = CostReport["rows"][number];

function nameOf({ key, title = "" }: Row, by: CostKey, projects: ReadonlyMap<string, string>): string {
  if (key === "") return words.cost.unknown;
  if (by === "session") return `${key.slice(0, 8)} ${quote(title, 32)}`.trimEnd();
  return quote(projects.get(key) ?? key, 42);
}

function cells(name: string, row: CostRow): string[] {
  const { input, output, cacheRead, cacheWrite, injected, money } = row;
  const tokens = [input, output, cacheRead, cacheWrite, injected].map((n) => count.format(n));
  return [name, ...tokens, money === null ? "–" : dollars.format(money)];
}

const count = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" });
