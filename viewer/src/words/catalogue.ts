/** All sentences of the page in one language, except the names of the views. */
import type { DayWords } from "./day-words.ts";
import type { FindWords } from "./find-words.ts";
import type { InjectedWords } from "./injected-words.ts";
import type { SessionWords } from "./session-words.ts";
import type { TeamWords } from "./team-words.ts";
import type { Words } from "./words.ts";

export interface Catalogue {
  words: Words;
  day: DayWords;
  find: FindWords;
  injected: InjectedWords;
  session: SessionWords;
  team: TeamWords;
}
