/** What bare `pawl` prints: today, or the last day with any activity. */
import { existsSync } from "node:fs";
import { daySpanAt, toDaySpan } from "../../history/day/span.ts";
import { pawlHome } from "../../platform/paths.ts";
import { dim, print } from "../output.ts";
import { programName } from "../program-name.ts";
import { words } from "../words.ts";
import { readDay } from "./command.ts";
import { renderDay } from "./render.ts";

/** An overview, not a list. */
const LINES = 4;

export async function showToday(now: number): Promise<number> {
  // Looking creates nothing: before the first start there is no database, and there will be none.
  if (!existsSync(pawlHome().database)) {
    print(words.activity.day.welcome(programName()));
    return 0;
  }
  const today = await readDay(daySpanAt(now), now);
  const last = today.projects.length === 0 && today.previous !== null ? toDaySpan(today.previous) : undefined;
  if (today.projects.length === 0)
    print(last === undefined ? words.activity.day.neverBefore : words.activity.day.nothingToday);
  const day = last === undefined ? today : await readDay(last, now);
  if (last !== undefined) print("");
  if (day.projects.length > 0) for (const line of renderDay(day, { now, most: LINES })) print(line);
  print(`\n${dim(words.activity.day.next(programName()))}`);
  return 0;
}
