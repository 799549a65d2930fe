/**
 * Lists what was learned since the last session began: rules from the user's sentences, notes by models, and likely rules as
 * a question. The user sees each once, with its author and the commands to keep or drop it.
 */

import type { Messages } from "../../locale/messages.ts";
import { DECISIONS_PREFIX } from "../../memory/learn/learn-decisions.ts";
import { isRule } from "../../memory/learn/learn-rules.ts";
import type { Memory } from "../../memory/records/memory.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";

interface TakenUpQuery {
  store: Store;
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
  const status = ["active", "proposed"] as const;
  const memories = await memoriesIn(store).memories({ project, status, limit: RULES });
  const isNews = (memory: Memory) =>
    isRule(memory) ||
    (memory.status === "proposed" && memory.uri.startsWith(DECISIONS_PREFIX)) ||
    (memory.status === "proposed" && memory.author === "team") ||
    (memory.author === "model" && ANNOUNCED.has(memory.place ?? ""));
  const rules = memories.filter((memory) => isNews(memory) && !isMuted(memory.uri));
  // Most projects have none; reading their sessions takes four times as long.
  if (rules.length === 0) return [];
  const earlier = await recordsIn(store).sessions({
    project,
    except: own,
    withContent: true,
    limit: SESSIONS,
  });
  if (earlier.length === 0) return [];
  // Anything learned before the last session began was announced at that session's start.
  const since = Math.max(...earlier.map(({ startedAt }) => startedAt));
  const fresh = rules.filter(({ updatedAt, author }) => updatedAt >= since && author !== "import");
  if (fresh.length === 0) return [];
  // The user's own edits and confirmations are no news. The import itself reported what it proposes.
  const byUser = await memoriesIn(store).changedByPerson(project, since);
  const kept = new Set(byUser.map((memory) => `${memory.project} ${memory.uri}`));
  return fresh.filter((rule) => !kept.has(`${rule.project} ${rule.uri}`));
}

/** The ways in by which a model lays something down for later sessions. */
const ANNOUNCED: ReadonlySet<string> = new Set(["mcp", "command"]);

export function takenUpLines(rules: readonly Memory[], { notices }: Messages): string[] {
  const lines = rules.slice(0, NAMED).map((memory) => {
    const text = quote(memory.content, 120);
    const { uri, author, authorName = "a model", updatedAt } = memory;
    const day = new Date(updatedAt).toISOString().slice(0, 10);
    if (memory.status === "proposed") {
      return author === "user"
        ? notices.ruleAsked(text, uri)
        : notices.noteProposed(quote(authorName, 40), day, text, uri);
    }
    return author === "user"
      ? notices.ruleTaken(text, uri)
      : notices.noteTaken(quote(authorName, 40), day, text, uri);
  });
  const more = rules.length - NAMED;
  return more > 0 ? [...lines, `Pawl: ${notices.andMore(more)}`] : lines;
}

/** How much was injected. `pawl context --why` names it. */
export function injectedLine(
  memories: number,
  { sessions, tokens }: { sessions: number; tokens: number },
  { notices }: Messages,
): string | undefined {
  if (memories === 0) return sessions === 0 ? undefined : notices.loaded(sessions, tokens);
  if (sessions === 0) return notices.loadedMemories(memories, tokens);
  return notices.loadedBoth(memories, sessions, tokens);
}
