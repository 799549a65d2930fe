/** A day of work and the history of a file, for the page and for scripts. */
import { Hono } from "hono";
import { projectRoot } from "../../platform/project.ts";
import { daySpanAt, toDaySpan } from "../../services/day/span.ts";
import { toHistoryPath } from "../../services/file-history/file-history.ts";
import type { Service } from "../service.ts";
import { serveOperation } from "./operation.ts";
import { getDay, getFileHistory } from "./operations/activity.ts";
import { ApiError } from "./request.ts";

export function activityRoutes({ work, now, sameProject }: Service): Hono {
  const app = new Hono();

  serveOperation(app, getDay, async ({ query: { date, project } }) => {
    const span = date === undefined ? daySpanAt(now()) : toDaySpan(date);
    if (span === undefined) throw new ApiError(400, "date: there is no such day");
    const projects =
      project === undefined || project === "" ? {} : { projects: sameProject.folders(projectRoot(project)) };
    return work.day({ ...span, ...projects, now: now() });
  });

  serveOperation(app, getFileHistory, async ({ query: { project, path, limit } }) => {
    const root = projectRoot(project);
    const projects: [string, ...string[]] = [
      root,
      ...sameProject.folders(root).filter((folder) => folder !== root),
    ];
    return work.fileHistory({ projects, path: toHistoryPath(path, root), limit, now: now() });
  });

  return app;
}
