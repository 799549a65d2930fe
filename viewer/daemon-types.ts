/**
 * The daemon's own types, for the page: only with `import type`, so that nothing of the daemon is bundled. Beside them
 * the page takes only src/locale/template.ts from `src/`. A field that the daemon adds is here at once.
 */
import type { z } from "zod";
import type * as team from "../src/daemon/api/team.ts";
import type { FeedRow as StoredFeedRow, ReadableRow as StoredRow } from "../src/history/sql/types.ts";

export type { Day as DayReport, ProjectDay } from "../src/history/day/types.ts";
export type { RecurringFailure } from "../src/history/failures/recurring.ts";
export type { FileHistory } from "../src/history/file-history/file-history.ts";
export type { LiveEvent } from "../src/history/live/live.ts";
export type { SessionCard } from "../src/history/sessions/session-card.ts";
export type {
  FullRecord,
  LedgerLine,
  ListedSession as Session,
  RowKind,
  SessionOutline,
} from "../src/history/sql/types.ts";
export type { SettingView as Setting } from "../src/hooks/config/settings-view.ts";
export type { Cure } from "../src/memory/digest/types.ts";
export type { Relation } from "../src/memory/records/memory.ts";
export type { LiveReport as UsedReport } from "../src/recall/replay/live.ts";
export type { InjectionSource as Source, StoreStats as Stats } from "../src/store/records/records.ts";

export type Team = z.output<typeof team.getTeam.answer>;
export type TeamMembers = z.output<typeof team.listTeamMembers.answer>;
export type TeamRecords = z.output<typeof team.listTeamRecords.answer>;
export type TeamReview = z.output<typeof team.listTeamReview.answer>;
export type TeamConflicts = z.output<typeof team.listTeamConflicts.answer>;
export type TeamSharing = z.output<typeof team.getTeamSharing.answer>;

/** The API says of a failed call which later one worked. */
export interface ReadableRow extends StoredRow {
  fixedBy?: string;
}

/** A row that comes over the stream is shown before it has an id. */
export interface FeedRow extends Omit<StoredFeedRow, "id"> {
  id?: string;
}
