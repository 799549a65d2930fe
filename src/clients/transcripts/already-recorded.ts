/**
 * Some clients (Gemini CLI, Copilot CLI, Claude Code before `prompt_id`) give the prompts of hooks and transcript no common id:
 * the hook's record is keyed by time, the transcript's by line. A record from a hook is recognized by its text and time.
 */
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import type { OpenBatch } from "./batches.ts";

interface Said {
  key: string;
  at: number;
  text: string;
  promptId?: string;
}

/** The delay between a hook and its transcript line, on a busy machine. */
const NEAR_MS = 60_000;
const LOOKED_AT = 2000;
/** The key format of records without an id: milliseconds, as in `pipeline/batch.ts`. */
const NAMED_BY_TIME = /\/~\d{10,}(?:\/[0-9a-z-]+)?$/;

export async function withoutRecorded(batch: OpenBatch, store: Store): Promise<OpenBatch> {
  const filter = { sessionId: batch.session.id, limit: LOOKED_AT, namedByTime: true };
  const isOld = ({ promptId }: Said) => promptId === undefined;
  return {
    ...batch,
    prompts: batch.prompts.some(isOld)
      ? left(batch.prompts, await recordsIn(store).prompts(filter))
      : batch.prompts,
    responses: batch.responses.some(isOld)
      ? left(batch.responses, await recordsIn(store).responses(filter))
      : batch.responses,
  };
}

/** Each recorded one matches once: the same text twice is two prompts. */
function left<T extends Said>(read: T[], stored: readonly Said[]): T[] {
  const namedByTime = stored.filter(({ key, promptId }) => promptId === undefined && NAMED_BY_TIME.test(key));
  return read.filter((one) => {
    if (one.promptId !== undefined) return true;
    const at = namedByTime.findIndex(
      ({ text, at: when }) => text === one.text && Math.abs(when - one.at) <= NEAR_MS,
    );
    if (at >= 0) namedByTime.splice(at, 1);
    return at < 0;
  });
}
