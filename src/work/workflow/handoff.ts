/** The state of the work for another person's next session: the content of a handoff, and its parser for both sides. */
import { z } from "zod";
import type { HandoffWords, Messages } from "../../locale/messages.ts";
import { quote } from "../../text/quote.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { STAGE_STATUSES } from "./state.ts";

const VERSION = 1;
/** Maximum tokens of a handoff at a session's start. */
const HANDOFF_TOKENS = 300;

const text = z.string().max(4_000);
const list = z.array(text).max(100);

export const handoffSchema = z.object({
  /** Marks a file as a handoff. A newer format gets a higher number. */
  pawlHandoff: z.literal(VERSION),
  /** Becomes part of an address. */
  session: z.string().regex(/^[\w.-]{1,128}$/),
  from: text,
  to: text.nullable(),
  /** When it was packed. */
  at: z.number().int().nonnegative().max(8.64e15),
  /** The project by the name that other machines know; null where it has none. */
  project: text.nullable(),
  branch: text.nullable(),
  workflow: z
    .object({
      type: text,
      stage: text.nullable(),
      done: z.number().int(),
      total: z.number().int(),
      /** The workflow itself, so that the receiver can continue it. Absent in handoffs of older versions. */
      feature: text.nullish(),
      stages: z
        .record(
          text,
          z.object({
            status: z.enum(STAGE_STATUSES),
            mode: text.optional(),
          }),
        )
        .optional(),
    })
    .nullable(),
  /** The last request, and the session's last answer. */
  request: text.nullable(),
  state: text.nullable(),
  open: list,
  decisions: list,
  files: list,
});
export type Handoff = z.output<typeof handoffSchema>;

export const emptyHandoff = { pawlHandoff: VERSION } as const;

/** Names of the format itself, and validated values. */
const AS_THEY_ARE: ReadonlySet<string> = new Set(["session", "project", "status"]);

/** Applies `change` to every text, including keys of stages: when sending, and again when receiving. */
export function mapTexts(handoff: Handoff, change: (text: string) => string): Handoff {
  return JSON.parse(JSON.stringify(handoff), (name, value) => {
    if (name === "stages")
      return Object.fromEntries(Object.entries(value).map(([key, stage]) => [change(key), stage]));
    return typeof value === "string" && !AS_THEY_ARE.has(name) ? change(value) : value;
  });
}

/** Maximum length of the text in one line, in the short form and in full. */
const SHORT = 200;
const FULL = 4_000;

/** All lines, for the sender's review. */
export function handoffLines(handoff: Handoff, words: HandoffWords): string[] {
  return linesOf(handoff, words, FULL);
}

/** Renders a handoff for the receiver's session: the most informative lines first, as many as fit. */
export function renderHandoff(
  handoff: Handoff,
  { handoff: words, locale }: Messages,
  now: number,
  budget = HANDOFF_TOKENS,
): string {
  const head = `${OPEN}\n${words.framing(quote(handoff.from, 40), ageOf(now - handoff.at, locale))}`;
  const kept: string[] = [];
  const whole = (lines: readonly string[]) => [head, ...lines, CLOSE].join("\n");
  for (const line of linesOf(handoff, words, SHORT)) {
    if (estimateTokens(whole([...kept, line])) <= budget) kept.push(line);
  }
  return whole(kept);
}

const OPEN = "<pawl-handoff>";
const CLOSE = "</pawl-handoff>";

function linesOf(handoff: Handoff, words: HandoffWords, most: number): string[] {
  const { workflow, branch, request, state } = handoff;
  const quoted = (one: string) => `“${quote(one, most)}”`;
  const named = (label: string, one: string | null) => (one === null ? [] : [`- ${label}: ${quoted(one)}`]);
  const each = (label: string, some: readonly string[]) => some.map((one) => `- ${label}: ${quoted(one)}`);
  const stage = workflow === null ? null : [workflow.type, workflow.stage ?? ""].filter(Boolean).join(", ");
  const progress = workflow === null ? "" : ` (${workflow.done}/${workflow.total})`;
  return [
    ...named(words.branch, branch),
    ...named(words.workflow, stage).map((line) => `${line}${progress}`),
    ...named(words.request, request),
    ...named(words.state, state),
    ...each(words.open, handoff.open),
    ...each(words.decision, handoff.decisions),
    ...changedLines(handoff.files.map(quoted), words.changed, most === FULL ? undefined : MOST_FILES),
  ];
}

const MOST_FILES = 8;

function changedLines(files: readonly string[], label: string, most = files.length): string[] {
  const more = files.length - most;
  const named = files.slice(0, most).join(", ");
  return files.length === 0 ? [] : [`- ${label}: ${named}${more > 0 ? ` +${more}` : ""}`];
}

const HOUR = 3_600_000;

/** "3 hours ago". Clocks differ, so a time in the future counts as now. */
function ageOf(ms: number, locale: string): string {
  const age = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const hours = Math.max(0, Math.floor(ms / HOUR));
  if (hours >= 48) return age.format(-Math.floor(hours / 24), "day");
  return hours > 0 ? age.format(-hours, "hour") : age.format(0, "second");
}
