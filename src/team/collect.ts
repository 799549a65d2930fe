/**
 * Turns local changes into versions in the outbox. Each change compares the record now with the record as last shared, so
 * that processing it twice sends nothing twice.
 */

import { MOST_SESSIONS } from "../memory/digest/types.ts";
import { BY_HAND } from "../memory/records/knowledge.ts";
import type { Memory } from "../memory/records/memory.ts";
import { digestsIn, memoriesIn } from "../memory/sql/index.ts";
import { searchIn } from "../search/sql/index.ts";
import { clean, hashOf, toSharedMemory, toWrittenSolution } from "./bodies.ts";
import { derive } from "./derive.ts";
import { forgetForGood } from "./forget-for-good.ts";
import { breathe, freeMemory, type TeamParts } from "./parts.ts";
import type { SharedBody } from "./records/record.ts";
import { bumpSeen, mergeSeen, type SeenVersions } from "./records/seen.ts";
import { teamIn } from "./sql/index.ts";
import type { TeamChange, TeamFolder, TeamLink, TeamRecordName } from "./sql/types.ts";

const AT_ONCE = 500;

/** Prefix of the hash for another member's standing rule that the user has not accepted. */
export const PROPOSED = "?";

export async function collect(parts: TeamParts): Promise<void> {
  const team = teamIn(parts.store);
  const folders = new Map((await team.teamFolders()).map((one) => [one.folder, one]));
  let isForgotten = false;
  for (;;) {
    const changes = await team.teamChanges(AT_ONCE);
    for (const change of changes) {
      const folder = folders.get(change.folder);
      const isGone = change.kind.startsWith("gone-");
      // No record of an excluded folder is sent, but a forget there applies everywhere.
      if (folder !== undefined && (isGone || !parts.isExcluded(folder.folder))) {
        await collectOne(change, folder, parts);
      }
      isForgotten ||= isGone;
      // Marked again in between, it has another number and is looked at once more.
      await team.settleTeamChange(change.n);
      await breathe();
    }
    if (changes.length < AT_ONCE) break;
    freeMemory();
  }
  // If the row was marked again in the meantime, it has a new number and is checked again.
  if (isForgotten) await forgetForGood(parts.store, []);
}

function collectOne({ kind, key }: TeamChange, folder: TeamFolder, parts: TeamParts): Promise<void> {
  switch (kind) {
    case "memory":
      return collectMemory(key, folder, parts);
    case "solution":
      return collectSolution(key, folder, parts);
    case "digests":
      return collectDerived(folder, parts);
    case "gone-memory":
      return collectGone("memory", key, folder, parts);
    case "gone-solution":
      return collectGone("solution", key, folder, parts);
  }
}

export async function collectMemory(uri: string, folder: TeamFolder, parts: TeamParts): Promise<void> {
  const { store, redact } = parts;
  const team = teamIn(store);
  const memory = await memoriesIn(store).memory({ uri, project: folder.folder });
  if (memory === undefined) return;
  const link = await team.teamLink(folder.folder, "memory", uri);
  // A copy of another member's record without a link yet. The process that writes the copy adds the link next.
  if (link === undefined && memory.provenance?.team !== undefined) return;
  if (link === undefined && (await team.isTeamPrivate(folder.folder, "memory", uri))) return;
  if (link?.applied.startsWith(PROPOSED) === true) {
    // If kept, the shared words are its words. If archived, it is gone on this machine only.
    const hash = link.applied.slice(PROPOSED.length);
    const body = toSharedMemory(memory, redact, { isKnown: true });
    const isKept = body !== undefined && hashOf(body) === hash;
    if (isKept) await team.saveTeamLink({ ...link, applied: hash });
    if (isKept || memory.status !== "active") return;
  }
  if (link !== undefined && (link.rev !== "" || (await isExpiry(memory, parts)))) return;
  const body = toSharedMemory(memory, redact, { isKnown: link !== undefined });
  if (body === undefined || hashOf(body) === link?.applied) return;
  if (link !== undefined) body.uri = await nameOf(link, uri, parts);
  // If the record is shown here under another name, this one is another member's.
  const isOther = async (record: TeamRecordName) =>
    (await team.teamLinks(record)).some((one) => one.folder === folder.folder && one.key !== uri);
  const id = link?.id ?? (await freeId(["memory", uri], folder.project, parts, isOther));
  if (link === undefined && (await team.teamHeads({ project: folder.project, id })).length > 0) {
    // Another member has a record of this name: writing theirs decides what happens to both.
    await team.markTeam({ project: folder.project, id }, "pending", true);
    return;
  }
  await commit(
    { id, body, at: memory.updatedAt, seen: link?.seen ?? {}, key: uri, kind: "memory" },
    folder,
    parts,
  );
  await takeOver(memory, parts);
}

