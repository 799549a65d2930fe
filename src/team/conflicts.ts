/** Records that people changed at the same time: shows all versions and applies the chosen one. */

import { memoriesIn } from "../memory/sql/index.ts";
import { PawlError } from "../platform/errors.ts";
import { hashOf, toSharedMemory } from "./bodies.ts";
import { replaceAll } from "./collect.ts";
import type { TeamParts } from "./parts.ts";
import { lineOf } from "./preview.ts";
import type { BodyOf } from "./records/record.ts";
import { mergeSeen } from "./records/seen.ts";
import { teamIn } from "./sql/index.ts";
import type { TeamHead, TeamRecordName } from "./sql/types.ts";

export interface Conflict extends TeamRecordName {
  /** Its location on this machine. */
  uri?: string;
  folder?: string;
  versions: { rev: string; author: string; at: number; text: string }[];
}

const MOST = 200;

export async function listConflicts({ store }: Pick<TeamParts, "store">): Promise<Conflict[]> {
  const found: Conflict[] = [];
  for (const record of await teamIn(store).teamConflicts(MOST)) {
    const heads = distinct(await teamIn(store).teamHeads(record));
    const main = (await teamIn(store).teamLinks(record)).find(({ rev }) => rev === "");
    const { project, id } = record;
    found.push({
      project,
      id,
      ...(main === undefined ? {} : { uri: main.key, folder: main.folder }),
      versions: heads.map(({ rev, author, at, body }) => ({
        rev,
        author,
        at,
        text: lineOf(JSON.parse(body ?? "{}") as BodyOf<"memory">),
      })),
    });
  }
  return found;
}

const distinct = (heads: readonly TeamHead[]): TeamHead[] =>
  heads.filter(
    ({ hash, body }, place) => body !== undefined && heads.findIndex((one) => one.hash === hash) === place,
  );

/** The chosen version replaces all others, on every machine. */
export async function chooseVersion(
  { project, id }: TeamRecordName,
  rev: string,
  parts: TeamParts,
): Promise<void> {
  const { store, now } = parts;
  const record = { project, id };
  const heads = await teamIn(store).teamHeads(record);
  const chosen = heads.find((head) => head.rev === rev);
  const links = (await teamIn(store).teamLinks(record)).filter(({ kind }) => kind === "memory");
  const main = links.find((link) => link.rev === "");
  const folder = (await teamIn(store).teamFolders()).find((one) => one.folder === main?.folder);
  if (chosen?.body === undefined || main === undefined || folder === undefined) throw settled();
  const body = JSON.parse(chosen.body) as BodyOf<"memory">;
  const name = { uri: main.key, project: folder.folder };
  const memory = await memoriesIn(store).memory(name);
  const shown = memory && toSharedMemory(memory, parts.redact, { isKnown: true });
  if (memory === undefined || shown === undefined) throw settled();
  if (hashOf(shown) === chosen.hash) {
    // The versions beside it are removed when the record is next applied.
    await replaceAll(main, mergeSeen(heads.map(({ seen }) => seen)), folder, parts);
    return;
  }
  // An edit of the version on this machine replaces both.
  const { content, priority, status, disclosure = "" } = body;
  const patch = { content, priority, status, disclosure };
  await memoriesIn(store).changeMemory(name, patch, { at: now(), author: "page" });
}

function settled(): PawlError {
  return new PawlError("team_conflict_unknown", "This conflict is not there any more.", {
    hint: "Another member decided it in the meantime.",
  });
}
