import { records } from "./001-records.ts";
import { transcriptOffsets } from "./002-transcript-offsets.ts";
import { memories } from "./003-memories.ts";
import { pageIndexes } from "./004-page-indexes.ts";
import { wordState } from "./005-word-state.ts";
import { fileFacts } from "./006-file-facts.ts";
import { vectors } from "./007-vectors.ts";
import { wordStems } from "./008-word-stems.ts";
import { digests } from "./009-digests.ts";
import { sessionClient } from "./010-session-client.ts";
import { team } from "./011-team.ts";
import { inPlace } from "./012-in-place.ts";
import { digestsDeleted } from "./013-digests-deleted.ts";
import { handoffs } from "./014-handoffs.ts";
import { knowledgeTimes } from "./015-knowledge-times.ts";
import { cleanPages } from "./016-clean-pages.ts";

/** In order; the database's `user_version` is the number of applied migrations. Never change a released one. */
export const migrations: readonly string[] = [
  records,
  transcriptOffsets,
  memories,
  pageIndexes,
  wordState,
  fileFacts,
  vectors,
  wordStems,
  digests,
  sessionClient,
  team,
  inPlace,
  digestsDeleted,
  handoffs,
  knowledgeTimes,
  cleanPages,
];
