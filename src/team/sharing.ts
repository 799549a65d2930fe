/** Determines whether a record is shared, and stops or resumes sharing one record of a shared project. */

import type { Cure } from "../memory/digest/types.ts";
import { BY_HAND, type Solution } from "../memory/records/knowledge.ts";
import type { Memory } from "../memory/records/memory.ts";
import { PawlError } from "../platform/errors.ts";
import { toSharedMemory } from "./bodies.ts";
import { solutionKey } from "./derive.ts";
import type { TeamParts } from "./parts.ts";
import { teamIn } from "./sql/index.ts";
import type { TeamFolder, TeamLink } from "./sql/types.ts";

/**
 * `off`: its project is not shared. `never`: this kind is never shared. `private`: no longer shared. `leaving`: sent with
 * the next round. `waiting`: needs a review by a second person. `theirs`: belongs to another member.
 */
export type SharingState = "off" | "never" | "private" | "leaving" | "waiting" | "shared" | "theirs";

export interface Sharing {
  /** A URI, or the id of a solution. */
  key: string;
  state: SharingState;
  author?: string;
}

export type Shareable = { kind: "memory"; record: Memory } | { kind: "solution"; record: Solution };

export async function sharingOf(records: readonly Shareable[], parts: TeamParts): Promise<Sharing[]> {
  const folders = new Map((await teamIn(parts.store).teamFolders()).map((one) => [one.folder, one]));
  const found: Sharing[] = [];
  for (const one of records) found.push(await stateOf(one, folders.get(one.record.project), parts));
  return found;
}

async function stateOf(
  shareable: Shareable,
  folder: TeamFolder | undefined,
  parts: TeamParts,
): Promise<Sharing> {
  const { store } = parts;
  const { record } = shareable;
  const key = shareable.kind === "memory" ? shareable.record.uri : shareable.record.id;
  const author = record.provenance?.team?.author;
  if (author !== undefined) return { key, state: "theirs", author };
  const place = placeOf(shareable, parts);
  if (place === undefined || isNever(shareable, parts)) return { key, state: "never" };
  if (folder === undefined || parts.isExcluded(folder.folder)) return { key, state: "off" };
  if (await teamIn(store).isTeamPrivate(folder.folder, place.kind, place.key))
    return { key, state: "private" };
  const link = await teamIn(store).teamLink(folder.folder, place.kind, place.key);
  if (link === undefined || (await teamIn(store).isTeamLeaving(link))) return { key, state: "leaving" };
  const heads = await teamIn(store).teamHeads(link);
  return { key, state: heads.some(({ state }) => state === "waiting") ? "waiting" : "shared" };
}

const isNever = ({ kind, record }: Shareable, { redact }: Pick<TeamParts, "redact">): boolean =>
  kind === "memory" ? toSharedMemory(record, redact, { isKnown: true }) === undefined : record.project === "";

/** The name of its link; undefined for a solution of a kind that is not shared. */
function placeOf(
  shareable: Shareable,
  { codec }: Pick<TeamParts, "codec">,
): Pick<TeamLink, "kind" | "key"> | undefined {
  if (shareable.kind === "memory") return { kind: "memory", key: shareable.record.uri };
  const { id, kind, fingerprint, steps } = shareable.record;
  if (kind === BY_HAND) return { kind: "solution", key: id.replace(/^solution-/, "") };
  try {
    const cure = JSON.parse(steps[0] ?? "") as Cure;
    return { kind: "derived", key: codec.idOf("derived", solutionKey(fingerprint, cure)) };
  } catch {
    // Not from a session's digest: from an earlier version, or imported.
    return undefined;
  }
}

/** Stops sharing it: the server and all other machines delete it, and this machine keeps it. */
export async function setSharing(shareable: Shareable, isShared: boolean, parts: TeamParts): Promise<void> {
  const { store, now } = parts;
  const { project: folder, provenance } = shareable.record;
  const place = placeOf(shareable, parts);
  const isOpen = (await teamIn(store).teamFolders()).some((one) => one.folder === folder);
  if (place === undefined || provenance?.team !== undefined || !isOpen) {
    throw new PawlError("team_not_shareable", "This record cannot be shared or taken back from here.", {
      hint: "It is another member's, or its project is not shared (pawl team share on).",
    });
  }
  if (isShared) {
    await teamIn(store).setTeamPrivate(folder, place.kind, place.key, false);
    const change = { kind: place.kind === "derived" ? "digests" : place.kind, folder } as const;
    await teamIn(store).markTeamChange({ ...change, key: place.kind === "derived" ? "" : place.key });
    return;
  }
  const link = await teamIn(store).teamLink(folder, place.kind, place.key);
  if (link === undefined || link.rev !== "")
    await teamIn(store).setTeamPrivate(folder, place.kind, place.key, true);
  else await teamIn(store).takeBackTeamRecord(link, now());
}
