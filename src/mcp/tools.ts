/**
 * The tools that Claude can call. Small answers first: `search` returns one line per hit with an id, `get` returns
 * the whole record. All results are quoted as notes.
 */

import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { summaryLines } from "../history/summary/summarize.ts";
import type { Messages } from "../locale/messages.ts";
import type { ClientFiles } from "../memory/client/client-files.ts";
import { isClientUri } from "../memory/client/uri.ts";
import type { Authorship } from "../memory/records/authorship.ts";
import { changeMemory, inScope, remember, wholeMemory } from "../memory/remember/remember.ts";
import { knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import { PawlError } from "../platform/errors.ts";
import { SYSTEM_VIEWS, systemView } from "../recall/start/system-views.ts";
import { searchProject } from "../search/group-hits.ts";
import { searchIn } from "../search/sql/index.ts";
import { SEARCH_TYPES } from "../search/types.ts";
import type { Redactor } from "../store/records/observation.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Store } from "../store/store.ts";
import { answering } from "./answering.ts";
import { editClientFile, fileLine } from "./client-files.ts";
import { checkMayRead, mayReadSession, readableRecords } from "./reach.ts";
import {
  authorText,
  recordText,
  rememberedText,
  searchText,
  sessionText,
  solutionText,
  timelineText,
} from "./text.ts";
import { type FindCaller, registerWorkflowTools } from "./workflow-tools.ts";

export interface McpContext {
  store: Store;
  redact: Redactor;
  now(): number;
  /** The project that the client works in; empty if it has not said. */
  project: string;
  /** Finds the project of a folder. Set over HTTP, where each call can name one. */
  rootOf?: (folder: string) => string;
  formatTime(at: number): string;
  /** The language of summaries. */
  messages: Messages;
  /** The session that calls, if known. */
  sessionId?: string | undefined;
  /** The client's own memory files. */
  clientFiles: ClientFiles;
  findCaller: FindCaller;
  /** The client that calls, as the way in shows it: claude, codex. */
  client?: string | undefined;
  /** The user's setting `recall.acrossProjects`. */
  acrossProjects?: boolean | undefined;
}

const DEFAULT_AUTHOR = "claude";

/** Whatever comes over MCP was said by a model. */
const modelOf = ({ client = DEFAULT_AUTHOR }: McpContext): Authorship => ({
  author: "model",
  authorName: client,
  place: "mcp",
});

const readerOf = ({ store, project, acrossProjects = false, clientFiles }: McpContext) => ({
  store,
  project,
  acrossProjects,
  foldersOf: (own: string) => clientFiles.folders(own),
});

const limit = (most: number) => z.int().min(1).max(50).default(most);

/** `pawl mcp` knows its project, and its tools are described in every session: there it is no parameter. */
function projectField({ rootOf }: McpContext): { project: z.ZodOptional<z.ZodString> } {
  const project = z.string().min(1).max(4000).optional();
  // Without the field a call has no `project`, which is what its type says too.
  if (rootOf === undefined) return {} as { project: typeof project };
  return { project: project.describe("The project's folder, as an absolute path") };
}

/** Empty if the client has not said. */
function projectIn(ctx: McpContext, input: { project?: string | undefined }): string {
  const { rootOf, project } = ctx;
  if (input.project === undefined || rootOf === undefined) return project;
  const named = rootOf(input.project);
  checkMayRead(readerOf(ctx), named);
  return named;
}

/** For tools that make no sense without one, unless a URI names its own place. */
function namedProject(
  ctx: McpContext,
  input: { project?: string | undefined; uri?: string | undefined },
): string {
  const project = projectIn(ctx, input);
  const isEverywhere = /^(?:user|system):\/\//.test(input.uri ?? "");
  if (project !== "" || isEverywhere) return project;
  throw unnamed();
}

export function registerTools(server: McpServer, ctx: McpContext): void {
  registerRecordTools(server, ctx);
  registerMemoryTools(server, ctx);
  registerHistoryTools(server, ctx);
  registerWorkflowTools(server, ctx.findCaller);
}

/** From a search to the whole record. */
function registerRecordTools(server: McpServer, ctx: McpContext): void {
  const { store, formatTime } = ctx;

  server.registerTool(
    "search",
    {
      description:
        "Search prompts, tool calls, responses and memories of earlier sessions in this project. Returns one line per hit with an id; use get for the whole record.",
      inputSchema: {
        query: z.string().min(1).max(2000),
        type: z.enum(SEARCH_TYPES).optional(),
        allProjects: z
          .boolean()
          .default(false)
          .describe("Also search other projects; only if the user allows it"),
        limit: limit(8),
        ...projectField(ctx),
      },
      annotations: { readOnlyHint: true },
    },
    answering(async ({ query, type, allProjects, limit: most, ...where }) => {
      const project = projectIn(ctx, where);
      const wanted = {
        text: query,
        limit: most,
        now: ctx.now(),
        ...(type === undefined ? {} : { type }),
      };
      // Without a project there is nothing to prefer.
      const isEverywhere = allProjects || project === "";
      if (isEverywhere && ctx.acrossProjects !== true) throw otherProjects(project === "");
      const hits = isEverywhere
        ? await searchIn(store).search(wanted)
        : await searchProject(store, { ...wanted, project }, ctx.clientFiles.folders(project));
      return searchText(hits, formatTime);
    }),
  );

  server.registerTool(
    "timeline",
    {
      description: "The records before and after a search result, in its session.",
      inputSchema: {
        id: z.string().min(1),
        before: z.int().min(0).max(30).default(5),
        after: z.int().min(0).max(30).default(5),
      },
      annotations: { readOnlyHint: true },
    },
    answering(async ({ id, before, after }) => {
      const items = await searchIn(store).timeline(id, { before, after });
      const [first] = items;
      const isReadable = first !== undefined && (await mayReadSession(readerOf(ctx), first.sessionId));
      return isReadable ? timelineText(items, id, formatTime) : unknown("record", id);
    }),
  );

  server.registerTool(
    "get",
    {
      description: "Whole records by id, from search or timeline.",
      inputSchema: { ids: z.array(z.string().min(1)).min(1).max(10) },
      annotations: { readOnlyHint: true },
    },
    answering(async ({ ids }) => {
      const records = await readableRecords(readerOf(ctx), await searchIn(store).get(ids));
      return records.length === 0 ? unknown("record", ids.join(", ")) : records.map(recordText).join("\n\n");
    }),
  );
}

/** Memories, by their URI. */
function registerMemoryTools(server: McpServer, ctx: McpContext): void {
  const { store, redact } = ctx;

  server.registerTool(
    "remember",
    {
      description:
        "Save a fact for later sessions of this project, noted as yours: what was decided and why, what the user asked to be kept, a pitfall and its fix. Rules for every session (priority 0–2), user:// and other projects become proposals that the user confirms.",
      inputSchema: {
        content: z.string().min(1),
        uri: z
          .string()
          .optional()
          .describe("Such as project://patterns/errors or user://style; generated if omitted"),
        priority: z
          .int()
          .min(0)
          .max(10)
          .optional()
          .describe(
            "3–5 when it helps (default 5), 6–10 when asked for; 0–2, in every session, is a proposal to the user",
          ),
        disclosure: z
          .string()
          .optional()
          .describe('When it helps: "When …", a folder, a file or a kind of file such as src/pay/ or *.sql'),
        rename: z.string().optional().describe("Of a client:// memory: its file's new name"),
        hash: z
          .string()
          .optional()
          .describe("Of a client:// memory: as recall gave it; refused if changed since"),
        ...projectField(ctx),
      },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    },
    answering(async (input) => {
      const project =
        input.project === undefined || ctx.rootOf === undefined
          ? namedProject(ctx, input)
          : ctx.rootOf(input.project);
      if (input.uri !== undefined && isClientUri(input.uri))
        return editClientFile({ ...input, uri: input.uri }, { clientFiles: ctx.clientFiles, project });
      const by = modelOf(ctx);
      const said = {
        ...input,
        project,
        ownProject: ctx.project === "" ? project : ctx.project,
        author: by.authorName ?? DEFAULT_AUTHOR,
        by,
        at: ctx.now(),
        sessionId: ctx.sessionId,
      };
      return rememberedText(await remember(store, said, redact));
    }),
  );

  server.registerTool(
    "recall",
    {
      description: `A memory by its URI. ${SYSTEM_VIEWS.join(", ")} list everything Pawl remembers.`,
      inputSchema: { uri: z.string().min(1), ...projectField(ctx) },
      annotations: { readOnlyHint: true },
    },
    answering(async ({ uri, ...where }) => {
      const project = namedProject(ctx, { uri, ...where });
      const view = await systemView(store, uri, project);
      if (view !== undefined) return view;
      const file = isClientUri(uri) ? await ctx.clientFiles.find(uri, project) : undefined;
      const whole = await wholeMemory(store, { uri, project: file?.project ?? project });
      if (whole === undefined || whole.memory.status === "deleted") return unknown("memory", uri);
      await memoriesIn(store).touchMemories(project, [uri], ctx.now());
      const relations = whole.relations.map(({ from, kind, to }) => `${from} ${kind} ${to}`);
      return [
        `${uri} (${whole.memory.status}, priority ${whole.memory.priority}, ${authorText(whole.memory)})`,
        whole.memory.content,
        ...relations,
        ...(file?.provenance?.client === undefined ? [] : [fileLine(file.provenance.client)]),
      ].join("\n");
    }),
  );

  server.registerTool(
    "forget",
    {
      description:
        "Archive a memory of yours by its URI; what the user wrote only the user can put away. It can be restored from the terminal; pawl forget deletes permanently. A client:// memory is deleted with its file and its line in MEMORY.md: only if the user asked for it.",
      inputSchema: { uri: z.string().min(1), hash: z.string().optional(), ...projectField(ctx) },
      annotations: { readOnlyHint: false, destructiveHint: true },
    },
    answering(async ({ uri, hash, ...where }) => {
      const project = namedProject(ctx, { uri, ...where });
      const by = modelOf(ctx);
      const author = by.authorName ?? DEFAULT_AUTHOR;
      if (isClientUri(uri)) {
        await ctx.clientFiles.remove({ uri, project, hash }, { author, reason: "asked to forget" });
        return `${uri} is deleted, with its file.`;
      }
      const edit = { status: "deleted", reason: "asked to forget" } as const;
      const change = { author, by, at: ctx.now(), ownProject: ctx.project === "" ? project : ctx.project };
      await changeMemory(store, inScope({ uri, project }), edit, change, redact);
      return `${uri} is forgotten.`;
    }),
  );
}

/** What earlier sessions have solved and done. */
function registerHistoryTools(server: McpServer, ctx: McpContext): void {
  const { store, formatTime } = ctx;

  server.registerTool(
    "solutions",
    {
      description:
        "Solutions to past errors in this project, best first. Pass words of the error to filter them.",
      inputSchema: { error: z.string().max(4000).optional(), limit: limit(5), ...projectField(ctx) },
      annotations: { readOnlyHint: true },
    },
    answering(async ({ error, limit: most, ...where }) => {
      const project = projectIn(ctx, where);
      if (project === "" && ctx.acrossProjects !== true) throw otherProjects(true);
      const scope = project === "" ? {} : { project };
      if (error === undefined)
        return solutionText(await knowledgeIn(store).solutions({ ...scope, limit: most }));
      const hits = await searchIn(store).search({ text: error, type: "solution", ...scope, limit: most });
      const found = (await searchIn(store).get(hits.map(({ id }) => id))).flatMap((one) =>
        one.type === "solution" ? [one.record] : [],
      );
      return solutionText(found);
    }),
  );

  server.registerTool(
    "session",
    {
      description: "One earlier session in a few lines, by the first characters of its id.",
      inputSchema: { id: z.string().min(4).max(100) },
      annotations: { readOnlyHint: true },
    },
    answering(async ({ id }) => {
      const [found] = await recordsIn(store).sessionIdsLike(id, 1);
      const isReadable = found !== undefined && (await mayReadSession(readerOf(ctx), found));
      const records = isReadable ? await recordsIn(store).session(found) : undefined;
      return records === undefined
        ? unknown("session", id)
        : sessionText(records, summaryLines(records, ctx.messages), formatTime);
    }),
  );
}

function otherProjects(isUnnamed: boolean): PawlError {
  if (isUnnamed) return unnamed();
  return new PawlError("other_project", "Other projects are not searched.", {
    hint: "Only the user can allow it: recall.acrossProjects in Pawl's config.json.",
  });
}

function unnamed(): PawlError {
  return new PawlError("project_unnamed", "Name the project.", {
    hint: "Pass its folder as project, or send it in the header X-Pawl-Project.",
  });
}

function unknown(what: string, id: string): never {
  throw new PawlError(`${what}_unknown`, `Unknown ${what} ${JSON.stringify(id.slice(0, 120))}.`);
}
