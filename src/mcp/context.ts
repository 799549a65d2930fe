/** The context of the tools, and the project of a call. */
import { z } from "zod";
import type { Messages } from "../locale/messages.ts";
import type { ClientFiles } from "../memory/client/client-files.ts";
import { PawlError } from "../platform/errors.ts";
import type { Redactor } from "../redact/redactor.ts";
import type { StoredRecord } from "../search/types.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Store } from "../store/store.ts";
import type { createFindCaller } from "../work/caller.ts";

/** Finds the caller: its session by the id of the call, its folder, its language. */
export type FindCaller = ReturnType<typeof createFindCaller>;

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

/** `pawl mcp` knows its project, and its tools are described in every session: there it is no parameter. */
export function projectField({ rootOf }: McpContext): { project: z.ZodOptional<z.ZodString> } {
  const project = z.string().min(1).max(4000).optional();
  // Without the field a call has no `project`, which is what its type says too.
  if (rootOf === undefined) return {} as { project: typeof project };
  return { project: project.describe("The project's folder, as an absolute path") };
}

/** Empty if the client has not said. */
export function projectIn(ctx: McpContext, named: string | undefined): string {
  const { rootOf, project } = ctx;
  if (named === undefined || rootOf === undefined) return project;
  const root = rootOf(named);
  if (!mayRead(ctx, root))
    throw new PawlError("other_project", "That is another project.", {
      hint: "A model reads its own project only, unless the user sets recall.acrossProjects to true in Pawl's config.json.",
    });
  return root;
}

export function unnamed(): PawlError {
  return new PawlError("project_unnamed", "Name the project.", {
    hint: "Pass its folder as project, or send it in the header X-Pawl-Project.",
  });
}

export function unknown(what: string, id: string): never {
  throw new PawlError(`${what}_unknown`, `Unknown ${what} ${JSON.stringify(id.slice(0, 120))}.`);
}

// Which projects a model may read: its own, and others only where the user allows it (`recall.acrossProjects`).

/** A client that has not said where it works is taken at each call's word. */
function mayRead({ project, acrossProjects, clientFiles }: McpContext, other: string): boolean {
  if (acrossProjects === true || project === "" || other === "") return true;
  return clientFiles.folders(project).includes(other);
}

/** Filters records to those that the model may read. */
export async function readableRecords(
  ctx: McpContext,
  records: readonly StoredRecord[],
): Promise<StoredRecord[]> {
  const ids = records.flatMap(({ record }) => ("project" in record ? [] : [record.sessionId]));
  const projects = await projectsOf(ctx, ids);
  return records.filter(({ record }) =>
    mayRead(ctx, "project" in record ? record.project : (projects.get(record.sessionId) ?? "unknown")),
  );
}

export async function mayReadSession(ctx: McpContext, sessionId: string): Promise<boolean> {
  return mayRead(ctx, (await projectsOf(ctx, [sessionId])).get(sessionId) ?? "unknown");
}

async function projectsOf({ store }: McpContext, ids: readonly string[]): Promise<Map<string, string>> {
  const sessions = await recordsIn(store).sessionOverviews([...new Set(ids)]);
  return new Map(sessions.map(({ id, project }) => [id, project]));
}
