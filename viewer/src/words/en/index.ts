import type { Catalogue } from "../catalogue.ts";
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

export const en: Catalogue = {
  words: { ...frame, ...sessions, ...memory, ...lists, ...settings },
  day,
  find,
  injected,
  session,
  team,
};
