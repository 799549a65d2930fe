/** Every item that a session was given, judged, with the control beside it. For `pawl replay`, `--live` and the page. */
import type { Injection } from "../../store/records/records.ts";
import { type ItemContent, itemsOf, toItem } from "../used/item.ts";
import { type InjectionMoment, type IsRare, judge, judgeRemedy, placeOf } from "../used/judge.ts";
import type { Timeline } from "../used/timeline.ts";
import type { ControlPools } from "./control-pools.ts";
import { seeded } from "./intervals.ts";

export interface JudgedItem {
  sessionId: string;
  event: string;
  kind: string;
  uri: string;
  at: number;
  /** With its share of the block's frame. */
  tokens: number;
  text: string;
  used: boolean;
  /** What of it was taken up. */
  by: string[];
  /** How likely a random item of its kind is used at this place; undefined without a pool. */
  control?: number;
}

interface JudgeInput {
  sessionId: string;
  project: string;
  injections: readonly Injection[];
  timeline: Timeline;
  pools: ControlPools;
  isRare: IsRare;
}

/** Of a larger pool a part is drawn: the mean of so many differs from the whole by little. */
const MOST_CONTROLS = 400;

export function judgeSession({ injections, ...input }: JudgeInput): JudgedItem[] {
  return injections.flatMap((injection) => judgeInjection(injection, input));
}

function judgeInjection(injection: Injection, input: Omit<JudgeInput, "injections">): JudgedItem[] {
  const { sessionId, project, timeline, pools, isRare } = input;
  const { event, at } = injection;
  const place = placeOf(injection, timeline);
  const items = itemsOf(injection);
  const own = items.reduce((sum, { tokens }) => sum + tokens, 0);
  // What frames the block is paid for as well.
  const frame = items.length === 0 ? 0 : Math.max(0, injection.tokens - own) / items.length;
  const controls = new Map<string, number | undefined>();
  const judgeAs = (kind: string, item: ItemContent, at: InjectionMoment) =>
    kind === "cure" ? judgeRemedy(item, at, timeline) : judge(item, at, timeline, isRare);
  return items.map(({ kind, uri, text, tokens }) => {
    const item = toItem(text);
    const size = isList(kind) ? Math.max(1, item.commands.length) : 1;
    const lines = text.split("\n").length;
    const key = `${kind} ${size} ${lines}`;
    if (!controls.has(key)) {
      const pool = pools.at({ event, kind, project, sessionId, at, lines });
      controls.set(key, pool && controlShare(pool, size, (one) => judgeAs(kind, one, place), at));
    }
    const control = controls.get(key);
    return {
      sessionId,
      event,
      kind,
      uri,
      at,
      tokens: tokens + frame,
      text,
      ...judgeAs(kind, item, place),
      ...(control === undefined ? {} : { control }),
    };
  });
}

/** One line with several commands. */
function isList(kind: string): boolean {
  return kind === "note";
}

/** How likely at least one of `size` random items of the pool is used. */
function controlShare(
  pool: readonly ItemContent[],
  size: number,
  judgeItem: (item: ItemContent) => { used: boolean },
  seed: number,
): number | undefined {
  if (pool.length === 0) return undefined;
  const random = seeded(seed);
  const draw = () => pool[Math.floor(random() * pool.length)] as ItemContent;
  const judged = pool.length <= MOST_CONTROLS ? pool : Array.from({ length: MOST_CONTROLS }, draw);
  const used = judged.filter((item) => judgeItem(item).used).length;
  return 1 - (1 - used / judged.length) ** size;
}
