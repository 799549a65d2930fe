/** The client's own memory files over HTTP: the raw file, its problems, and changes that never overwrite another's. */

import type { ClientFileEdit, MemoryFileText } from "../../memory/client/client-files.ts";
import { problemsIn } from "../../memory/client/report.ts";
import { isNoteUri } from "../../memory/client/uri.ts";
import type { Memory } from "../../memory/records/memory.ts";
import { wholeMemory } from "../../memory/remember/remember.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import type { Service } from "../service.ts";
import { ApiError } from "./request.ts";

interface Name {
  uri: string;
  project: string;
}

const MOST = 1_000;

/** The memories of this project, from all its folders. */
export async function withClientMemories(
  project: string,
  known: readonly Memory[],
  { store, sameProject }: Service,
): Promise<Memory[]> {
  const all = new Map(known.map((memory) => [memory.id, memory]));
  for (const folder of sameProject.folders(project).slice(1)) {
    const found = await memoriesIn(store).memories({ project: folder, namespace: "client", limit: MOST });
    for (const memory of found) all.set(memory.id, memory);
  }
  return [...all.values()];
}

export async function clientMemory({ uri, project }: Name, { store, sameProject, clientFiles }: Service) {
  const memory = await clientFiles.find(uri, project);
  const whole = await wholeMemory(store, { uri, project: memory?.project ?? project });
  if (whole === undefined) throw new ApiError(404, "Memory not found.");
  const hasFile = !isNoteUri(uri) && memory !== undefined;
  // The file may be gone or too large: then Pawl's copy is all that can be shown.
  const raw = hasFile ? await clientFiles.read(uri, project).catch(() => undefined) : undefined;
  const problems = problemsIn(whole.memory, sameProject.folders(project));
  return { ...whole, problems, ...(raw === undefined ? {} : { raw }) };
}

interface ClientChange extends Name, ClientFileEdit {
  renameTo?: string | undefined;
  /** The hash of the file that the caller read. */
  hash?: string | undefined;
  reason?: string | undefined;
}

export async function changeClientMemory(
  { reason, renameTo, ...change }: ClientChange,
  author: string,
  { clientFiles, clientMemory }: Service,
): Promise<MemoryFileText> {
  const by = { author, reason };
  const file =
    renameTo === undefined
      ? await clientFiles.edit(change, change, by)
      : await clientFiles.rename(change, renameTo, by);
  clientMemory.started({ project: change.project });
  return file;
}
