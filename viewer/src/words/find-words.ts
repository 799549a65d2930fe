/** The sentences of search, the command palette, keys and undo. */

export interface FindWords {
  total(n: string, ms: string): string;
  atLeast(n: string, ms: string): string;
  unknown(what: string): string;
  filters: string;
  filterHints: readonly (readonly [example: string, meaning: string])[];
  recent: string;
  clear: string;
  moreInSession(n: string): string;
  noSession: string;
  solution: string;
  palette: string;
  paletteHint: string;
  groups: Record<"views" | "actions" | "projects" | "sessions" | "found", string>;
  goTo(view: string): string;
  pause: string;
  resume: string;
  light: string;
  dark: string;
  newMemory: string;
  showHelp: string;
  searchFor(text: string): string;
  nothing: string;
  keys: string;
  keyMeanings: readonly (readonly [keys: string, meaning: string])[];
  confirmAll: string;
  dismissAll: string;
  confirmed: string;
  dismissed: string;
  removed: string;
  undo: string;
  undone: string;
  dismiss: string;
  help: string;
  moreFilters: string;
}
