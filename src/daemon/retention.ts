/** Deletes what is older, or more, than the user wants to keep (the setting `retention`). */

import type { Settings } from "../hooks/config/schema.ts";
import type { Home } from "../platform/paths.ts";
import { forgettingIn } from "../store/forget/forget.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Store } from "../store/store.ts";
import { forgetEverywhere } from "./forget.ts";

const DAY_MS = 86_400_000;
/** Of the sessions, at a time, until the size fits. */
const SHARE = 0.1;
const MOST_SESSIONS = 1_000_000;

/** Up to which moment records go; undefined if all of them may stay. */
export async function retentionLimit(
  store: Store,
  { days, megabytes }: Settings["retention"],
  now: number,
): Promise<number | undefined> {
  const byAge = days === undefined ? undefined : now - days * DAY_MS;
  const bySize = megabytes === undefined ? undefined : await limitBySize(store, megabytes * 1_000_000);
  const limit = Math.max(byAge ?? 0, bySize ?? 0);
  return limit === 0 ? undefined : limit;
}

/** The size of a session is not known, so the oldest go by their share of the whole. */
async function limitBySize(store: Store, mostBytes: number): Promise<number | undefined> {
  const { sizeBytes } = await recordsIn(store).stats();
  if (sizeBytes <= mostBytes) return undefined;
  const sessions = await recordsIn(store).sessions({ limit: MOST_SESSIONS });
  const share = Math.max(SHARE, 1 - mostBytes / sizeBytes);
  const oldest = Math.max(1, Math.ceil(sessions.length * share));
  const last = sessions.at(-oldest);
  return last === undefined ? undefined : last.lastEventAt + 1;
}

/** What the user wrote as a memory stays. Answers whether anything went. */
export async function applyRetention(
  { store, home }: { store: Store; home: Home },
  retention: Settings["retention"],
  now: number,
): Promise<boolean> {
  const before = await retentionLimit(store, retention, now);
  if (before === undefined) return false;
  const found = await forgettingIn(store).previewForget({ before });
  if (Object.values(found).every((count) => count === 0)) return false;
  await forgetEverywhere({ store, home }, { before }, now);
  return true;
}
