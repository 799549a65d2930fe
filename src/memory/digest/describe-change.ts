/** Describes a file change in a few words, by the lines that relate to the failure, not the first ones. */
import { cut } from "../../text/quote.ts";
import type { ChangePair } from "../records/edits.ts";
import type { FileChange } from "./file-changes.ts";

const SIDE_CHARACTERS = 70;
const LOOKED_AT = 8000;

/** `names`: what the failure names. */
export function describeChange(change: FileChange, names: readonly string[]): string {
  if (change.command !== undefined) return `by \`${cut(change.command, 90)}\``;
  const [first] = change
    .pairs()
    .map((pair) => describePair(pair, names))
    .filter(({ text }) => text !== "")
    .sort((a, b) => Number(b.isNamed) - Number(a.isNamed));
  return first?.text ?? "";
}

/** True if the change added a line with one of the names. */
export function mentions(change: FileChange, names: readonly string[]): boolean {
  return change.pairs().some(([, after]) => names.some((name) => after.includes(name)));
}

/** Describes a file that was written completely. */
export function describeContent(change: FileChange, names: readonly string[]): string {
  if (change.command !== undefined) return describeChange(change, names);
  const lines = linesOf(change.pairs()[0]?.[1] ?? "");
  const line = pick(lines, names);
  return line === undefined ? "empty" : `with ${side(line, lines.length, names)}`;
}

function describePair(
  [before, after]: ChangePair,
  names: readonly string[],
): { text: string; isNamed: boolean } {
  const old = linesOf(before);
  const now = linesOf(after);
  const oldSet = new Set(old);
  const nowSet = new Set(now);
  const removed = old.filter((line) => !nowSet.has(line));
  const added = now.filter((line) => !oldSet.has(line));
  const to = pick(added, names);
  const from = pick(removed, names);
  const isNamed = [from, to].some((line) => line !== undefined && names.some((name) => line.includes(name)));
  if (from === undefined && to === undefined) return { text: "", isNamed };
  if (from === undefined) return { text: `added ${side(to ?? "", added.length, names)}`, isNamed };
  if (to === undefined) return { text: `removed ${side(from, removed.length, names)}`, isNamed };
  return { text: `${side(from, removed.length, names)} → ${side(to, added.length, names)}`, isNamed };
}

/** The first line with one of the names, else the first that is not a comment. */
function pick(lines: readonly string[], names: readonly string[]): string | undefined {
  const telling = names.filter((name) => name.length > 2 && !name.includes("/"));
  return (
    lines.find((line) => telling.some((name) => line.includes(name))) ??
    lines.find((line) => !/^(?:\/\/|#|\*|\/\*|--)/.test(line)) ??
    lines[0]
  );
}

const linesOf = (text: string): string[] =>
  text
    .slice(0, LOOKED_AT)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** A long line is shortened around the name. */
function side(line: string, lines: number, names: readonly string[]): string {
  const more = lines > 1 ? ` (${lines} lines)` : "";
  const at = Math.max(...names.map((name) => line.indexOf(name)), 0);
  const isLate = line.length > SIDE_CHARACTERS && at > SIDE_CHARACTERS - 20;
  const shown = isLate ? `…${line.slice(at - 30)}` : line;
  return `\`${cut(shown.replaceAll("`", "'"), SIDE_CHARACTERS)}\`${more}`;
}
