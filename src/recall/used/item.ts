/** The names in an injected item. Only they decide whether the item was used. */

import { purposeOf } from "../../memory/digest/command-kind.ts";
import { commandsIn } from "../../memory/learn/command-text.ts";
import type { Injection } from "../../store/records/records.ts";

export interface ItemContent {
  files: readonly string[];
  /** Commands that are worth knowing again; everyday ones (`ls`, `git status`) do not count. */
  commands: readonly string[];
}

interface InjectedItem {
  kind: string;
  uri: string;
  tokens: number;
  text: string;
}

/** Requires an extension: without one, a file name looks like a word. */
const FILE = /(?:[\w@.~-]*\/)*[\w@.-]*[\w@-]\.[A-Za-z][A-Za-z0-9]{0,5}\b/g;
const QUOTED = /`([^`\n]{2,200})`/g;
const URL = /\bhttps?:\/\/\S+/g;

export function toItem(text: string): ItemContent {
  const plain = text.replace(URL, " ");
  const files = new Set<string>();
  const commands = new Set<string>();
  for (const [, quoted = ""] of plain.matchAll(QUOTED)) {
    for (const command of commandsOf(quoted)) commands.add(command);
  }
  const unquoted = plain.replace(QUOTED, (all) => (toFiles(all).length > 0 ? all : " "));
  for (const file of toFiles(unquoted)) files.add(file);
  return { files: [...files], commands: [...commands] };
}

/** File names in a text, as written. */
export function toFiles(text: string): string[] {
  return (text.match(FILE) ?? []).filter((name) => !/^[\d.]+[a-z]?$/i.test(name));
}

/** The commands of a shell line that are worth knowing again, without the folder that they are run in. */
export function commandsOf(line: string): string[] {
  return commandsIn(line)
    .map((command) => command.replace(/^cd (?:\S+|"[^"]+"|'[^']+') && /, "").replace(/ ?…$/, ""))
    .filter((command) => purposeOf(command) !== undefined && /[a-z]/i.test(command));
}

/** An injected block, item by item: what each source brought. */
export function itemsOf({ text, sources }: Pick<Injection, "text" | "sources">): InjectedItem[] {
  const lines = text.split("\n").filter((line) => line.startsWith("- "));
  // Ledgers of older versions do not say what a source brought: then its line does, if each source has one.
  const fallback = (index: number) =>
    lines.length === sources.length ? (lines[index] ?? "") : sources.length === 1 ? text : "";
  return sources.map(({ uri, type, tokens, text: own }, index) => ({
    kind: type,
    uri,
    tokens,
    text: own ?? fallback(index),
  }));
}
