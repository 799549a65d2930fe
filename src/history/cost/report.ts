/** The cost of models from the clients' own records: for `pawl cost` and the page. */
import { CLIENT_NAMES } from "../../clients/index.ts";
import { transcriptDirs } from "../../clients/transcripts/find.ts";
import type { Usage } from "../../clients/usage.ts";
import { createProjectOf } from "../../platform/project.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { historyIn } from "../sql/index.ts";
import { PRICES_DATE, type Prices } from "./prices.ts";
import { collectUsage } from "./read.ts";
import { type CostKey, type CostRow, type CostSum, sumCost } from "./sum.ts";

interface CostQuery {
  /** Undefined if Pawl has recorded nothing, and so injected nothing. */
  store: Store | undefined;
  by: CostKey;
  since: number | undefined;
  prices: Prices;
}

interface TitledRow extends CostRow {
  /** The title of a session that Pawl has recorded. */
  title?: string;
}

export interface CostReport extends CostSum {
  rows: TitledRow[];
  /** Transcripts read, and unreadable lines in them. */
  files: number;
  broken: number;
  /** The date of the price table. */
  pricesFrom: string;
}

export async function costReport({ store, by, since = 0, prices }: CostQuery): Promise<CostReport> {
  const { usages, files, broken } = await collectUsage(CLIENT_NAMES.flatMap(transcriptDirs), since);
  const injected = store === undefined ? [] : await historyIn(store).injectedTokens(since);
  const ids = [...new Set(usages.map(({ sessionId }) => sessionId))];
  const recorded = store === undefined ? [] : await recordsIn(store).sessionOverviews(ids);
  const sessions = new Map(recorded.map((session) => [session.id, session]));
  const ofFolder = createProjectOf();
  // A session belongs to one project, whatever folder it works in, as in every other list.
  const projectOf = ({ sessionId, folder }: Usage) => sessions.get(sessionId)?.project ?? ofFolder(folder);
  const sum = sumCost(usages, injected, { by, prices, projectOf });
  const rows =
    by === "session"
      ? sum.rows.map((row) => ({ ...row, title: sessions.get(row.key)?.title ?? "" }))
      : sum.rows;
  return { ...sum, rows, files, broken, pricesFrom: PRICES_DATE };
}
