/** Text as a full-text index takes it. */
import { CHUNK, TOKEN_LIMIT, toPairs, toRuns } from "./runs.ts";
import { stemOf } from "./stem.ts";

/** The same few thousand names are in all texts of a project. More chunks than these are forgotten together: some 8 MB. */
const MOST_CHUNKS = 40_000;
const LONG_WITH_DIGIT = 8;
const DIGIT = /[0-9]/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII, whole
const ASCII = /^[\x00-\x7f]*$/;

interface Chunk {
  /** In order, separated by spaces. */
  parts: string;
  /** For the end of the text. */
  behind: readonly string[];
}

const chunks = new Map<string, Chunk>();

/** What is cached of words can be computed again. */
export const forgetWords = (): void => chunks.clear();

/**
 * Text for a full-text index whose tokenizer splits at spaces. First come the stems of all parts in order, so that phrases
 * match in any form. Then come compound words as single words, and the words that differ from their stem, for queries with
 * only the beginning of a word or a typo.
 */
export function toIndexText(text: string): string {
  const normal = ASCII.test(text) ? text : text.normalize("NFKC");
  const words: string[] = [];
  const behind = new Set<string>();
  for (const found of normal.match(CHUNK) ?? []) {
    const chunk = chunks.get(found) ?? learn(found);
    if (chunk.parts !== "") words.push(chunk.parts);
    for (const word of chunk.behind) behind.add(word);
  }
  // Between the parts they would break phrases such as `hook input`.
  words.push(...behind);
  return words.join(" ");
}

function learn(found: string): Chunk {
  // A hash or an id will not come again.
  if (found.length > TOKEN_LIMIT || (found.length > LONG_WITH_DIGIT && DIGIT.test(found)))
    return toChunk(found);
  if (chunks.size >= MOST_CHUNKS) chunks.clear();
  // A copy: what a match gives keeps the whole text in memory.
  const text = Buffer.from(found).toString();
  const chunk = toChunk(text);
  chunks.set(text, chunk);
  return chunk;
}

function toChunk(text: string): Chunk {
  const words: string[] = [];
  const behind: string[] = [];
  for (const { parts, joined, unspaced } of toRuns(text)) {
    for (const part of parts) {
      const stem = stemOf(part);
      words.push(stem);
      if (stem !== part) behind.push(part);
    }
    if (joined !== undefined) behind.push(joined);
    if (unspaced) behind.push(...toPairs(parts));
  }
  return { parts: words.join(" "), behind };
}
