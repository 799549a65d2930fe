/**
 * Replays past sessions through the real service, event by event in time order: at every moment, memory holds only earlier
 * events of all sessions. Injections are read from the ledger and judged when their session is over.
 */

import { DEFAULT_CLIENT, encodeInput } from "../../clients/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Injection, SessionRecords } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import type { KnowledgeService } from "../knowledge.ts";
import { createTimeline } from "../used/timeline.ts";
import { type Baselines, createBaselines } from "./baselines.ts";
import { type ControlPools, createControlPools } from "./control-pools.ts";
import { AFTER_COMPACTION, type JudgedItem, judgeSession } from "./judge-session.ts";
import { type ReplayedSession, toPastSession } from "./past-session.ts";
import { askPrompt, type PromptAsked } from "./prompts.ts";
import {
  type ReplayEvent,
  readSession,
  type TranscriptFile,
  type TranscriptSession,
  withoutCopies,
} from "./read-session.ts";
import { type Offer, offersIn } from "./solutions.ts";

/** The part of the service that replay drives. */
interface Player {
  store: Store;
  hook(call: {
    body: string;
    env: Record<string, string>;
    at: number;
    branch?: string | undefined;
  }): Promise<unknown>;
  /** Resolves when no background work is left. */
  idle(): Promise<void>;
  knowledge(project: string): KnowledgeService;
  projectOf(cwd: string): string;
  /** The service's clock. */
  setTime(at: number): void;
}

export interface PlayedSession {
  id: string;
  project: string;
  startedAt: number;
  /** The number of earlier sessions of the same project. */
  earlier: number;
  items: JudgedItem[];
  prompts: PromptAsked[];
  offers: Offer[];
}

interface PlayOptions {
  files: readonly TranscriptFile[];
  onProgress?(done: number): void;
  signal?: AbortSignal;
}

interface Open {
  session: TranscriptSession;
  past: ReplayedSession;
  next: number;
  earlier: number;
  prompts: PromptAsked[];
  asked: number;
}

const MOST_INJECTIONS = 10_000;

export async function playSessions(player: Player, options: PlayOptions): Promise<PlayedSession[]> {
  using baselines = createBaselines();
  const past: ReplayedSession[] = [];
  const pools = createControlPools(past);
  const seen = new Set<string>();
  const waiting = [...options.files];
  const open: Open[] = [];
  const played: PlayedSession[] = [];
  while (options.signal?.aborted !== true) {
    const next = nextOf(open);
    const [file] = waiting;
    if (file !== undefined && (next === undefined || file.startsAt <= timeOf(next))) {
      waiting.shift();
      const read = await readSession(file.path);
      const session = read === undefined ? undefined : withoutCopies(read, seen);
      if (session !== undefined && !past.some(({ id }) => id === session.id)) open.push(begin(session));
      continue;
    }
    if (next === undefined) break;
    await playEvent(next);
    if (next.next < next.session.events.length) continue;
    open.splice(open.indexOf(next), 1);
    played.push(await finish(next, player.store, pools));
    baselines.add({ id: next.past.id, prompts: next.session.prompts.map(({ text }) => text) });
    options.onProgress?.(options.files.length - waiting.length - open.length);
  }
  return played;

  function begin(session: TranscriptSession): Open {
    const one = toPast(session, player);
    const earlier = past.filter(({ project }) => project === one.project).length;
    past.push(one);
    return {
      session,
      past: one,
      next: 0,
      earlier,
      prompts: [],
      asked: 0,
    };
  }

  async function playEvent(opened: Open): Promise<void> {
    const { session } = opened;
    const event = session.events[opened.next++] as ReplayEvent;
    player.setTime(event.at);
    if (event.event === "UserPromptSubmit") await measurePrompt(opened, event, past, player, baselines);
    const body = encodeInput({ ...event, sessionId: session.id, cwd: session.cwd });
    await player.hook({ body, env: {}, at: event.at, branch: session.branch });
    await player.idle();
  }
}

function timeOf({ session, next }: Open): number {
  return session.events[next]?.at ?? Number.POSITIVE_INFINITY;
}

function nextOf(open: readonly Open[]): Open | undefined {
  return open.reduce<Open | undefined>(
    (first, one) => (first === undefined || timeOf(one) < timeOf(first) ? one : first),
    undefined,
  );
}

function toPast(session: TranscriptSession, player: Player): ReplayedSession {
  const { id, cwd, startedAt, prompts, observations, responses } = session;
  const project = player.projectOf(cwd);
  const records: SessionRecords = {
    session: {
      id,
      project,
      cwd,
      startedAt,
      lastEventAt: startedAt,
      status: "active",
      client: DEFAULT_CLIENT,
    },
    prompts,
    observations,
    responses,
    events: [],
  };
  return toPastSession(records);
}

async function measurePrompt(
  opened: Open,
  { at, fields }: ReplayEvent,
  past: readonly ReplayedSession[],
  player: Player,
  baselines: Baselines,
): Promise<void> {
  const prompt = String(fields.prompt);
  const isFirst = opened.asked++ === 0;
  if (prompt.startsWith("/")) return;
  const { id: sessionId, project, turns } = opened.past;
  const changes = new Set(turns.filter((turn) => turn.at >= at).flatMap(({ edited }) => edited));
  const known = past.filter((one) => one.project === project && one.id !== sessionId && one.startedAt < at);
  const { store } = player;
  const { cwd, branch } = opened.session;
  const query = {
    store,
    knowledge: player.knowledge(project),
    project,
    sessionId,
    root: cwd === project || cwd.startsWith(`${project}/`) ? project : cwd,
    branch,
    isMuted: () => false,
    at,
  };
  const asked = await askPrompt({ sessionId, prompt, isFirst, changes, known }, query, baselines);
  if (asked !== undefined) opened.prompts.push(asked);
}

async function finish(
  { past: own, session, earlier, prompts }: Open,
  store: Store,
  pools: ControlPools,
): Promise<PlayedSession> {
  const { id, project, startedAt } = own;
  const records = (await recordsIn(store).session(id)) ?? { ...session, events: [] };
  const injections: Injection[] = await recordsIn(store).injections({
    sessionId: id,
    limit: MOST_INJECTIONS,
  });
  injections.reverse();
  const timeline = createTimeline(records, injections);
  const compacted = new Set(session.compactions.map(({ at }) => at));
  const items = judgeSession({ sessionId: id, project, injections, timeline, pools }).map((item) =>
    item.event === "SessionStart" && compacted.has(item.at) ? { ...item, event: AFTER_COMPACTION } : item,
  );
  const offers = offersIn(injections, records.observations, timeline);
  return { id, project, startedAt, earlier, items, prompts, offers };
}
