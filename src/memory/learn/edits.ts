/** What an edit changed, short enough to be told. */

import type { Observation } from "../records/records.ts";
import { inputField } from "../text/input-text.ts";
import { cut } from "../text/quote.ts";
import type { EditKind } from "./types.ts";

const EDITS: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);
const SIDE_CHARACTERS = 110;

export function isEdit(toolName: string): boolean {
  return EDITS.has(toolName);
}

interface Change {
  removed: string[];
  added: string[];
}

/** The lines that differ, trimmed; a whole file that is written has only added lines. */
export function changeOf(call: Pick<Observation, "toolName" | "input">): Change {
  const pairs = pairsOf(call);
  const change: Change = { removed: [], added: [] };
  for (const [before, after] of pairs) {
    const old = linesOf(before);
    const now = linesOf(after);
    const oldSet = new Set(old);
    const nowSet = new Set(now);
    change.removed.push(...old.filter((line) => !nowSet.has(line)));
    change.added.push(...now.filter((line) => !oldSet.has(line)));
  }
  return change;
}

/** What an edit is looked at for: the line that was complained about, and the names in the complaint. */
export interface About {
  code?: string;
  rule?: string;
  names: readonly string[];
}

/** Longer changes are told by nobody in a line. */
const MOST_LINES = 8;

/** `old → new`; undefined when nothing but space differs, or when too much does for it to be told. */
export function describeEdit(
  call: Pick<Observation, "toolName" | "input">,
  about: About = { names: [] },
): string | undefined {
  if (call.toolName === "Write") return undefined;
  const change = changeOf(call);
  const { removed, added } = about.code === undefined ? change : near(change, about);
  if (removed.length > MOST_LINES || added.length > MOST_LINES) return undefined;
  const old = side(removed);
  const now = side(added);
  if (old === "" && now === "") return undefined;
  if (old === "") return `added \`${now}\``;
  if (now === "") return `removed \`${old}\``;
  return `\`${old}\` → \`${now}\``;
}

/** Of a larger change, the part around the line that was complained about. */
function near(change: Change, { code = "", rule }: About): Change {
  const line = change.removed.find((old) => isNear(old, code));
  if (line === undefined) {
    const cites = rule === undefined ? [] : change.added.filter((added) => added.includes(rule));
    return cites.length > 0 ? { removed: [], added: cites.slice(0, 1) } : change;
  }
  const best = change.added.reduce(
    (found, text, index) => {
      const like = likeness(text, line);
      return like > found.like ? { text, index, like } : found;
    },
    { text: change.added[0] ?? "", index: 0, like: -1 },
  );
  if (best.text === "") return { removed: [line], added: [] };
  // The line in front of it often is the cure: a comment that suppresses, a check.
  const before = change.added[best.index - 1];
  const cites = before !== undefined && rule !== undefined && before.includes(rule) ? [before] : [];
  return { removed: [line], added: [...cites, best.text] };
}

/** Whether a line is the one that was shown under a complaint, or nearly. */
export function isNear(line: string, code: string): boolean {
  return line === code || likeness(line, code) >= 0.7;
}

/** Words in common, 0 to 1. */
function likeness(a: string, b: string): number {
  const wordsA = new Set(a.match(/\w+/g) ?? []);
  const wordsB = new Set(b.match(/\w+/g) ?? []);
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length;
  return wordsA.size + wordsB.size === 0 ? 0 : shared / (wordsA.size + wordsB.size - shared);
}

const SUPPRESSES =
  /nolint|eslint-disable|biome-ignore|@ts-(?:ignore|expect-error|nocheck)|type:\s*ignore|\bnoqa\b|pylint:\s*disable|#\[allow|@SuppressWarnings|rubocop:disable|shellcheck disable|phpcs:ignore|istanbul ignore/;

/** What it did about the complaint. */
export function editKind(call: Pick<Observation, "toolName" | "input">, { names }: About): EditKind {
  const { removed, added } = changeOf(call);
  const old = removed.join("\n");
  const now = added.join("\n");
  if (SUPPRESSES.test(now)) return "suppress";
  const dropped = names.some((name) => old.includes(name) && !now.includes(name));
  const brought = names.some((name) => now.includes(name) && !old.includes(name));
  if (dropped && !brought) return added.length === 0 ? "drop-name" : "replace-name";
  return brought && !dropped && removed.length === 0 ? "add-name" : "other";
}

/** The first lines that say something; a lone bracket does not. */
function side(lines: readonly string[]): string {
  const telling = lines.filter((line) => /[\p{L}\p{N}]{2}/u.test(line));
  const more = telling.length > 2 ? ` (+${telling.length - 2} lines)` : "";
  const text = telling.slice(0, 2).join(" ⏎ ").replaceAll("`", "'");
  return telling.length === 0 ? "" : cut(text, SIDE_CHARACTERS) + more;
}

function linesOf(text: string): string[] {
  return text
    .slice(0, 20_000)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function pairsOf({ toolName, input }: Pick<Observation, "toolName" | "input">): [string, string][] {
  if (toolName === "Write") return [["", inputField(input, "content") ?? ""]];
  if (toolName === "NotebookEdit") return [["", inputField(input, "new_source") ?? ""]];
  const single: [string, string] = [
    inputField(input, "old_string") ?? "",
    inputField(input, "new_string") ?? "",
  ];
  return toolName === "MultiEdit" ? multiple(input) : [single];
}

function multiple(input: string): [string, string][] {
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    // Cut when it was stored: what was changed is not known any more.
    return [];
  }
  const edits: unknown =
    typeof value === "object" && value !== null && "edits" in value ? value.edits : undefined;
  if (!Array.isArray(edits)) return [];
  return edits.flatMap((edit: unknown): [string, string][] => {
    const json = JSON.stringify(edit) ?? "";
    return [[inputField(json, "old_string") ?? "", inputField(json, "new_string") ?? ""]];
  });
}
