/** Rules that Pawl took up since the last session began: the user hears of each once, and how to drop it. */
import type { Messages } from "../../locale/messages.ts";
import { isRule } from "../../memory/learn/learn-rules.ts";
import type { Memory } from "../../memory/records/memory.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";

interface TakenUpQuery {
  store: Pick<Store, "memories" | "memoryVersions" | "sessions">;
  project: string;
  /** The session that starts, and those that it was forked from. */
  own: readonly string[];
  isMuted(uri: string): boolean;
}

const SESSIONS = 20;
const RULES = 500;
/** More are counted: the list is on the page and in `pawl memory list`. */
const NAMED = 3;

export async function takenUpRules({ store, project, own, isMuted }: TakenUpQuery): Promise<Memory[]> {
  const memories = await store.memories({ project, namespace: "project", limit: RULES });
  const rules = memories.filter((memory) => isRule(memory) && !isMuted(memory.uri));
  // Most projects have none; reading their sessions takes four times as long.
  if (rules.length === 0) return [];
  const earlier = await store.sessions({ project, except: own, withContent: true, limit: SESSIONS });
  if (earlier.length === 0) return [];
  // Whatever was taken up before the last session began was announced when it began.
  const since = Math.max(...earlier.map(({ startedAt }) => startedAt));
  const fresh = rules.filter(({ updatedAt }) => updatedAt >= since);
  const taken: Memory[] = [];
  for (const rule of fresh) {
    const [newest] = await store.memoryVersions(rule);
    // What the user confirmed or edited is no news.
    if (newest?.author === "pawl") taken.push(rule);
  }
  return taken;
}

export function takenUpLines(rules: readonly Memory[], { notices }: Messages): string[] {
  const lines = rules.slice(0, NAMED).map(({ content, uri }) => notices.ruleTaken(quote(content, 120), uri));
  const more = rules.length - NAMED;
  return more > 0 ? [...lines, `Pawl: ${notices.andMore(more)}`] : lines;
}
