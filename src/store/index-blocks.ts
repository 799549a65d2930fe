/**
 * The word that a block of the full-text index begins with. A block holds its first word whole; at the end of the block stands
 * a list of where its words begin (SQLite's description of the format, at the top of fts5_index.c).
 */
import type { Database } from "bun:sqlite";
import type { WordTable } from "./index/word-index.ts";

/** The bits of a block's number below the number of its part of the index. */
const BLOCK_BITS = 37;

/** `pgno` as the index of blocks has it: its lowest bit says something else. */
export function createBlocks(db: Database, table: WordTable) {
  const block = db.query<{ block: Uint8Array }, { id: number }>(
    `select block from ${table}_data where id = $id`,
  );
  /** With the byte in front that names the index. Undefined if no word begins there. */
  return (segid: number, pgno: number): Buffer | undefined => {
    const found = block.get({ id: segid * 2 ** BLOCK_BITS + Math.floor(pgno / 2) });
    return found === null ? undefined : firstWord(Buffer.from(found.block));
  };
}

function firstWord(block: Buffer): Buffer | undefined {
  if (block.length < HEADER) return undefined;
  const list = block.readUInt16BE(2);
  const [at] = readVarint(block, list);
  const [length, from] = readVarint(block, at ?? block.length);
  const end = (from ?? 0) + (length ?? 0);
  return length === undefined || end > list ? undefined : block.subarray(from, end);
}

const HEADER = 4;

/** And where it ends. Blocks have at most 64 kB, so three bytes are enough. */
function readVarint(bytes: Buffer, from: number): [value?: number, end?: number] {
  let value = 0;
  for (let at = from; at < Math.min(from + 3, bytes.length); at++) {
    const byte = bytes.readUInt8(at);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + 1];
  }
  return [];
}
