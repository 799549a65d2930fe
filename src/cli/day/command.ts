import { resolve } from "node:path";
import { createReadDay } from "../../history/day/day.ts";
import { daySpanAt, toDaySpan } from "../../history/day/span.ts";
import type { Day } from "../../history/day/types.ts";
import { pawlHome } from "../../platform/paths.ts";
import { projectRoot } from "../../platform/project.ts";
import { createSameProject } from "../../platform/same-project.ts";
import { type Command, json, toLimit, toText, UsageError } from "../command.ts";
import { withStore } from "../open-store.ts";
import { dim, print, printJson } from "../output.ts";
import { programName } from "../program-name.ts";
import { namedDay, withIsoTimes } from "../when.ts";
import { words } from "../words.ts";
import { isToday, renderDay, titleOfDay } from "./render.ts";

const LINES = 10;

export const command: Command = {
  usage: "day [DATE] [--project DIR] [--limit N] [--json]",
  example: "pawl day yesterday --project .",
  options: { ...json, project: { type: "string" }, limit: { type: "string" } },
  positionals: 1,
  async run({ values, positionals: [date] }) {
    const now = Date.now();
    const most = toLimit(values.limit, LINES);
    const span = date === undefined ? daySpanAt(now) : toDaySpan(namedDay(date, now) ?? "");
    if (span === undefined) throw new UsageError(words.errors.notADay(date ?? ""), command.usage);
    const folder = toText(values.project);
    const day = await readDay(span, now, folder);
    if (values.json === true) printJson(withIsoTimes(day));
    else show(day, now, most);
    return 0;
  },
};

/** `projectFolder`: any folder of a project; all projects if absent. */
export async function readDay(
  span: { day: string; from: number; to: number },
  now: number,
  projectFolder?: string,
): Promise<Day> {
  const projects =
    projectFolder === undefined
      ? {}
      : {
          projects: createSameProject({ file: pawlHome().projects }).folders(
            projectRoot(resolve(projectFolder)),
          ),
        };
  return withStore((store) => createReadDay(store)({ ...span, ...projects, now }));
}

function show(day: Day, now: number, most: number): void {
  if (day.projects.length > 0) {
    for (const line of renderDay(day, { now, most })) print(line);
    return;
  }
  print(titleOfDay(day, now));
  print(isToday(day.day, now) ? words.activity.day.nothingToday : words.activity.day.nothing);
  const nearest = day.previous ?? day.next;
  if (nearest !== null) print(dim(words.activity.day.nearest(`${programName()} day ${nearest}`)));
}
