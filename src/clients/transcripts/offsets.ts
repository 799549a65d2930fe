/** How far each transcript has been read. */

import { recordsIn } from "../../store/records/queries.ts";
import type { TranscriptOffset } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import { tryParse } from "../fields.ts";
import type { FileState } from "./entries.ts";
import type { ForkState } from "./fork.ts";
import type { Checkpoint } from "./read.ts";

export function isUnchanged(known: TranscriptOffset | undefined, file: FileState): boolean {
  return (
    known !== undefined &&
    known.size === file.size &&
    known.mtimeMs === file.mtimeMs &&
    known.dev === file.dev &&
    known.ino === file.ino
  );
}

interface SavedState extends ForkState {
  turns: Checkpoint["turns"];
  /** Digest of the bytes before the offset: in a rewritten file they differ. */
  before: string;
}

/** The checkpoint for continuing; undefined if the file is new, shorter, replaced or rewritten. */
export async function toCheckpoint(
  known: TranscriptOffset | undefined,
  file: FileState,
): Promise<Checkpoint | undefined> {
  if (known === undefined || known.dev !== file.dev || known.ino !== file.ino) return undefined;
  if (file.size < known.offset) return undefined;
  const state = parseState(known.state);
  if (state === undefined || state.before !== (await digestBefore(known.path, known.offset)))
    return undefined;
  return { offset: known.offset, turns: state.turns, ...forkIn(state) };
}

/**
 * What is known about the session being a fork: from its copied lines, or from a hook that came before the file.
 */
export function forkStateOf(known: TranscriptOffset | undefined): ForkState {
  const state = known === undefined ? undefined : parseState(known.state);
  return state === undefined ? {} : forkIn(state);
}

function forkIn({ forkedAt, fork }: ForkState): ForkState {
  return { ...(forkedAt === undefined ? {} : { forkedAt }), ...(fork === undefined ? {} : { fork }) };
}

/**
 * A fork's transcript starts with a copy of the original's lines. Only the SessionStart hook knows when it was
 * forked, and it comes before the file. A path that was already read keeps its state.
 */
export async function markFork(
  offsets: Store,
  path: string,
  at: number,
  likely: string[] = [],
): Promise<void> {
  if ((await recordsIn(offsets).transcriptOffset(path)) !== undefined) return;
  const state: SavedState = {
    turns: [],
    before: "",
    forkedAt: at,
    fork: { at, from: [], asked: [], likely },
  };
  const unread = { size: -1, mtimeMs: -1, dev: -1, ino: -1, offset: 0 };
  await recordsIn(offsets).saveTranscriptOffset({ path, ...unread, state: JSON.stringify(state) });
}

export async function toOffset(path: string, file: FileState, at: Checkpoint): Promise<TranscriptOffset> {
  const before = await digestBefore(path, at.offset);
  const state: SavedState = { turns: at.turns, before, ...forkIn(at) };
  return { path, ...file, offset: at.offset, state: JSON.stringify(state) };
}

function parseState(json: string): SavedState | undefined {
  return tryParse(json) as SavedState | undefined;
}

async function digestBefore(path: string, offset: number): Promise<string> {
  if (offset === 0) return "";
  const bytes = await Bun.file(path)
    .slice(Math.max(0, offset - 256), offset)
    .bytes();
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex").slice(0, 16);
}
