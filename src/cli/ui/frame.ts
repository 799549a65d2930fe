/** Draws the browser: one screen, line by line. Pure: the same state and size give the same screen. */
import { bold, clip, cyan, dim, green, padTo, tilde, wrap, yellow } from "../output.ts";
import { when } from "../when.ts";
import { locale, words } from "../words.ts";
import type { ListItem } from "./items.ts";

export interface Screen {
  columns: number;
  rows: number;
}

export interface BrowserState {
  /** What the items were searched for; empty: they are the recent sessions. */
  query: string;
  /** What is typed, with its cursor. */
  shownQuery: string;
  items: readonly ListItem[];
  selected: number;
  /** Of the selected item; undefined while it is read. */
  preview: readonly string[] | undefined;
  isReading: boolean;
  /** Lines of the preview that are scrolled away. */
  scrolled: number;
  now: number;
}

const HEAD = 2;
const FOOT = 1;
const LIST_SHARE = 0.4;

export function drawFrame(state: BrowserState, screen: Screen): string {
  const { columns } = screen;
  const say = words.activity.ui;
  const body = Math.max(2, screen.rows - HEAD - FOOT - 1);
  const listRows = state.isReading
    ? 1
    : Math.max(1, Math.min(Math.floor(body * LIST_SHARE), state.items.length));
  const previewRows = body - listRows;
  const lines = [
    `${bold(say.prompt)} ${cyan("›")} ${state.shownQuery}`,
    dim(state.query.trim() === "" ? say.sessions : say.results(state.items.length)),
    ...listLines(state, listRows, columns),
    dim("─".repeat(columns)),
    ...previewPart(state, previewRows, columns),
  ];
  while (lines.length < HEAD + body + 1) lines.push("");
  lines.push(dim(state.isReading ? say.keysPreview : say.keys));
  return lines.map((line) => clip(line, columns)).join("\n");
}

/** How far the preview can be scrolled. */
export function mostScrolled(state: BrowserState, { rows, columns }: Screen): number {
  const body = Math.max(2, rows - HEAD - FOOT - 1);
  return Math.max(0, wrapped(state.preview ?? [], columns).length - (body - 1));
}

function listLines({ items, selected, now }: BrowserState, rows: number, columns: number): string[] {
  if (items.length === 0) return [dim(words.activity.ui.noResults)];
  // The selected line stays in sight, with one more behind it where there is one.
  const first = Math.max(0, Math.min(selected - Math.floor(rows / 2), items.length - rows));
  return items.slice(first, first + rows).map((item, index) => {
    const isSelected = first + index === selected;
    const mark = isSelected ? cyan("❯") : " ";
    const state = item.isRunning ? green("●") : " ";
    const time = padTo(when(item.at, now, locale), 16);
    const kind = item.found === undefined ? "" : ` ${dim(item.found.type)}`;
    const head = `${mark} ${state} ${yellow(item.sessionId.slice(0, 8) || "········")} ${dim(time)} `;
    const tail = columns < 100 ? kind : `${kind}  ${dim(clip(tilde(item.project), 36))}`;
    const room = columns - Bun.stringWidth(head) - Bun.stringWidth(tail) - 1;
    const title = padTo(clip(item.title, Math.max(8, room)), room);
    return `${head}${isSelected ? bold(title) : title}${tail}`;
  });
}

function previewPart(
  { preview, items, selected, scrolled }: BrowserState,
  rows: number,
  columns: number,
): string[] {
  const item = items[selected];
  if (item === undefined) return [];
  const snippet =
    item.found === undefined || scrolled > 0 ? [] : [`${yellow("›")} ${item.found.snippet}`, ""];
  return wrapped([...snippet, ...(preview ?? [])], columns).slice(scrolled, scrolled + rows);
}

function wrapped(lines: readonly string[], columns: number): string[] {
  return lines.flatMap((line) => {
    const [first = "", ...more] = wrap(line, columns, 0, 2);
    return [first, ...more.map((one) => `  ${one}`)];
  });
}
