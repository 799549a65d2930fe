/** One session as a Markdown document, for a ticket or a colleague. */

import { notificationsIn } from "../store/records/notification.ts";
import type {
  EventRecord,
  Injection,
  Observation,
  Prompt,
  Response,
  Session,
  Summary,
} from "../store/records/records.ts";
import { cut } from "../text/quote.ts";
import { bestTitle, toObservationTitle } from "../text/title.ts";

interface MarkdownInput {
  session: Session;
  prompts: readonly Prompt[];
  observations: readonly Observation[];
  responses: readonly Response[];
  injections: readonly Injection[];
  /** The records from which notifications are shown. */
  events?: readonly EventRecord[];
  summary?: Summary | undefined;
  formatTime(at: number): string;
  /** Includes the input and output of every call, not only of failed ones. */
  isWhole?: boolean;
}

const ERROR_CHARACTERS = 1500;

export function toSessionMarkdown(input: MarkdownInput): string {
  const { session, formatTime } = input;
  const title = bestTitle(input.prompts.filter(({ agentId }) => agentId === undefined))?.title ?? "";
  const parts = [
    `# ${title === "" ? "Session" : toPlain(title)}`,
    [
      `- Project: ${toCode(session.project)}`,
      `- Session: ${toCode(session.id)}`,
      `- From ${formatTime(session.startedAt)} to ${formatTime(session.endedAt ?? session.lastEventAt)}`,
    ].join("\n"),
  ];
  if (input.summary !== undefined) {
    const lines = input.summary.text.split("\n").map((line) => `- ${line}`);
    parts.push("## Summary", lines.join("\n"));
  }
  const pieces = [
    ...input.prompts.map((prompt) => ({ at: prompt.at, rank: 0, text: promptPart(prompt) })),
    ...input.injections.map((injected) => ({ at: injected.at, rank: 1, text: injectionPart(injected) })),
    ...input.observations.map((call) => ({ at: call.at, rank: 2, text: callPart(call, input.isWhole) })),
    ...input.responses.map((said) => ({ at: said.at, rank: 3, text: responsePart(said) })),
    ...notificationsIn(input.events ?? []).map(({ at, text }) => ({
      at,
      rank: 4,
      text: `*Notification:* ${toPlain(text)}`,
    })),
  ].sort((a, b) => a.at - b.at || a.rank - b.rank);
  parts.push(...pieces.map((piece) => piece.text));
  return `${parts.join("\n\n")}\n`;
}

function promptPart(prompt: Prompt): string {
  const heading =
    prompt.agentId === undefined ? "## Prompt" : `### Task of subagent ${toCode(prompt.agentId)}`;
  return `${heading}\n\n${toQuote(prompt.text)}`;
}

function injectionPart(injected: Injection): string {
  return `*Pawl told the model (${injected.event}, ${injected.tokens} tokens):*\n\n${toFence(injected.text)}`;
}

function callPart(call: Observation, isWhole = false): string {
  const who = call.agentId === undefined ? "" : ` (subagent ${call.agentType ?? call.agentId})`;
  const line = `- ${call.ok ? "✓" : "✗"} ${toCode(toObservationTitle(call))}${who}`;
  if (isWhole) return [line, toFence(call.input), toFence(call.response)].join("\n\n");
  return call.ok ? line : `${line}\n\n${toFence(cut(call.response, ERROR_CHARACTERS))}`;
}

function responsePart(said: Response): string {
  const who = said.agentId === undefined ? "Answer" : `Answer of subagent ${toCode(said.agentId)}`;
  return `### ${who}\n\n${toQuote(said.text)}`;
}

function toQuote(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}

/** A fence longer than any in the text, so that quoted text cannot end its own quotation. */
function toFence(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}\n${text}\n${fence}`;
}

function toCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

function toPlain(text: string): string {
  return text.replace(/[\\`*_[\]<>#]/g, "\\$&");
}
