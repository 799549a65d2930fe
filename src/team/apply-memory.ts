/**
 * A shared memory in a folder. Usually one version, written under its own URI. Where people changed it at the same time,
 * the versions of others stand beside it (`project://rules/tabs@mia`), each contradicting it, until somebody decides.
 */

import type { Memory, MemoryDraft, Provenance } from "../memory/records/memory.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { PawlError } from "../platform/errors.ts";
import { hashOf, toSharedMemory } from "./bodies.ts";
import { collectMemory, commit } from "./collect.ts";
import { forgetForGood } from "./forget-for-good.ts";
import type { TeamParts } from "./parts.ts";
import type { SharedMemory } from "./records/record.ts";
import { mergeSeen } from "./records/seen.ts";
import { teamIn } from "./sql/index.ts";
import type { TeamFolder, TeamHead, TeamLink, TeamRecordName } from "./sql/types.ts";

export async function writeMemory(
  record: TeamRecordName,
  folder: TeamFolder,
  parts: TeamParts,
): Promise<void> {
  const main = await mainPlace(record, folder, parts);
  const heads = (await teamIn(parts.store).teamHeads(record)).filter(({ body }) => body !== undefined);
  const different = heads.filter(
    (head, place) => heads.findIndex(({ hash }) => hash === head.hash) === place,
  );
  // Ordered by author: this member's own stays where it is.
  const [shown, ...others] = different;
  if (shown === undefined) return;
  await write(shown, { uri: main, rev: "", seen: mergeSeen(heads.map(({ seen }) => seen)) }, folder, parts);
  await writeOthers(others, main, folder, parts);
}

/** A record of others in its one version that nothing here knows of. Undefined for any other: that needs a closer look. */
export async function newMemory(
  record: TeamRecordName,
  folder: TeamFolder,
  { store, redact }: TeamParts,
): Promise<{ draft: MemoryDraft; link: TeamLink } | undefined> {
  const [head, second] = await teamIn(store).teamHeads(record);
  const body = bodyOf(head);
  if (head === undefined || body === undefined || second !== undefined) return undefined;
  if (head.author === "" || body.status !== "active") return undefined;
  if ((await teamIn(store).teamLinks(record)).length > 0) return undefined;
  const { uri } = body;
  const { project, id, hash: applied, seen } = head;
  return {
    draft: toDraft(head, body, { uri, folder: folder.folder }, redact.version),
    link: { folder: folder.folder, kind: "memory", key: uri, project, id, rev: "", applied, seen },
  };
}

/** The URI that shows the record here. What was changed here since is collected first, so that no word is lost. */
async function mainPlace(record: TeamRecordName, folder: TeamFolder, parts: TeamParts): Promise<string> {
  const { store, redact } = parts;
  const links = await linksOf(record, folder, parts);
  const heads = await teamIn(store).teamHeads(record);
  const isShown = (hash: string) => heads.some((head) => head.hash === hash);
  const main = links.find(({ rev }) => rev === "");
  if (main !== undefined) {
    const row = await memoriesIn(store).memory({ uri: main.key, project: folder.folder });
    const body = row && toSharedMemory(row, redact, { clientMemory: false, isKnown: true });
    if (body !== undefined && hashOf(body) !== main.applied && !isShown(hashOf(body))) {
      await collectMemory(main.key, folder, parts);
    }
    return main.key;
  }
  const named = bodyOf(heads[0]);
  if (named === undefined) throw new Error("a shared memory has no version");
  const row = await memoriesIn(store).memory({ uri: named.uri, project: folder.folder });
  if (row === undefined) return named.uri;
  if (await isFree(row, folder, parts)) {
    const body = toSharedMemory(row, redact, { clientMemory: false, isKnown: false });
    // Written here before anybody knew of the other: both stay.
    if (body !== undefined && !isShown(hashOf(body))) {
      await commit(
        { id: record.id, body, at: row.updatedAt, seen: {}, kind: "memory", key: named.uri },
        folder,
        parts,
      );
      return named.uri;
    }
    if (body !== undefined) return named.uri;
  }
  return freeUri(`${named.uri}@${slug(heads[0]?.author ?? "")}`, folder, parts);
}

/** Neither another record's, nor kept back here. */
async function isFree({ uri }: Memory, { folder }: TeamFolder, { store }: TeamParts): Promise<boolean> {
  if (await teamIn(store).isTeamPrivate(folder, "memory", uri)) return false;
  return (await teamIn(store).teamLink(folder, "memory", uri)) === undefined;
}

