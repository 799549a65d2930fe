/** Draws the browser: one screen, line by line. Pure: the same state and size give the same screen. */
import { toDay } from "../../history/day/span.ts";
import { formatTime } from "../../platform/clock.ts";
import { toMarker } from "../../text/marks.ts";
import { toQueryTerms } from "../../text/words.ts";
import {
  bold,
  clipTo,
  cyan,
  dim,
  green,
  inverse,
  padTo,
  plain,
  tilde,
  toHighlight,
  toRows,
  wrap,
  yellow,
} from "../output.ts";
import { timeOfDay } from "../when.ts";
import { words } from "../words.ts";
import type { ListItem } from "./items.ts";

export interface Screen {
  columns: number;
  rows: number;
}

export interface BrowserState {
  /** The query of the items; empty for the recent sessions. */
  query: string;
  /** What is typed, with its cursor. */
  shownQuery: string;
  items: readonly ListItem[];
  selected: number;
  /** The preview of the selected item; undefined while it loads. */
  preview: readonly string[] | undefined;
  isReading: boolean;
  /** Lines of the preview that are scrolled away. */
  scrolled: number;
  now: number;
  /** The project that the list is limited to; all projects if absent. */
  scope?: string | undefined;
  isHelp?: boolean;
}

const HEAD = 2;
const FOOT = 1;
const LIST_SHARE = 0.4;
/** Below this a row has no room for the session's id. */
const NARROW = 80;

/** The messages describe the effect of each key. */
const KEYS = ["a–z", "↑ ↓", "PgUp PgDn", "Tab", "Ctrl-S", "Enter", "Esc"];

export function drawFrame(state: BrowserState, screen: Screen): string {
  const { columns } = screen;
  const say = words.activity.ui;
  const body = Math.max(2, screen.rows - HEAD - FOOT - 1);
  const listRows = state.isReading
    ? 1
    : Math.max(1, Math.min(Math.floor(body * LIST_SHARE), state.items.length));
  const previewRows = body - listRows;
  const what = state.query.trim() === "" ? say.sessions : say.results(state.items.length);
  const where = state.scope === undefined ? say.allProjects : say.thisProject(plain(tilde(state.scope)));
  const lines = [`${bold(say.prompt)} ${cyan("›")} ${state.shownQuery}`, dim(`${what} · ${where}`)];
  if (state.isHelp === true)
    lines.push(
      "",
      bold(say.helpTitle),
      ...toRows(
        KEYS.map((key, place) => [cyan(key), say.help[place] ?? ""]),
        2,
      ),
    );
  else {
    lines.push(...listLines(state, listRows, columns), dim("─".repeat(columns)));
    lines.push(...previewPart(state, previewRows, columns));
  }
  lines.length = Math.min(lines.length, HEAD + body + 1);
  while (lines.length < HEAD + body + 1) lines.push("");
  lines.push(dim(fitting(state.isReading ? say.keysPreview : say.keys, columns)));
  return lines.map((line) => clipTo(line, columns)).join("\n");
}

/** Shows whole hints only, because half a hint is useless. */
function fitting(keys: string, columns: number): string {
  const parts = keys.split(" · ");
  while (parts.length > 1 && Bun.stringWidth(parts.join(" · ")) > columns) parts.pop();
  return parts.join(" · ");
}

/** How far the preview can be scrolled. */
export function mostScrolled(state: BrowserState, { rows, columns }: Screen): number {
  const body = Math.max(2, rows - HEAD - FOOT - 1);
  return Math.max(0, previewOf(state, columns).length - (body - 1));
}

function listLines({ items, selected, now }: BrowserState, rows: number, columns: number): string[] {
  if (items.length === 0) return [dim(words.activity.ui.noResults)];
  const isNarrow = columns < NARROW;
  // The selected line stays visible, followed by one more line, if any.
  const first = Math.max(0, Math.min(selected - Math.floor(rows / 2), items.length - rows));
  return items.slice(first, first + rows).map((item, index) => {
    const isSelected = first + index === selected;
    const state = item.isRunning ? green("●") : " ";
    const time = isNarrow ? padTo(shortTime(item.at, now), 6) : formatTime(item.at);
    const id = isNarrow ? "" : `${yellow(plain(item.sessionId).slice(0, 8) || "········")} `;
    const kind = item.found === undefined || isNarrow ? "" : ` ${dim(item.found.type)}`;
    const head = `${isSelected ? "❯" : " "} ${state} ${id}${dim(time)} `;
    const tail = columns < 100 ? kind : `${kind}  ${dim(clipTo(plain(tilde(item.project)), 36))}`;
    const room = columns - Bun.stringWidth(head) - Bun.stringWidth(tail) - 1;
    const title = padTo(clipTo(item.title, Math.max(8, room)), room);
    const line = `${head}${title}${tail}`;
    // One bar from edge to edge, without colours, which would interrupt it.
    return isSelected ? inverse(padTo(Bun.stripANSI(line), columns)) : line;
  });
}

/** The time of today, the month and day of what is older. */
function shortTime(at: number, now: number): string {
  return toDay(at) === toDay(now) ? timeOfDay(at) : toDay(at).slice(5);
}

/** Starts at the first line with a word of the query. */
function previewPart(state: BrowserState, rows: number, columns: number): string[] {
  const lines = previewOf(state, columns);
  const from = state.scrolled > 0 || state.isReading ? state.scrolled : firstMatch(state, lines, rows);
  return lines.slice(from, from + rows).map((line) => marked(state.query, line));
}

function firstMatch({ query }: BrowserState, lines: readonly string[], rows: number): number {
  if (query.trim() === "") return 0;
  const { marks } = toMarker(toQueryTerms(query));
  const at = lines.findIndex((line) => marks(Bun.stripANSI(line)).length > 0);
  // The line before it shows the speaker.
  return at < rows ? 0 : at - 1;
}

function previewOf({ preview, items, selected, query }: BrowserState, columns: number): string[] {
  const item = items[selected];
  if (item === undefined) return [];
  const lines = wrapped(preview ?? [], columns);
  const { marks } = toMarker(toQueryTerms(query));
  const isThere = lines.some((line) => marks(Bun.stripANSI(line)).length > 0);
  // Text that is not part of the conversation, such as a command's output, is quoted at the top.
  if (item.found === undefined || isThere) return lines;
  return wrapped([`${yellow("›")} ${item.found.snippet}`, "", ...(preview ?? [])], columns);
}

/** A line with colours of its own keeps them instead. */
function marked(query: string, line: string): string {
  if (query.trim() === "" || Bun.stripANSI(line) !== line) return line;
  return toHighlight(query)(line);
}

function wrapped(lines: readonly string[], columns: number): string[] {
  return lines.flatMap((line) => {
    const [first = "", ...more] = wrap(line, columns, 0, 2);
    return [first, ...more.map((one) => `  ${one}`)];
  });
}
