/** Vectors as bytes for SQLite. */

export function toBlob(numbers: Float32Array | Int32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

type Numbers<A> = new (buffer: ArrayBufferLike, offset: number, length: number) => A;

/** Copies if needed: the bytes may be unaligned. */
export function fromBlob<A extends Float32Array | Int32Array>(blob: Uint8Array, type: Numbers<A>): A {
  const aligned = blob.byteOffset % 4 === 0 ? blob : blob.slice();
  return new type(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
}
