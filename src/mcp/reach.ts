/** Which projects a model may read: its own, and others only where the user allows it (`recall.acrossProjects`). */

import { PawlError } from "../platform/errors.ts";
import type { StoredRecord } from "../search/types.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Store } from "../store/store.ts";

interface Reader {
  store: Store;
  /** Its own project; empty over HTTP if the client has not said. */
  project: string;
  acrossProjects: boolean;
  foldersOf(project: string): readonly string[];
}

/** A client that has not said where it works is taken at each call's word. */
function mayRead({ project, acrossProjects, foldersOf }: Omit<Reader, "store">, other: string): boolean {
  return acrossProjects || project === "" || other === "" || foldersOf(project).includes(other);
}

/** Throws `other_project` where the project is not the model's own. */
export function checkMayRead(reader: Omit<Reader, "store">, other: string): void {
  if (mayRead(reader, other)) return;
  throw new PawlError("other_project", "That is another project.", {
    hint: "A model reads its own project only, unless the user sets recall.acrossProjects to true in Pawl's config.json.",
  });
}

/** Filters records to those that the model may read. */
export async function readableRecords(
  reader: Reader,
  records: readonly StoredRecord[],
): Promise<StoredRecord[]> {
  if (reader.acrossProjects || reader.project === "") return [...records];
  const ids = records.flatMap(({ record }) => ("project" in record ? [] : [record.sessionId]));
  const projects = await projectsOf(reader, ids);
  return records.filter(({ record }) =>
    mayRead(reader, "project" in record ? record.project : (projects.get(record.sessionId) ?? "unknown")),
  );
}

export async function mayReadSession(reader: Reader, sessionId: string): Promise<boolean> {
  return mayRead(reader, (await projectsOf(reader, [sessionId])).get(sessionId) ?? "unknown");
}

async function projectsOf({ store }: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const sessions = await recordsIn(store).sessionOverviews([...new Set(ids)]);
  return new Map(sessions.map(({ id, project }) => [id, project]));
}
