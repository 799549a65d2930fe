/**
 * Sketches of vectors in memory: one bit per dimension, above or below the mean of all texts. The number of
 * different bits selects which vectors to compare exactly, at a thirtieth of the cost. Bounded: if not all fit,
 * the newest are kept.
 */
import { fromBlob, toBlob } from "./vector-blob.ts";

/** Number of vectors of one project; with 768 dimensions they take 12 MB. */
export const MOST_ROWS = 100_000;

export interface SketchRow {
  id: number;
  saved: number;
  /** The session number of an entry. */
  session: number;
  type: number;
  at: number;
  sketch: Uint8Array;
}

interface RowFilter {
  type?: number;
  since?: number;
  exceptSessions?: ReadonlySet<number>;
}

export function toSketch(vector: Float32Array, center: Float32Array): Uint8Array {
  const words = new Int32Array((vector.length + 31) >> 5);
  for (let i = 0; i < vector.length; i++) {
    if ((vector[i] as number) > (center[i] as number))
      words[i >> 5] = (words[i >> 5] as number) | (1 << (i & 31));
  }
  return toBlob(words);
}

export class Sketches {
  /** The newest vector that was added. */
  saved = 0;
  readonly #words: number;
  #count = 0;
  #next = 0;
  #bits: Int32Array;
  #ids: Float64Array;
  #times: Float64Array;
  #sessions: Float64Array;
  #types: Uint8Array;

  constructor(dimensions: number, expected: number) {
    this.#words = (dimensions + 31) >> 5;
    const size = Math.min(MOST_ROWS, Math.max(64, expected));
    this.#bits = new Int32Array(size * this.#words);
    this.#ids = new Float64Array(size);
    this.#times = new Float64Array(size);
    this.#sessions = new Float64Array(size);
    this.#types = new Uint8Array(size);
  }

  get rows(): number {
    return this.#ids.length;
  }

  /** When full, the oldest one is replaced. */
  add({ id, saved, session, type, at, sketch }: SketchRow): void {
    if (this.#next === this.rows && this.rows < MOST_ROWS) this.#grow();
    const place = this.#next % this.rows;
    this.#bits.set(fromBlob(sketch, Int32Array).subarray(0, this.#words), place * this.#words);
    this.#ids[place] = id;
    this.#times[place] = at;
    this.#sessions[place] = session;
    this.#types[place] = type;
    this.#next = place + 1;
    this.#count = Math.max(this.#count, this.#next);
    this.saved = Math.max(this.saved, saved);
  }

  /** The numbers of the `count` sketches with the fewest different bits, each once. */
  nearest(sketch: Uint8Array, wanted: number, filter: RowFilter): number[] {
    const query = fromBlob(sketch, Int32Array);
    // Counting sort by different bits: few values, many rows.
    const byDistance: number[][] = [];
    for (let row = 0; row < this.#count; row++) {
      if (filter.type !== undefined && this.#types[row] !== filter.type) continue;
      if (filter.exceptSessions?.has(this.#sessions[row] as number) === true) continue;
      if (filter.since !== undefined && (this.#times[row] as number) < filter.since) continue;
      const distance = differing(query, this.#bits, row * this.#words);
      const same = byDistance[distance];
      if (same === undefined) byDistance[distance] = [row];
      else same.push(row);
    }
    const ids = new Set<number>();
    for (const rows of byDistance) {
      for (const row of rows ?? []) ids.add(this.#ids[row] as number);
      if (ids.size >= wanted) break;
    }
    return [...ids].slice(0, wanted);
  }

  #grow(): void {
    const size = Math.min(MOST_ROWS, this.rows * 2);
    const longer = <A extends Int32Array | Uint8Array | Float64Array>(old: A, made: A): A => {
      made.set(old);
      return made;
    };
    this.#bits = longer(this.#bits, new Int32Array(size * this.#words));
    this.#ids = longer(this.#ids, new Float64Array(size));
    this.#times = longer(this.#times, new Float64Array(size));
    this.#sessions = longer(this.#sessions, new Float64Array(size));
    this.#types = longer(this.#types, new Uint8Array(size));
  }
}

/** Counts the bits of a word in parallel. */
function differing(query: Int32Array, bits: Int32Array, from: number): number {
  let count = 0;
  for (let i = 0; i < query.length; i++) {
    let word = (query[i] as number) ^ (bits[from + i] as number);
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
