/** The context of the tools, and the project of a call. */
import { z } from "zod";
import type { Messages } from "../locale/messages.ts";
import type { ClientFiles } from "../memory/client/client-files.ts";
import { PawlError } from "../platform/errors.ts";
import type { Redactor } from "../redact/redactor.ts";
import type { Store } from "../store/store.ts";
import type { createFindCaller } from "../work/caller.ts";
import { checkMayRead } from "./reach.ts";

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

export const readerOf = ({ store, project, acrossProjects = false, clientFiles }: McpContext) => ({
  store,
  project,
  acrossProjects,
  foldersOf: (own: string) => clientFiles.folders(own),
});

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
  checkMayRead(readerOf(ctx), root);
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
