/**
 * Identifies the caller of a workflow tool, for the MCP server on stdio and for the daemon's. The hook leaves a note with the
 * session for the server, which sees only the call.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Messages } from "../locale/messages.ts";
import {
  entriesIn,
  type FileOutcome,
  readFields,
  removeQuietly,
  writeAtomic,
} from "../platform/atomic-file.ts";
import { pawlCommand } from "../platform/programs.ts";
import { placeOf } from "./place.ts";
import type { Place } from "./workflow/work.ts";
import { sessionFolder, workflowRoot } from "./workflow-files.ts";

/** The caller: who acts, where, and in which language. */
export interface Caller {
  root: string;
  place: Place;
  /** The caller's own session; undefined in a person's terminal. */
  id?: string | undefined;
  /** Selects the workflow of this feature instead. */
  feature?: string | undefined;
  messages: Messages;
  /** ISO. */
  now: string;
  /** The shell command for Pawl on this machine. */
  pawl: string;
  /** The model has Pawl's tools, so messages name tools, not commands. */
  hasTools?: boolean;
}

interface CallerDeps {
  homeDir: string;
  workflow: { root?: string | undefined };
  /** The folder in which the client was started. */
  folder: string;
  /** The session for which the server was started. After `/clear` the client has another one. */
  session?: string | undefined;
  messages: Messages;
  now(): number;
}

export function createFindCaller({ homeDir, workflow, folder, session, messages, now }: CallerDeps) {
  const root = workflowRoot(workflow.root, homeDir);
  return async (call: { toolUseId?: string | undefined; feature?: string | undefined }): Promise<Caller> => {
    const caller = call.toolUseId === undefined ? undefined : await takeCall(root, call.toolUseId, session);
    return {
      root,
      place: placeOf(folder),
      id: caller ?? session,
      feature: call.feature,
      messages,
      now: new Date(now()).toISOString(),
      pawl: pawlCommand(homeDir),
    };
  };
}

const CALL_MS = 10 * 60_000;

function callsFolder(root: string): string {
  return join(root, "work", ".calls");
}

/** The name contains the session, so that two sessions with the same call id do not collide. */
function callName(toolUseId: string, session: string): string {
  return `${sessionFolder(toolUseId)}--${sessionFolder(session)}.json`;
}

/** PreToolUse runs before the call itself, so the file exists when the tool runs. */
export async function writeCall(
  root: string,
  toolUseId: string,
  session: string,
  at: number,
): Promise<FileOutcome> {
  const folder = callsFolder(root);
  for (const name of entriesIn(folder)) {
    const path = join(folder, name);
    // A refused call is never claimed.
    if (at - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? at) > CALL_MS) await removeQuietly(path);
  }
  return writeAtomic(join(folder, callName(toolUseId, session)), `${JSON.stringify({ session })}\n`);
}

/** Finds the session of the call: `own` if it made the call, else the only other one. Each note is read once. */
export async function takeCall(
  root: string,
  toolUseId: string,
  own: string | undefined,
): Promise<string | undefined> {
  const folder = callsFolder(root);
  if (own !== undefined && (await removeQuietly(join(folder, callName(toolUseId, own))))) return own;
  const [name, ...others] = entriesIn(folder).filter((one) =>
    one.startsWith(`${sessionFolder(toolUseId)}--`),
  );
  if (name === undefined || others.length > 0) return undefined;
  const { session } = readFields(join(folder, name));
  if (typeof session !== "string") return undefined;
  await removeQuietly(join(folder, name));
  return session;
}
