/** Tells which session called a tool: the hook leaves a note for the MCP server, which sees only the call. */
import { statSync } from "node:fs";
import { join } from "node:path";
import {
  entriesIn,
  type FileOutcome,
  readFields,
  removeQuietly,
  writeAtomic,
} from "../platform/atomic-file.ts";
import { sessionFolder } from "./workflow-files.ts";

const BYTES = 4096;
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
  const { session } = readFields(join(folder, name), BYTES);
  if (typeof session !== "string") return undefined;
  await removeQuietly(join(folder, name));
  return session;
}
