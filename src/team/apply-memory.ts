/**
 * Applies a shared memory to a folder. Usually there is one version, under its own URI. If members changed it at the same
 * time, the others' versions are saved beside it (`project://rules/tabs@mia`), each contradicting it, until someone decides.
 */

import { grantedTo } from "../memory/authority.ts";
import { CORE_PRIORITY } from "../memory/records/lifecycle.ts";
import type { Memory, MemoryDraft, Provenance } from "../memory/records/memory.ts";
import { knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import { PawlError } from "../platform/errors.ts";
import { hashOf, toSharedMemory } from "./bodies.ts";
import { collectMemory, commit, PROPOSED } from "./collect.ts";
import { forgetForGood } from "./forget-for-good.ts";
import type { TeamParts } from "./parts.ts";
import type { BodyOf } from "./records/record.ts";
import { mergeSeen } from "./records/seen.ts";
import { teamIn } from "./sql/index.ts";
import type { TeamFolder, TeamHead, TeamLink, TeamRecordName } from "./sql/types.ts";

export async function writeMemory(
  record: TeamRecordName,
  folder: TeamFolder,
  parts: TeamParts,
): Promise<void> {
  const main = await mainPlace(record, folder, parts);
  const heads = await teamIn(parts.store).shownTeamHeads(record);
  const different = heads.filter(
    (head, place) => heads.findIndex(({ hash }) => hash === head.hash) === place,
  );
  // Ordered by author: this member's own version keeps its place.
  const [shown, ...others] = different;
  if (shown === undefined) return;
  // The user's standing rule stays in force until they accept the new words.
  if (await isOwnRule(main, shown, folder, parts)) return writeOthers(different, main, folder, parts);
  await write(shown, { uri: main, rev: "", seen: mergeSeen(heads.map(({ seen }) => seen)) }, folder, parts);
  await writeOthers(others, main, folder, parts);
}

/** Authors of versions that the user made. */
const BY_HAND: ReadonlySet<string> = new Set(["user", "terminal", "page"]);

/** Stops showing the record here: its author was muted, or their versions were withdrawn. */
export async function dropCopies(
  record: TeamRecordName,
  { folder }: TeamFolder,
  { store, now }: TeamParts,
): Promise<void> {
  for (const link of (await teamIn(store).teamLinks(record)).filter((one) => one.folder === folder)) {
    const name = { uri: link.key, project: folder };
    // First, because otherwise the end of a linked memory would count as the user's wish.
    await teamIn(store).dropTeamLink(link);
    if (link.kind === "solution") await knowledgeIn(store).removeSolution(`solution-${link.key}`);
    const memory = link.kind === "memory" ? await memoriesIn(store).memory(name) : undefined;
    if (memory?.provenance?.team === undefined) continue;
    // Restores the user's text from before others changed it.
    const versions = await memoriesIn(store).memoryVersions(name);
    const own = versions.find(
      ({ author, content }, place) => BY_HAND.has(author) && versions[place + 1]?.content !== content,
    );
    if (own === undefined) await teamIn(store).dropTeamMemory(name);
    else {
      await memoriesIn(store).rollbackMemory(name, own.version, { at: now(), author: "user" });
      await memoriesIn(store).setProvenance(name, undefined);
    }
  }
}

async function isOwnRule(uri: string, shown: TeamHead, { folder }: TeamFolder, { store, redact }: TeamParts) {
  if (shown.author === "") return false;
  const row = await memoriesIn(store).memory({ uri, project: folder });
  if (row?.status !== "active" || row.author !== "user" || row.priority > CORE_PRIORITY) return false;
  const body = toSharedMemory(row, redact, { isKnown: true });
  return body !== undefined && hashOf(body) !== shown.hash;
}

/** The URI that shows the record here. Local changes are collected first, so that no text is lost. */
async function mainPlace(record: TeamRecordName, folder: TeamFolder, parts: TeamParts): Promise<string> {
  const { store, redact } = parts;
  const links = await linksOf(record, folder, parts);
  const heads = await teamIn(store).teamHeads(record);
  const isShown = (hash: string) => heads.some((head) => head.hash === hash);
  const main = links.find(({ rev }) => rev === "");
  if (main !== undefined) {
    const row = await memoriesIn(store).memory({ uri: main.key, project: folder.folder });
    const body = row && toSharedMemory(row, redact, { isKnown: true });
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
    const body = toSharedMemory(row, redact, { isKnown: false });
    // Created here independently of the other one: both stay.
    if (body !== undefined && !isShown(hashOf(body))) {
      const draft = { id: record.id, body, at: row.updatedAt, seen: {}, kind: "memory" } as const;
      await commit({ ...draft, key: named.uri }, folder, parts);
    }
    if (body !== undefined) return named.uri;
  }
  return freeUri(`${named.uri}@${slug(heads[0]?.author ?? "")}`, folder, parts);
}

/** True if it is neither another record's nor private here. */
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

/** False if there is nothing to show: a record that was discarded before it arrived. */
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
  const draft = toDraft(head, body, { uri, folder }, redact.version, row);
  const isProposal = draft.status === "proposed";
  const now = row && toSharedMemory(row, redact, { isKnown: true });
  // The author has forgotten the sentence that this was derived from.
  const isTakenBack =
    now?.kind === "memory" && now.evidence !== undefined && body.evidence === undefined && head.author !== "";
  const isWritten =
    (now !== undefined && hashOf(now) === head.hash && !isProposal) ||
    (isProposal &&
      row?.status === "proposed" &&
      row.content === body.content &&
      row.priority === body.priority);
  if (!isWritten || isTakenBack) {
    const written = await teamIn(store).writeTeamMemory(draft, row?.version);
    if (written === undefined) {
      throw new PawlError("team_busy", `${uri} was changed while the team's version was written.`, {
        hint: "The next synchronisation delivers it.",
        params: { uri },
      });
    }
  }
  if (isTakenBack) await forgetForGood(store, []);
  const applied = isProposal ? PROPOSED + head.hash : head.hash;
  await teamIn(store).saveTeamLink({ ...linkTo(head, { folder }, "memory", uri), rev, applied, seen });
  return true;
}

/** Shows this version of a record in a folder. */
export function linkTo(
  { project, id, rev, hash: applied, seen }: TeamHead,
  { folder }: Pick<TeamFolder, "folder">,
  kind: TeamLink["kind"],
  key: string,
): TeamLink {
  return { folder, kind, key, project, id, rev, applied, seen };
}

function toDraft(
  { author, at }: TeamHead,
  body: BodyOf<"memory">,
  { uri, folder }: { uri: string; folder: string },
  redaction: number,
  row?: Memory,
): MemoryDraft {
  const { content, priority, disclosure, origin, evidence, saidAt, file } = body;
  const isAccepted = row?.status === "active" && row.content === content && row.priority <= CORE_PRIORITY;
  const granted = grantedTo({ author: "team" }, { uri, project: folder, ownProject: folder, priority });
  const status = author === "" || body.status !== "active" || isAccepted ? body.status : granted.status;
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

function bodyOf(head: TeamHead | undefined): BodyOf<"memory"> | undefined {
  if (head?.body === undefined) return undefined;
  const body = JSON.parse(head.body) as BodyOf<"memory">;
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

async function freeUri(uri: string, { folder }: TeamFolder, { store }: TeamParts): Promise<string> {
  for (let turn = 1; ; turn++) {
    const name = turn === 1 ? uri : `${uri}-${turn}`;
    if ((await memoriesIn(store).memory({ uri: name, project: folder })) === undefined) return name;
  }
}
