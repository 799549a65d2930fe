/** The parts of a database page that hold nothing any more: SQLite leaves in them what was moved or deleted. */

const INTERIOR = new Set([2, 5]);
const TREE = new Set([2, 5, 10, 13]);

/**
 * Fills them with zeros; whether there was anything. Of a page that is no tree page (an overflow or a free one) nothing
 * is known here: its first byte is 0 as long as the file has less than 2^24 pages.
 */
export function clearUnused(page: Buffer): boolean {
  const type = page.readUInt8(0);
  if (!TREE.has(type)) return false;
  let isChanged = false;
  const clear = (from: number, to: number) => {
    if (from >= to || isZero(page, from, to)) return;
    page.fill(0, from, to);
    isChanged = true;
  };
  const cells = page.readUInt16BE(3);
  const content = page.readUInt16BE(5) || 65_536;
  const list = INTERIOR.has(type) ? 12 : 8;
  const end = list + cells * 2;
  // A cell in front of the content is damage too: what looks unused may be all that is left of a record.
  for (let at = list; at < Math.min(end, page.length - 1); at += 2)
    if (page.readUInt16BE(at) < content) return false;
  clear(end, Math.min(content, page.length));
  // The free blocks between cells: each begins with the place of the next one and its own size.
  for (let at = page.readUInt16BE(1); at > 0 && at + 4 <= page.length; ) {
    const next = page.readUInt16BE(at);
    clear(at + 4, Math.min(at + page.readUInt16BE(at + 2), page.length));
    // Free blocks are in ascending order; anything else is damage, which is left alone here.
    if (next !== 0 && next <= at) break;
    at = next;
  }
  return isChanged;
}

const ZEROS = Buffer.alloc(65_536);

export function isZero(bytes: Buffer, from: number, to: number): boolean {
  return bytes.compare(ZEROS, 0, to - from, from, to) === 0;
}

/** The same test without a change, on a page that stands in a larger buffer. */
export function hasUnused(buffer: Buffer, at: number, size: number): boolean {
  const type = buffer.readUInt8(at);
  if (!TREE.has(type)) return false;
  if (buffer.readUInt16BE(at + 1) !== 0) return true;
  const start = (INTERIOR.has(type) ? 12 : 8) + buffer.readUInt16BE(at + 3) * 2;
  const end = Math.min(buffer.readUInt16BE(at + 5) || 65_536, size);
  return start < end && !isZero(buffer, at + start, at + end);
}
