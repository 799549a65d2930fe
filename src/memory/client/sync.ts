/** Copies the client's files to the store, as memories with versions and without secrets. The files are only read. */

import { sep } from "node:path";
import type { Redactor } from "../../redact/redactor.ts";
import type { Store } from "../../store/store.ts";
import { present } from "../../store/values.ts";
import { cut } from "../../text/quote.ts";
import { CONTENT_LIMIT, MEMORY_STATUSES, type Memory } from "../records/memory.ts";
import { memoriesIn } from "../sql/index.ts";
import { parseClientFile } from "./file.ts";
import { type FoundFile, fileIn, listFiles, readText, realOf } from "./files.ts";
import type { MemoryFolder } from "./folders.ts";
import type { ForgottenFiles } from "./forgotten.ts";
import { INDEX_FILE, type IndexLine, parseIndex } from "./index-file.ts";
import { CLIENT_PREFIX, clientUri, isNoteUri } from "./uri.ts";

export interface SyncDeps {
  store: Store;
  redact: Redactor;
  now(): number;
  /** Files whose current text the user has forgotten. */
  forgotten?: Pick<ForgottenFiles, "has">;
}

/** The author and the place, if a hook saw the write. */
interface Writer {
  sessionId?: string;
  branch?: string;
  /** Default: the client. */
  author?: string;
  reason?: string;
}

/** On request only, and never out of date automatically. */
const ON_DEMAND = 3;
/** For search only, never injected: the client shows it itself. */
export const NEVER = 8;

const AUTHOR = "client";
const MOST = 20_000;
const DESCRIPTION_LIMIT = 480;

/** The state of a folder at this process's last scan. An unchanged folder costs no query. */
export type FolderStamps = Map<string, string>;

export async function scanFolder(
  folder: MemoryFolder,
  deps: SyncDeps,
  stamps: FolderStamps = new Map(),
): Promise<number> {
  const files = await listFiles(folder.dir);
  if (files === undefined) return 0;
  const key = `${folder.project}\n${folder.dir}`;
  const stamp = stampOf(files);
  if (stamps.get(key) === stamp) return 0;
  const known = await knownIn(folder, deps.store);
  const index = await indexOf(folder);
  const lines = linesByFile(index);
  let changed = 0;
  for (const file of files) {
    const before = known.get(file.path);
    known.delete(file.path);
    if (isSame(before, file)) continue;
    if (await saveFile(folder.project, { ...toCopy(file), line: lines.get(file.file) }, deps)) changed++;
  }
  for (const memory of known.values()) changed += await markGone(memory, deps);
  stamps.set(key, stamp);
  return changed;
}

function stampOf(files: readonly FoundFile[]): string {
  const hash = new Bun.CryptoHasher("sha256");
  for (const { path, mtimeMs, size } of files) hash.update(`${path}\0${mtimeMs}\0${size}\n`);
  return hash.digest("hex");
}

/** Syncs one file that a hook saw change. False if the file is not in this folder, or did not change. */
export async function syncFile(
  folder: MemoryFolder,
  path: string,
  writer: Writer,
  deps: SyncDeps,
): Promise<boolean> {
  const file = fileIn(folder.dir, path);
  if (file === undefined) return false;
  const line = linesByFile(await indexOf(folder)).get(file.file);
  return saveFile(folder.project, { ...toCopy(file), line, writer }, deps);
}

/** A file, converted to its memory. */
interface Copy {
  file: FoundFile;
  uri: string;
  priority: number;
  line?: IndexLine | undefined;
  writer?: Writer;
}

function toCopy(file: FoundFile): Copy {
  return { file, uri: clientUri(file.file), priority: file.file === INDEX_FILE ? NEVER : ON_DEMAND };
}

export async function indexOf({ dir }: MemoryFolder): Promise<string> {
  const file = fileIn(dir, `${dir}/${INDEX_FILE}`);
  return file === undefined ? "" : ((await readText(file.path))?.text ?? "");
}

export function linesByFile(index: string): Map<string, IndexLine> {
  const lines = new Map<string, IndexLine>();
  for (const line of parseIndex(index)) if (!lines.has(line.file)) lines.set(line.file, line);
  return lines;
}

async function knownIn({ dir, project }: MemoryFolder, store: Store): Promise<Map<string, Memory>> {
  const all = await memoriesIn(store).memories({
    project,
    prefix: CLIENT_PREFIX,
    status: MEMORY_STATUSES,
    limit: MOST,
  });
  const root = `${realOf(dir) ?? dir}${sep}`;
  return new Map(
    all
      .filter((memory) => memory.project === project && memory.provenance?.client?.path.startsWith(root))
      .map((memory) => [memory.provenance?.client?.path ?? "", memory]),
  );
}

function isSame(memory: Memory | undefined, file: FoundFile): boolean {
  const known = memory?.provenance?.client;
  return (
    memory?.status !== "deleted" &&
    known !== undefined &&
    known.mtimeMs === file.mtimeMs &&
    known.size === file.size
  );
}

/** True if it is new or has changed. */
export async function saveFile(
  project: string,
  { file, uri, priority, line, writer = {} }: Copy,
  { store, redact, now, forgotten }: SyncDeps,
): Promise<boolean> {
  const read = await readText(file.path);
  if (read === undefined || forgotten?.has(file.path, read.hash) === true) return false;
  const parsed = parseClientFile(read.text);
  const { name, description, type, body } = parsed;
  const content = toContent(redact.text(body === "" ? (description ?? "") : body));
  if (content === "") return false;
  const before = await memoriesIn(store).memory({ uri, project });
  const hook = description ?? line?.hook ?? "";
  const branch = writer.branch ?? before?.provenance?.client?.branch;
  const title = line?.title ?? name;
  const sessionId = writer.sessionId ?? before?.provenance?.sessionId ?? parsed.sessionId;
  const { outcome } = await memoriesIn(store).saveMemory({
    uri,
    project,
    content,
    disclosure: priority === NEVER ? "" : cut(redact.text(hook), DESCRIPTION_LIMIT),
    priority: before?.priority ?? priority,
    ...(before === undefined ? { status: "active" as const } : {}),
    origin: "model",
    redaction: redact.version,
    provenance: present({
      sessionId,
      client: present({
        path: file.path,
        hash: read.hash,
        mtimeMs: file.mtimeMs,
        size: file.size,
        title: title && redact.text(title),
        type: type && cut(redact.text(type), 40),
        branch,
      }),
    }),
    author: writer.author ?? AUTHOR,
    // CLAUDE.md and similar files belong to the checkout, so their author is unknown.
    ...present({
      by: isNoteUri(uri) ? ({ author: "repository", place: "client-file" } as const) : undefined,
      reason: writer.reason,
    }),
    at: now(),
  });
  return outcome !== "unchanged";
}

/** Cut to a memory's maximum size in bytes, without splitting a character. */
function toContent(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= CONTENT_LIMIT) return text.trim();
  const kept = new TextDecoder().decode(bytes.subarray(0, CONTENT_LIMIT - 8));
  return `${kept.replace(/\uFFFD+$/, "").trim()}…`;
}

/** The model or the user deleted the file. Its text stays in the versions until someone forgets it. */
async function markGone({ uri, project, status }: Memory, { store, now }: SyncDeps): Promise<number> {
  if (status === "deleted") return 0;
  const change = { at: now(), author: AUTHOR, reason: "the client's file is gone" };
  await memoriesIn(store).changeMemory({ uri, project }, { status: "deleted" }, change);
  return 1;
}
