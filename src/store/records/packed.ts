/**
 * Input and output of a call, compressed together: they repeat each other, they are most of a store, and they are read
 * rarely. Short ones stay as they are.
 */

export interface PackedColumns {
  input: string;
  response: string;
  packed: Uint8Array | null;
}

/** What is shorter gains nothing. */
const LEAST = 300;
/** Beyond this level a little space costs a lot of time. */
const LEVEL = 3;

export function pack(input: string, response: string): PackedColumns {
  if (input.length + response.length < LEAST) return { input, response, packed: null };
  // The output starts after the input.
  const text = `${input.length}\n${input}${response}`;
  const bytes = Buffer.from(text);
  const packed = Bun.zstdCompressSync(bytes, { level: LEVEL });
  return packed.length > bytes.length * 0.9
    ? { input, response, packed: null }
    : { input: "", response: "", packed };
}

export function unpack({ input, response, packed }: PackedColumns): { input: string; response: string } {
  if (packed === null) return { input, response };
  const text = Bun.zstdDecompressSync(packed).toString();
  const start = text.indexOf("\n") + 1;
  const end = start + Number(text.slice(0, start - 1));
  return { input: text.slice(start, end), response: text.slice(end) };
}

/** The same of a row that may be none of a call. */
export function unpackRow<
  Row extends { input: string | null; response: string | null; packed: Uint8Array | null },
>(row: Row): Row {
  if (row.packed === null) return row;
  return { ...row, ...unpack({ input: "", response: "", packed: row.packed }) };
}