async function writeOthers(
  others: readonly TeamHead[],
  main: string,
  folder: TeamFolder,
  parts: TeamParts,
): Promise<void> {
  const { store } = parts;
  const record = others[0] ?? (await teamIn(store).teamLink(folder.folder, "memory", main));
  if (record === undefined) return;
  const links = (await linksOf(record, folder, parts)).filter(({ rev }) => rev !== "");
  for (const link of links) {
    if (!others.some(({ rev }) => rev === link.rev)) {
      await teamIn(store).dropTeamMemory({ uri: link.key, project: folder.folder });
    }
  }
  for (const head of others) {
    if (links.some(({ rev }) => rev === head.rev)) continue;
    const uri = await freeUri(`${main}@${slug(head.author)}`, folder, parts);
    if (!(await write(head, { uri, rev: head.rev, seen: head.seen }, folder, parts))) continue;
    const relation = { from: uri, to: main, kind: "contradicts" } as const;
    if ((await memoriesIn(store).memory({ uri: main, project: folder.folder }))?.status === "active") {
      await memoriesIn(store).relate(folder.folder, relation, parts.now());
    }
  }
}

/** False if there is nothing to show: a record that was thrown away before it came here. */
async function write(
  head: TeamHead,
  { uri, rev, seen }: Pick<TeamLink, "rev" | "seen"> & { uri: string },
  { folder }: TeamFolder,
  { store, redact }: TeamParts,
): Promise<boolean> {
  const body = bodyOf(head);
  if (body === undefined) return false;
  const row = await memoriesIn(store).memory({ uri, project: folder });
  if (row === undefined && body.status !== "active") return false;
  const now = row && toSharedMemory(row, redact, { clientMemory: false, isKnown: true });
  // The sentence that it was taken from was forgotten by whoever said it.
  const isTakenBack =
    now?.kind === "memory" && now.evidence !== undefined && body.evidence === undefined && head.author !== "";
  const isWritten = now !== undefined && hashOf(now) === head.hash;
  if (!isWritten || isTakenBack) {
    const written = await teamIn(store).writeTeamMemory(
      toDraft(head, body, { uri, folder }, redact.version),
      row?.version,
    );
    if (written === undefined) {
      throw new PawlError("team_busy", `${uri} was changed while the team's version was written.`, {
        hint: "It comes with the next synchronisation.",
        params: { uri },
      });
    }
  }
  if (isTakenBack) await forgetForGood(store, []);
  const { project, id } = head;
  await teamIn(store).saveTeamLink({
    folder,
    kind: "memory",
    key: uri,
    project,
    id,
    rev,
    applied: head.hash,
    seen,
  });
  return true;
}

function toDraft(
  { author, at }: TeamHead,
  body: SharedMemory,
  { uri, folder }: { uri: string; folder: string },
  redaction: number,
): MemoryDraft {
  const { content, priority, disclosure, status, origin, evidence, saidAt, file } = body;
  const provenance: Provenance = {
    ...(evidence === undefined ? {} : { evidence }),
    ...(saidAt === undefined ? {} : { at: saidAt }),
    ...(file === undefined ? {} : { file }),
    ...(author === "" ? {} : { team: { author, at: saidAt ?? at } }),
  };
  return {
    uri,
    project: folder,
    content,
    priority,
    status,
    origin,
    provenance,
    redaction,
    at,
    author: author === "" ? "user" : author,
    ...(disclosure === undefined ? {} : { disclosure }),
    ...(author === "" ? {} : { reason: `Shared by ${author}.` }),
  };
}

function bodyOf(head: TeamHead | undefined): SharedMemory | undefined {
  if (head?.body === undefined) return undefined;
  const body = JSON.parse(head.body) as SharedMemory;
  return body.kind === "memory" ? body : undefined;
}

async function linksOf(
  record: TeamRecordName,
  { folder }: TeamFolder,
  { store }: TeamParts,
): Promise<TeamLink[]> {
  const { project, id } = record;
  return (await teamIn(store).teamLinks({ project, id })).filter(
    (link) => link.folder === folder && link.kind === "memory",
  );
}

export const slug = (author: string): string =>
  author
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "member";

export async function freeUri(uri: string, { folder }: TeamFolder, { store }: TeamParts): Promise<string> {
  for (let turn = 1; ; turn++) {
    const name = turn === 1 ? uri : `${uri}-${turn}`;
    if ((await memoriesIn(store).memory({ uri: name, project: folder })) === undefined) return name;
  }
}
