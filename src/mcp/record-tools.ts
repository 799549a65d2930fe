/** Tools that search earlier sessions and return their records and solutions. */
import { z } from "zod";
import { toDaySpan } from "../history/day/span.ts";
import { summaryLines } from "../history/summary/summarize.ts";
import { knowledgeIn } from "../memory/sql/index.ts";
import { PawlError } from "../platform/errors.ts";
import { searchProject } from "../search/group-hits.ts";
import { searchIn } from "../search/sql/index.ts";
import { SEARCH_TYPES } from "../search/types.ts";
import { recordsIn } from "../store/records/queries.ts";
import { present } from "../store/values.ts";
import {
  type McpContext,
  mayReadSession,
  projectField,
  projectIn,
  readableRecords,
  unknown,
  unnamed,
} from "./context.ts";
import { recordText, searchText, sessionsText, sessionText, solutionText, timelineText } from "./text.ts";
import { READS, type Tool, tool } from "./tool.ts";

const limit = (most: number) => z.int().min(1).max(50).default(most);
const around = z.int().min(0).max(30).default(5);

export function recordTools(ctx: McpContext): Tool[] {
  const { store, formatTime } = ctx;
  const { search, timeline, get } = searchIn(store);
  return [
    tool({
      name: "search",
      description:
        "Search prompts, tool calls, responses and memories of earlier sessions in this project. Returns one line per hit with an id; use get for the whole record.",
      input: {
        query: z.string().min(1).max(2000),
        type: z.enum(SEARCH_TYPES).optional(),
        allProjects: z
          .boolean()
          .default(false)
          .describe("Also search other projects; only if the user allows it"),
        limit: limit(8),
        ...projectField(ctx),
      },
      hints: READS,
      act: async ({ query: text, type, allProjects, limit, project: named }) => {
        const project = projectIn(ctx, named);
        const wanted = { text, limit, now: ctx.now(), ...present({ type }) };
        // Without a project there is nothing to prefer.
        const isEverywhere = allProjects || project === "";
        if (isEverywhere && ctx.acrossProjects !== true) throw otherProjects(project === "");
        const hits = isEverywhere
          ? await search(wanted)
          : await searchProject(store, { ...wanted, project }, ctx.clientFiles.folders(project));
        return searchText(hits, formatTime);
      },
    }),
    tool({
      name: "timeline",
      description: "The records before and after a search result, in its session.",
      input: { id: z.string().min(1), before: around, after: around },
      hints: READS,
      act: async ({ id, before, after }) => {
        const items = await timeline(id, { before, after });
        const [first] = items;
        const isReadable = first !== undefined && (await mayReadSession(ctx, first.sessionId));
        return isReadable ? timelineText(items, id, formatTime) : unknown("record", id);
      },
    }),
    tool({
      name: "get",
      description: "Whole records by id, from search or timeline.",
      input: { ids: z.array(z.string().min(1)).min(1).max(10) },
      hints: READS,
      act: async ({ ids }) => {
        const records = await readableRecords(ctx, await get(ids));
        return records.length === 0
          ? unknown("record", ids.join(", "))
          : records.map(recordText).join("\n\n");
      },
    }),
    tool({
      name: "solutions",
      description:
        "Solutions to past errors in this project, best first. Pass words of the error to filter them.",
      input: { error: z.string().max(4000).optional(), limit: limit(5), ...projectField(ctx) },
      hints: READS,
      act: async ({ error, limit, project: named }) => {
        const project = projectIn(ctx, named);
        if (project === "" && ctx.acrossProjects !== true) throw otherProjects(true);
        const scope = project === "" ? { limit } : { project, limit };
        if (error === undefined) return solutionText(await knowledgeIn(store).solutions(scope));
        const hits = await search({ text: error, type: "solution", ...scope });
        const found = await get(hits.map(({ id }) => id));
        return solutionText(found.flatMap((one) => (one.type === "solution" ? [one.record] : [])));
      },
    }),
    tool({
      name: "session",
      description: "One earlier session in a few lines, by the first characters of its id.",
      input: { id: z.string().min(4).max(100) },
      hints: READS,
      act: async ({ id }) => {
        const { sessionIdsLike, session } = recordsIn(store);
        const [found] = await sessionIdsLike(id, 1);
        const isReadable = found !== undefined && (await mayReadSession(ctx, found));
        const records = isReadable ? await session(found) : undefined;
        return records === undefined
          ? unknown("session", id)
          : sessionText(records, summaryLines(records, ctx.messages), formatTime);
      },
    }),
    tool({
      name: "sessions",
      description: "What was done in this project: its sessions by day, newest first.",
      input: {
        day: z.string().max(10).optional().describe("Only this day, such as 2026-01-31"),
        limit: limit(20),
        ...projectField(ctx),
      },
      hints: READS,
      act: async ({ day, limit, project: named }) => {
        const project = projectIn(ctx, named);
        if (project === "" && ctx.acrossProjects !== true) throw otherProjects(true);
        const span = day === undefined ? undefined : (toDaySpan(day) ?? unknown("day", day));
        const filter = present({ project: project || undefined, since: span?.from, limit: MOST_READ });
        const all = await recordsIn(store).sessions({ ...filter, withContent: true });
        const { from = 0, to = Number.POSITIVE_INFINITY } = span ?? {};
        const found = all.filter(({ lastEventAt, startedAt }) => lastEventAt >= from && startedAt < to);
        return sessionsText(found.slice(0, limit), project === "", formatTime);
      },
    }),
  ];
}

const MOST_READ = 500;

function otherProjects(isUnnamed: boolean): PawlError {
  if (isUnnamed) return unnamed();
  return new PawlError("other_project", "Other projects are not searched.", {
    hint: "Only the user can allow it: recall.acrossProjects in Pawl's config.json.",
  });
}
