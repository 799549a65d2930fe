/** For the page: the used items of an injection, by the same judge as `pawl replay`. */
import { recordsIn } from "../../store/records/queries.ts";
import type { Injection } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import { itemsOf, toItem } from "../used/item.ts";
import { isJudged, placeOf, usedNames } from "../used/judge.ts";
import { createTimeline, type Timeline } from "../used/timeline.ts";

const MOST_INJECTIONS = 1000;

/** For one answer of the page: each session in it is read once. */
export function createUsedOf(store: Store) {
  const timelines = new Map<string, Promise<Timeline | undefined>>();

  async function read(sessionId: string): Promise<Timeline | undefined> {
    const records = await recordsIn(store).session(sessionId);
    if (records === undefined) return undefined;
    return createTimeline(records, await recordsIn(store).injections({ sessionId, limit: MOST_INJECTIONS }));
  }

  return async (injection: Pick<Injection, "sessionId" | "event" | "at" | "text" | "sources">) => {
    const { sessionId } = injection;
    const reading = timelines.get(sessionId) ?? read(sessionId);
    timelines.set(sessionId, reading);
    const timeline = await reading;
    if (timeline === undefined) return [];
    const place = placeOf(injection, timeline);
    const by = itemsOf(injection).flatMap(({ kind, text }) =>
      isJudged(kind) ? usedNames(kind, toItem(text), place, timeline) : [],
    );
    return [...new Set(by)];
  };
}
