/** A day of work and the history of a file, for the page and for scripts. */
import { Hono } from "hono";
import type { DayRequest } from "../../history/day/day.ts";
import { daySpanAt, toDaySpan } from "../../history/day/span.ts";
import { toHistoryPath } from "../../history/file-history/file-history.ts";
import type { Service } from "../service.ts";
import { serveOperation } from "./operation.ts";
import { getDay, getFileHistory } from "./operations/activity.ts";
import { ApiError } from "./request.ts";

interface DayQuery {
  date?: string | undefined;
  project?: string | undefined;
}

export function toDayRequest(
  { date, project = "" }: DayQuery,
  { now, sameProject }: Pick<Service, "now" | "sameProject">,
): DayRequest {
  const span = date === undefined ? daySpanAt(now()) : toDaySpan(date);
  if (span === undefined) throw new ApiError(400, "date: there is no such day");
  const projects = project === "" ? {} : { projects: sameProject.folders(project) };
  return { ...span, ...projects, now: now() };
}

export function activityRoutes({ work, now, sameProject }: Service): Hono {
  const app = new Hono();

  serveOperation(app, getDay, async ({ query }) => work.day(toDayRequest(query, { now, sameProject })));

  serveOperation(app, getFileHistory, async ({ query: { project, path, limit } }) => {
    const [root = project, ...others] = sameProject.folders(project);
    return work.fileHistory({
      projects: [root, ...others],
      path: toHistoryPath(path, root),
      limit,
      now: now(),
    });
  });

  return app;
}
