/**
 * Invisible characters that have an effect: they reverse the direction of text, hide letters from a human reader, or carry a
 * message that only a model reads. Soft hyphen, Arabic letter mark, Hangul and Khmer fillers, zero-width characters,
 * direction marks, embeddings and isolates, variation selectors, annotations, and Unicode tags.
 */
const INVISIBLE =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";

const invisible = new RegExp(`[${INVISIBLE}]+`, "gu");
const isInvisible = new RegExp(`[${INVISIBLE}]`, "u");

export const withoutInvisible = (text: string): string =>
  isInvisible.test(text) ? text.replace(invisible, "") : text;

/** And control characters that JSON leaves as they are, but a terminal obeys. */
const unseen = new RegExp(`[${INVISIBLE}\\u007f-\\u009f]+`, "gu");

/** For JSON, where each may be written so that it can be seen and read back. */
export const escapeInvisible = (json: string): string =>
  json.search(unseen) !== -1
    ? json.replace(unseen, (run) =>
        Array.from(
          { length: run.length },
          (_, i) => `\\u${run.charCodeAt(i).toString(16).padStart(4, "0")}`,
        ).join(""),
      )
    : json;
