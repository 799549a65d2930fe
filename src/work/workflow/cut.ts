/** Shortens text without splitting a character. */

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** How far past the cut the segmenter must read to detect that a character continues. */
const LOOK_AHEAD = 64;

/**
 * At most `max` UTF-16 units, never splitting a visible character: an emoji with its skin tone, a family of four joined
 * emoji, a letter with its accents.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max <= 0) return "";
  const character = graphemes.segment(text.slice(0, max + LOOK_AHEAD)).containing(max);
  return text.slice(0, character?.index ?? max);
}

/** The same, with a mark for the missing part. */
export function clip(text: string, max: number): string {
  return text.length <= max ? text : `${cutText(text, max - 1).trimEnd()}…`;
}

/** Invisible characters, and characters that reverse the text direction. The joiner of emoji is not included. */
const HIDDEN = /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;
/** The tags around texts of the client and of Pawl. Foreign text must not open or close them. */
const FRAMES = /<(?=\/?(?:system-reminder|pawl-context)\b)/gi;

/** Makes any value safe as part of a line: it can neither begin a new line nor hide text. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .replace(HIDDEN, "")
    .replace(FRAMES, "‹")
    .trim();
}