/** If its name is taken on this machine, the record is shown under another one. */
async function nameOf(record: TeamRecordName, uri: string, { store }: TeamParts): Promise<string> {
  const [head] = (await teamIn(store).teamHeads(record)).filter(({ body }) => body !== undefined);
  const body = head?.body === undefined ? undefined : (JSON.parse(head.body) as SharedBody);
  return body?.kind === "memory" ? body.uri : uri;
}

/** A member's change to another member's record makes the words this member's own. */
async function takeOver({ provenance, ...memory }: Memory, { store, redact }: TeamParts): Promise<void> {
  if (provenance?.team === undefined) return;
  const { team: _, ...own } = provenance;
  const change = { author: "user", at: memory.updatedAt };
  await teamIn(store).writeTeamMemory(
    { ...memory, ...change, redaction: redact.version, provenance: own },
    memory.version,
  );
}

/** Unused here for a month, but possibly used elsewhere. */
async function isExpiry(memory: Memory, { store }: TeamParts): Promise<boolean> {
  if (memory.status !== "archived" && memory.status !== "deleted") return false;
  const [newest] = await memoriesIn(store).memoryVersions(memory);
  return newest?.author === "pawl";
}

interface Draft {
  id: string;
  body: SharedBody;
  at: number;
  /** The versions that it is based on. */
  seen: SeenVersions;
  kind: TeamLink["kind"];
  key: string;
}

export async function commit(draft: Draft, { folder, project }: TeamFolder, parts: TeamParts): Promise<void> {
  const { id, body, at, kind, key } = draft;
  const seen = bumpSeen(draft.seen, parts.device, parts.now());
  const hash = hashOf(body);
  const rev = parts.codec.idOf("version", project, id, parts.device, String(seen[parts.device]));
  const record = { project, id };
  await teamIn(parts.store).commitTeamVersion(
    {
      ...record,
      rev,
      kind: body.kind,
      author: "",
      at,
      seen,
      hash,
      state: "shared",
      body: JSON.stringify(body),
    },
    { ...record, folder, kind, key, rev: "", applied: hash, seen },
  );
}

const SHARED_NAMES = 3;

/** A forgotten record keeps its id, so a later record of the same name gets another one. */
async function freeId(
  name: readonly string[],
  project: string,
  parts: TeamParts,
  isOther: (record: TeamRecordName) => Promise<boolean> = async () => false,
): Promise<string> {
  for (let turn = 0; ; turn++) {
    // The same on all machines, until these names are taken everywhere.
    const last = turn < SHARED_NAMES ? String(turn) : crypto.randomUUID();
    const id = parts.codec.idOf(project, ...name, last);
    const isTaken =
      (await isOther({ project, id })) ||
      (await teamIn(parts.store).isTeamMarked({ project, id }, "gone")) ||
      (await teamIn(parts.store).isTeamMarked({ project, id }, "hidden"));
    if (!isTaken) return id;
  }
}

async function collectSolution(number: string, folder: TeamFolder, parts: TeamParts): Promise<void> {
  const { store, redact, device } = parts;
  const [found] = await searchIn(store).get([`solution-${number}`]);
  if (found?.type !== "solution" || found.record.kind !== BY_HAND) return;
  if (found.record.provenance?.team !== undefined) return;
  const link = await teamIn(store).teamLink(folder.folder, "solution", number);
  if (link !== undefined || (await teamIn(store).isTeamPrivate(folder.folder, "solution", number))) return;
  const body = toWrittenSolution(found.record, redact);
  const name = ["written-solution", device, found.record.fingerprint, found.record.text];
  const id = await freeId(name, folder.project, parts);
  await commit(
    { id, body, at: found.record.createdAt, seen: {}, kind: "solution", key: number },
    folder,
    parts,
  );
}

