/** Formats records for the model: short, quoted, one line where possible. */
import type { Solution } from "../memory/records/knowledge.ts";
import type { Memory } from "../memory/records/memory.ts";
import { type remember, whenInjected } from "../memory/remember/remember.ts";
import type { SearchHit, StoredRecord, TimelineItem } from "../search/types.ts";
import type { SessionOverview, SessionRecords } from "../store/records/records.ts";
import { cut, quote } from "../text/quote.ts";

type FormatTime = (at: number) => string;

const WHOLE = 8000;

export function searchText(hits: readonly SearchHit[], formatTime: FormatTime): string {
  if (hits.length === 0) return "Nothing found.";
  return hits
    .map((hit) => `${hit.id} · ${formatTime(hit.at)} · ${quote(hit.title, 90)} — ${quote(hit.snippet, 160)}`)
    .join("\n");
}

export function timelineText(items: readonly TimelineItem[], id: string, formatTime: FormatTime): string {
  return items
    .map((item) => {
      const mark = item.ok === undefined ? "" : item.ok ? " ok" : " failed";
      return `${item.id === id ? "→" : " "} ${item.id} · ${formatTime(item.at)} · ${item.type}${mark} · ${quote(item.title, 120)}`;
    })
    .join("\n");
}

export function recordText(stored: StoredRecord): string {
  switch (stored.type) {
    case "observation": {
      const { toolName, ok, input, response } = stored.record;
      return `${stored.id} ${toolName} ${ok ? "ok" : "failed"}\ninput: ${cut(input, WHOLE)}\nresponse: ${cut(response, WHOLE)}`;
    }
    case "event":
      return `${stored.id} ${stored.record.event}\n${cut(stored.record.body, WHOLE)}`;
    case "memory":
      return `${stored.id} ${stored.record.uri} (${stored.record.status}, ${authorText(stored.record)})\n${cut(stored.record.content, WHOLE)}`;
    case "solution":
      return `${stored.id}\n${solutionText([stored.record])}`;
    default:
      return `${stored.id} ${stored.type}\n${cut(stored.record.text, WHOLE)}`;
  }
}

export function solutionText(solutions: readonly Solution[]): string {
  if (solutions.length === 0) return "No solution is known.";
  return solutions
    .map((one) => `${quote(one.errorSample, 160)}\n  → ${quote(one.text, 400)} (${trackRecord(one)})`)
    .join("\n");
}

function trackRecord({ successes, failures }: Pick<Solution, "successes" | "failures">): string {
  const worked = successes <= 1 ? "seen once" : `worked ${successes} times`;
  return failures === 0 ? worked : `${worked}, did not help ${failures} times`;
}

export function sessionsText(
  sessions: readonly SessionOverview[],
  isEverywhere: boolean,
  formatTime: FormatTime,
): string {
  if (sessions.length === 0) return "No session is recorded.";
  return sessions
    .map(({ id, lastEventAt, project, title }) => {
      const place = isEverywhere ? `${project} · ` : "";
      return `${id.slice(0, 8)} · ${formatTime(lastEventAt)} · ${place}${quote(title, 160)}`;
    })
    .join("\n");
}

export function sessionText(
  records: SessionRecords,
  lines: readonly string[],
  formatTime: FormatTime,
): string {
  const { session } = records;
  const head = `${session.id} · ${formatTime(session.startedAt)} · ${session.project} · ${session.status}`;
  const counts = `${records.prompts.length} prompts, ${records.observations.length} tool uses`;
  return [head, counts, ...lines].join("\n");
}

/** Who said a memory: "by the user", "noted by claude". */
export function authorText({ author, authorName }: Pick<Memory, "author" | "authorName">): string {
  if (author === "user") return "by the user";
  if (author === "team") return `from the team, by ${quote(authorName ?? "a member", 40)}`;
  if (author === "model") return `noted by ${quote(authorName ?? "a model", 40)}`;
  return author === "import" ? "imported" : "from the repository";
}

const PROPOSED = {
  core: "Memories for every session (priority 0 to 2) need the user's word.",
  scope: "Memories for other projects need the user's word.",
  confirmation: "It needs the user's word.",
} as const;

/** What became of a memory that a model wants to save. */
export function rememberedText(memory: Awaited<ReturnType<typeof remember>>): string {
  const { uri, version, priority } = memory;
  if (memory.isKnown === true) return `Already remembered as ${uri}, ${authorText(memory)}.`;
  if (memory.proposed === undefined)
    return `Remembered as ${uri} (version ${version}, priority ${priority}). ${injectedText(memory)}`;
  return `Proposed as ${uri}, not injected yet. ${PROPOSED[memory.proposed]} The user confirms it with: pawl memory keep ${uri}`;
}

/** When a memory that was just saved will be injected. */
export function injectedText(memory: Pick<Memory, "uri" | "priority" | "disclosure">): string {
  const when = whenInjected(memory);
  switch (when.at) {
    case "start":
      return when.everywhere
        ? "Injected at the start of every session, in every project."
        : "Injected at the start of every session in this project.";
    case "files":
      return `Injected when a file is touched that fits its condition: ${quote(when.condition, 120)}`;
    case "prompts":
      return `Injected when a prompt fits its condition: ${quote(when.condition, 120)}`;
    case "relevant":
      return "Injected when a prompt or a file is related to it.";
    case "asked":
      return "Injected on request only.";
    default:
      return "Never injected.";
  }
}
