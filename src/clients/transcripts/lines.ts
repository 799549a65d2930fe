/**
 * Reads the lines of a file that may grow while it is read and may be larger than memory. Text after the last line
 * break is returned too, marked as unfinished: it may be a line that is still being written, or a complete line of
 * a client that was killed.
 */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createZstdDecompress } from "node:zlib";

export interface FileLine {
  /** Undefined if the line is longer than `longest` and was skipped. */
  text: string | undefined;
  /** Offsets in the file: of the first byte, and after the line break. */
  start: number;
  end: number;
  /** False for text after the last line break. */
  terminated: boolean;
}

interface LineOptions {
  from?: number;
  chunkBytes?: number;
  /** Maximum line length in bytes. */
  longest?: number;
}

const LONGEST = 32 << 20;
/** Small pieces: between two of them others get their turn. */
const CHUNK_BYTES = 1 << 17;
const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

/** Lines in groups, one per chunk, because a promise per line would cost more than parsing its JSON. */
export async function* readLines(path: string, options: LineOptions = {}): AsyncGenerator<FileLine[]> {
  const { from = 0, longest = LONGEST } = options;
  // Codex compresses old rollouts. Offsets are those of the plain text, so what comes before `from` is read over.
  const isCompressed = path.endsWith(".zst");
  const splitter = createSplitter(isCompressed ? 0 : from, longest);
  const isWanted = ({ start }: FileLine) => start >= from;
  for await (const chunk of isCompressed ? decompressed(path) : chunksOf(path, options)) {
    const lines = splitter.push(chunk).filter(isWanted);
    if (lines.length > 0) yield lines;
  }
  const rest = splitter.rest();
  if (rest !== undefined && isWanted(rest)) yield [rest];
}

async function* decompressed(path: string): AsyncGenerator<Buffer> {
  const input = createReadStream(path);
  try {
    for await (const chunk of input.pipe(createZstdDecompress())) yield chunk as Buffer;
  } finally {
    input.destroy();
  }
}

async function* chunksOf(path: string, options: LineOptions): AsyncGenerator<Buffer> {
  const { from = 0, chunkBytes = CHUNK_BYTES } = options;
  const file = await open(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (let position = from; ; ) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Splits chunks into lines; keeps at most `longest` bytes of an unfinished one. */
export function createSplitter(from: number, longest: number) {
  let start = from;
  /** Copies of the unfinished line's parts: the caller reuses its buffer. */
  let pieces: Buffer[] = [];
  let pending = 0;

  const hold = (piece: Buffer) => {
    pending += piece.length;
    if (pending > longest) pieces = [];
    else pieces.push(Buffer.from(piece));
  };

  const take = (terminated: boolean, last?: Buffer): FileLine => {
    const length = pending + (last?.length ?? 0);
    const bytes = pieces.length === 0 ? last : Buffer.concat(last === undefined ? pieces : [...pieces, last]);
    const end = start + length + (terminated ? 1 : 0);
    const text = length > longest ? undefined : toText(bytes ?? Buffer.alloc(0));
    const line: FileLine = { text, start, end, terminated };
    start = end;
    pieces = [];
    pending = 0;
    return line;
  };

  return {
    push(chunk: Buffer): FileLine[] {
      const lines: FileLine[] = [];
      let at = 0;
      for (let next = chunk.indexOf(NEWLINE); next >= 0; next = chunk.indexOf(NEWLINE, at)) {
        lines.push(take(true, chunk.subarray(at, next)));
        at = next + 1;
      }
      if (at < chunk.length) hold(chunk.subarray(at));
      return lines;
    },
    rest(): FileLine | undefined {
      return pending === 0 ? undefined : take(false);
    },
  };
}

/** Invalid UTF-8 becomes U+FFFD. */
function toText(bytes: Buffer): string {
  const end = bytes[bytes.length - 1] === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  return bytes.toString("utf8", 0, end);
}
