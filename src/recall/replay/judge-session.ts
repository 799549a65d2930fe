/** Judges every injected item of a session, with its control. For `pawl replay`, `--live` and the page. */
import type { Injection } from "../../store/records/records.ts";
import { type ItemContent, itemsOf, toItem } from "../used/item.ts";
import { isJudged, type JudgedKind, placeOf, usedNames } from "../used/judge.ts";
import type { Timeline } from "../used/timeline.ts";
import type { ControlPools } from "./control-pools.ts";
import { seeded } from "./intervals.ts";

export interface JudgedItem {
  sessionId: string;
  event: string;
  kind: string;
  uri: string;
  at: number;
  /** Includes its share of the block's frame. */
  tokens: number;
  text: string;
  /** How the session used the item. */
  by: string[];
  /** Only for judged items: whether it was used, and how likely a random item of its kind would be used here. */
  judged?: { used: boolean; control: number };
}

/** The event of injections after a compaction, which is also a SessionStart. */
export const AFTER_COMPACTION = "SessionStart (compact)";

interface JudgeInput {
  sessionId: string;
  project: string;
  injections: readonly Injection[];
  timeline: Timeline;
  pools: ControlPools;
}

/** From a larger pool, a sample is drawn: its mean differs little from the mean of the whole. */
const MOST_CONTROLS = 400;

export function judgeSession({ injections, ...input }: JudgeInput): JudgedItem[] {
  return injections.flatMap((injection) => judgeInjection(injection, input));
}

function judgeInjection(injection: Injection, input: Omit<JudgeInput, "injections">): JudgedItem[] {
  const { sessionId, project, timeline, pools } = input;
  const { event, at } = injection;
  const place = placeOf(injection, timeline);
  const items = itemsOf(injection);
  const own = items.reduce((sum, { tokens }) => sum + tokens, 0);
  // The frame around the block costs tokens too.
  const frame = items.length === 0 ? 0 : Math.max(0, injection.tokens - own) / items.length;
  const controls = new Map<string, number | undefined>();
  // A control names as many files as the item, because more files make a use more likely.
  const controlOf = (kind: JudgedKind, files: number) => {
    const key = `${kind} ${files}`;
    if (!controls.has(key)) {
      const pool = pools.at({ kind, project, sessionId, at });
      const isUsed = (one: ItemContent) =>
        usedNames(kind, { ...one, files: one.files.slice(0, files) }, place, timeline).length > 0;
      controls.set(key, controlShare(pool, isUsed, at));
    }
    return controls.get(key);
  };
  return items.map(({ kind, uri, text, tokens }) => {
    const item = { sessionId, event, kind, uri, at, tokens: tokens + frame, text, by: [] };
    const content = toItem(text);
    const control = isJudged(kind) ? controlOf(kind, content.files.length) : undefined;
    // A share without a control means nothing.
    if (!isJudged(kind) || control === undefined) return item;
    const by = usedNames(kind, content, place, timeline);
    return { ...item, by, judged: { used: by.length > 0, control } };
  });
}

/** The probability that a random item of the pool is used. */
function controlShare(
  pool: readonly ItemContent[],
  isUsed: (item: ItemContent) => boolean,
  seed: number,
): number | undefined {
  if (pool.length === 0) return undefined;
  const random = seeded(seed);
  const draw = () => pool[Math.floor(random() * pool.length)] as ItemContent;
  const drawn = pool.length <= MOST_CONTROLS ? pool : Array.from({ length: MOST_CONTROLS }, draw);
  return drawn.filter(isUsed).length / drawn.length;
}
