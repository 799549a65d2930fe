/** Growing lists of ASCII texts that are kept as bytes, numbered in the order in which they came. */

/** Where texts are written to; there must be room. */
export interface Written {
  bytes: Uint8Array;
  end: number;
}

export class ByteTexts {
  private bytes = new Uint8Array(1 << 12);
  /** Where each begins; the last number is where the last one ends. */
  private readonly starts = [0];

  get count(): number {
    return this.starts.length - 1;
  }

  /** Its number. */
  push(text: string): number {
    const start = this.starts[this.count] ?? 0;
    const end = start + text.length;
    if (end > this.bytes.length) this.bytes = enlarged(this.bytes, end);
    for (let i = 0; i < text.length; i++) this.bytes[start + i] = text.charCodeAt(i);
    return this.starts.push(end) - 2;
  }

  write(number: number, out: Written): void {
    const { bytes, starts } = this;
    const to = starts[number + 1] ?? 0;
    const into = out.bytes;
    let { end } = out;
    for (let at = starts[number] ?? 0; at < to; at++) into[end++] = bytes[at] ?? 0;
    out.end = end;
  }

  isAt(number: number, text: string, from: number, to: number): boolean {
    const { bytes, starts } = this;
    const start = starts[number] ?? 0;
    if ((starts[number + 1] ?? 0) - start !== to - from) return false;
    for (let i = from; i < to; i++) if (bytes[start + i - from] !== text.charCodeAt(i)) return false;
    return true;
  }
}

/** A hash that whoever looks at every letter anyway makes on the way. */
export const nextHash = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);

export function hashOf(word: string): number {
  let hash = 0;
  for (let i = 0; i < word.length; i++) hash = nextHash(hash, word.charCodeAt(i));
  return hash;
}

/** Those that are looked for, each once. */
export class ByteWords {
  private readonly texts = new ByteTexts();
  private readonly hashes: number[] = [];
  /** One more than a word's number, at the place that its hash names or behind it; 0 is free. */
  private slots = new Uint32Array(1 << 8);

  get count(): number {
    return this.texts.count;
  }

  /** The number of the word that stands there in a text; -1 if it is none of them. */
  find(text: string, from: number, to: number, hash: number): number {
    const { slots, hashes } = this;
    const last = slots.length - 1;
    for (let slot = toSlot(hash) & last; ; slot = (slot + 1) & last) {
      const found = (slots[slot] ?? 0) - 1;
      if (found < 0 || (hashes[found] === hash && this.texts.isAt(found, text, from, to))) return found;
    }
  }

  /** It must not be there yet. */
  add(word: string, hash: number): number {
    this.hashes.push(hash);
    const number = this.texts.push(word);
    if (this.count * 2 > this.slots.length) this.spread();
    else this.place(number);
    return number;
  }

  write(number: number, out: Written): void {
    this.texts.write(number, out);
  }

  private place(number: number): void {
    const last = this.slots.length - 1;
    let slot = toSlot(this.hashes[number] ?? 0) & last;
    while (this.slots[slot] !== 0) slot = (slot + 1) & last;
    this.slots[slot] = number + 1;
  }

  private spread(): void {
    this.slots = new Uint32Array(this.slots.length * 4);
    for (let number = 0; number < this.count; number++) this.place(number);
  }
}

/** The lowest bits of a hash follow from the lowest bits of the letters. */
const toSlot = (hash: number): number => hash ^ (hash >>> 15);

function enlarged(bytes: Uint8Array, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(least, bytes.length * 2));
  larger.set(bytes);
  return larger;
}
