/** What a session is given at its start of what other members learned, beside the project's own. */

import { attribution } from "../../memory/records/attribution.ts";
import { quote } from "../../text/quote.ts";
import type { Item } from "../past/item.ts";
import type { TeamKnowledge } from "../past/past.ts";

const MOST_PITFALLS = 3;
const MOST_COMMANDS = 5;

/** Newest first. `own`: what this machine's own sessions showed is not said again. */
export function teamPitfalls(team: TeamKnowledge | undefined, own: readonly Item[], now?: number): Item[] {
  const seen = new Set(own.map(({ uri }) => uri));
  const items: Item[] = [];
  for (const { key, text, ...by } of team?.pitfalls ?? []) {
    const uri = `pitfall://${key}`;
    if (seen.has(uri) || own.length + items.length >= MOST_PITFALLS) continue;
    seen.add(uri);
    const line = `${quote(text, 300)} (${attribution(by, now)})`;
    items.push({ kind: "pitfall", uri, text: line, reason: `failed again and again for ${by.author}` });
  }
  return items;
}

export function teamCommands(
  team: TeamKnowledge | undefined,
  own: readonly Item[],
  known: string,
  now?: number,
): Item[] {
  const seen = new Set(own.map(({ uri }) => uri));
  const items: Item[] = [];
  for (const { command, purpose, ...by } of team?.commands ?? []) {
    const uri = `command://${command}`;
    if (seen.has(uri) || known.includes(command) || own.length + items.length >= MOST_COMMANDS) continue;
    seen.add(uri);
    const name = `\`${quote(command, 120).replaceAll("`", "'")}\` (${attribution(by, now)})`;
    const text = purpose === undefined ? name : `${quote(purpose, 20)}: ${name}`;
    items.push({ kind: "command", uri, text, reason: `went well in several sessions of ${by.author}` });
  }
  return items;
}