/** Compares what the folder's sessions teach now with what was shared of it. */
async function collectDerived(folder: TeamFolder, parts: TeamParts): Promise<void> {
  const { store, redact, device } = parts;
  const team = teamIn(store);
  const digests = await digestsIn(store).digests({ project: folder.folder, limit: MOST_SESSIONS });
  const links = new Map((await team.derivedTeamLinks(folder.folder)).map((link) => [link.key, link]));
  for (const { key: name, at, body: raw } of derive(digests)) {
    const body = clean(raw, redact);
    // Its name contains words of it, which must be deleted with it.
    const key = parts.codec.idOf("derived", name);
    if (await team.isTeamPrivate(folder.folder, "derived", key)) continue;
    const link = links.get(key);
    links.delete(key);
    if (link !== undefined && link.applied === hashOf(body)) {
      await refill(link, body, parts);
      continue;
    }
    // If two people learn the same, each has a record of it: no conflict, and each can withdraw their own.
    const id = link?.id ?? (await freeId([key, device, folder.folder], folder.project, parts));
    await commit({ id, body, at, seen: link?.seen ?? {}, kind: "derived", key }, folder, parts);
  }
  for (const link of links.values()) {
    await team.forgetTeamRecord(link, parts.now());
    await team.dropTeamLink(link);
  }
}

/** A forgotten session took copies of everything that may have come from it. This record did not, so restore it. */
async function refill(link: TeamLink, body: SharedBody, { store }: TeamParts): Promise<void> {
  for (const head of await teamIn(store).teamHeads(link)) {
    if (head.body === undefined && head.hash === link.applied) {
      await teamIn(store).commitTeamVersion({ ...head, body: JSON.stringify(body) }, link);
    }
  }
}

async function collectGone(
  kind: "memory" | "solution",
  key: string,
  folder: TeamFolder,
  parts: TeamParts,
): Promise<void> {
  const team = teamIn(parts.store);
  const link = await team.teamLink(folder.folder, kind, key);
  if (link === undefined) return;
  if (link.rev !== "") return dropOtherVersion(link, folder, parts);
  const isProposal = link.applied.startsWith(PROPOSED);
  if (isProposal || !(await team.isTeamMarked(link, "gone"))) {
    // The server may refuse it. Then it is deleted here only.
    await team.markTeam(link, "hidden", true);
    if (!isProposal) await team.forgetTeamRecord(link, parts.now());
  }
  await team.dropTeamLink(link);
}

/** Of two versions, one was discarded here: the other replaces both. */
async function dropOtherVersion(gone: TeamLink, folder: TeamFolder, parts: TeamParts): Promise<void> {
  const team = teamIn(parts.store);
  await team.dropTeamLink(gone);
  const links = await team.teamLinks(gone);
  const main = links.find((one) => one.folder === folder.folder && one.rev === "");
  if (main === undefined || !(await replaceAll(main, gone.seen, folder, parts)))
    await team.markTeam(gone, "hidden", true);
}

/** Makes the version on this machine replace the conflicting versions too. False if this machine has none. */
export async function replaceAll(
  main: TeamLink,
  others: SeenVersions,
  folder: TeamFolder,
  parts: TeamParts,
): Promise<boolean> {
  const memory = await memoriesIn(parts.store).memory({ uri: main.key, project: folder.folder });
  if (memory === undefined) return false;
  const body = toSharedMemory(memory, parts.redact, { isKnown: true });
  if (body === undefined) return true;
  body.uri = await nameOf(main, main.key, parts);
  const seen = mergeSeen([main.seen, others]);
  await commit({ id: main.id, body, at: parts.now(), seen, kind: "memory", key: main.key }, folder, parts);
  return true;
}
