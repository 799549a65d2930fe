/** The sentences of the injected context: what was used, and what the next session gets. */

export interface InjectedWords {
  parts: Record<"list" | "used" | "next", string>;
  items(n: string): string;
  forSession: string;
  usedTitle: string;
  usedLead: string;
  making: string;
  notEnough: string;
  columns: Record<"week" | "kind" | "items" | "tokens" | "used" | "control" | "difference", string>;
  controlHint: string;
  thisWeek(items: string, tokens: string, used: string, control: string): string;
  all: string;
  byYou: string;
  byPawl: string;
  kinds: Readonly<Record<string, string>>;
  nextLead: string;
  nextNone: string;
  nextTokens(tokens: string, sources: string): string;
  shapedBy: string;
  edit: string;
  save: string;
  remove: string;
  removed: string;
  mutedNow: string;
  unmutedNow: string;
}
