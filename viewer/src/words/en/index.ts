import { day } from "./day.ts";
import { find } from "./find.ts";
import { frame } from "./frame.ts";
import { injected } from "./injected.ts";
import { lists } from "./lists.ts";
import { memory } from "./memory.ts";
import { session } from "./session.ts";
import { sessions } from "./sessions.ts";
import { settings } from "./settings.ts";
import { team } from "./team.ts";
import { views } from "./views.ts";

/** Every sentence of the page, as src/locale/template.ts explains. Numbers without `#` are passed in formatted. */
export const en = {
  views,
  words: { ...frame, ...sessions, ...memory, ...lists, ...settings },
  day,
  find,
  injected,
  session,
  team,
};
