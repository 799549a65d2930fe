/**
 * Clients before `prompt_id` (2.1.25 and older) give hooks and transcript no id in common: the hook's record is named
 * by its time, the transcript's by its line. There, what a hook has told is known by its words and its moment.
 */
import type { Store } from "../store/store.ts";
import type { OpenBatch } from "./batches.ts";

export type RecordedStore = Pick<Store, "prompts" | "responses">;

interface Said {
  key: string;
  at: number;
  text: string;
  promptId?: string;
}

/** Between a hook and the line that tells the same lie a busy machine's seconds. */
const NEAR_MS = 60_000;
const LOOKED_AT = 2000;
/** As `memory/batch` names what has no id: by milliseconds. */
const NAMED_BY_TIME = /\/~\d{10,}$/;

export async function withoutRecorded(batch: OpenBatch, store: RecordedStore): Promise<OpenBatch> {
  const filter = { sessionId: batch.session.id, limit: LOOKED_AT, namedByTime: true };
  const isOld = ({ promptId }: Said) => promptId === undefined;
  return {
    ...batch,
    prompts: batch.prompts.some(isOld) ? left(batch.prompts, await store.prompts(filter)) : batch.prompts,
    responses: batch.responses.some(isOld)
      ? left(batch.responses, await store.responses(filter))
      : batch.responses,
  };
}

/** Each that was told takes one away: the same words twice are two prompts. */
function left<T extends Said>(read: T[], stored: readonly Said[]): T[] {
  const injected = stored.filter(({ key, promptId }) => promptId === undefined && NAMED_BY_TIME.test(key));
  return read.filter((one) => {
    if (one.promptId !== undefined) return true;
    const at = injected.findIndex(
      ({ text, at: when }) => text === one.text && Math.abs(when - one.at) <= NEAR_MS,
    );
    if (at >= 0) injected.splice(at, 1);
    return at < 0;
  });
}
