/** The client's memories of one project, from all of its folders, prepared for matching. */

import type { Store } from "../../store/store.ts";
import { present } from "../../store/values.ts";
import { toWords } from "../../text/distinctive-words.ts";
import { lettersOf, sameness } from "../../text/quote.ts";
import { isInjectable } from "../records/lifecycle.ts";
import type { Memory } from "../records/memory.ts";
import { memoriesIn } from "../sql/index.ts";
import { linksIn } from "./file.ts";
import { shownLines } from "./index-file.ts";
import { addText, createMatchIndex, type MatchIndex } from "./match.ts";
import { fileNamesIn } from "./names.ts";
import { CLIENT_PREFIX, clientUri, isNoteUri } from "./uri.ts";

export interface SetMember {
  uri: string;
  project: string;
  title: string;
  description: string;
  body: string;
  at: number;
  path: string;
  branch?: string;
  /** The session that wrote it. */
  sessionId?: string;
}

export interface MemorySet {
  /** All folders of this project, including deleted ones. */
  folders: readonly string[];
  members: ReadonlyMap<string, SetMember>;
  index: MatchIndex;
  /** By the last part of a file's name. */
  byFileName: ReadonlyMap<string, readonly SetMember[]>;
  /** By name, for `[[links]]`. */
  byName: ReadonlyMap<string, SetMember>;
}

const MOST = 20_000;

/** `indexes`: the texts of the folders' MEMORY.md. `notes`: the texts of the client's other notes. */
export async function loadSet(
  folders: readonly string[],
  indexes: readonly string[],
  notes: string,
  store: Store,
): Promise<MemorySet> {
  const rows = new Map<string, Memory>();
  for (const project of folders) {
    for (const memory of await memoriesIn(store).memories({ project, prefix: CLIENT_PREFIX, limit: MOST }))
      rows.set(memory.id, memory);
  }
  const known = knownText(indexes, notes);
  const members = new Map<string, SetMember>();
  const texts = new Set<string>();
  for (const memory of [...rows.values()].sort((a, b) => b.updatedAt - a.updatedAt)) {
    if (!isInjectable(memory) || isNoteUri(memory.uri)) continue;
    const member = toMember(memory);
    const same = sameness(member.body);
    // Two clones may have the same file. A text that adds nothing to its index line is already in the context.
    if (texts.has(same) || saysNothingNew(member, known)) continue;
    texts.add(same);
    members.set(idOf(member), member);
  }
  return { folders, members, ...(await lookups(members)) };
}

const BATCH = 100;

export const idOf = ({ uri, project }: { uri: string; project: string }) => `${project}\n${uri}`;

function toMember({ uri, project, content, disclosure = "", updatedAt, provenance }: Memory): SetMember {
  const source = provenance?.client;
  const name = uri.slice(CLIENT_PREFIX.length);
  return {
    uri,
    project,
    title: source?.title ?? name,
    description: disclosure,
    body: content,
    at: source?.mtimeMs ?? updatedAt,
    path: source?.path ?? "",
    ...present({ branch: source?.branch, sessionId: provenance?.sessionId }),
  };
}

/** Yields now and then, so that others get their answers. */
async function lookups(
  members: ReadonlyMap<string, SetMember>,
): Promise<Pick<MemorySet, "index" | "byFileName" | "byName">> {
  const byFileName = new Map<string, SetMember[]>();
  const byName = new Map<string, SetMember>();
  const index = createMatchIndex();
  let added = 0;
  for (const [id, member] of members) {
    if (++added % BATCH === 0) await new Promise((done) => setImmediate(done));
    for (const name of fileNamesIn(`${member.description}\n${member.body}`)) {
      const known = byFileName.get(name);
      if (known === undefined) byFileName.set(name, [member]);
      else known.push(member);
    }
    byName.set(member.uri, member);
    const name = member.uri.slice(CLIENT_PREFIX.length);
    addText(index, { id, head: `${name} ${member.title} ${member.description}`, body: member.body });
  }
  return { index, byFileName, byName };
}

interface KnownText {
  lines: ReadonlySet<string>[];
  notes: string;
}

function knownText(indexes: readonly string[], notes: string): KnownText {
  const lines = indexes.flatMap(shownLines);
  return {
    lines: lines.map((line) => new Set(toWords(line))).filter(({ size }) => size > 0),
    notes: lettersOf(notes),
  };
}

function saysNothingNew(member: SetMember, { lines, notes }: KnownText): boolean {
  const words = toWords(member.body);
  if (words.length === 0) return true;
  if (notes !== "" && notes.includes(lettersOf(member.body))) return true;
  // Only a very short text can be covered by a line.
  return words.length <= 30 && lines.some((line) => words.every((word) => line.has(word)));
}

/** Memories that this one links to, in the order of its links. */
export function linkedFrom(member: SetMember, { byName }: MemorySet): SetMember[] {
  return linksIn(member.body).flatMap((name) => {
    const found = byName.get(clientUri(name));
    return found === undefined || found.uri === member.uri ? [] : [found];
  });
}
