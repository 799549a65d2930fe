/**
 * Somebody's words as one line of quoted history. Recalled text that keeps its line breaks and tags can pass for
 * an instruction or end Pawl's own block early; so it keeps neither.
 */
import { withoutInvisible } from "./invisible.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** `<` in every form that reads as one. */
const OPENING = /[<\uff1c\ufe64\u2039\u3008\u27e8\u2329\u276e]|&lt;|&#0*60;|&#x0*3c;/gi;
/** Names that the client or a model obeys: every name with a sign inside, and the reserved words. */
const CONTROL_NAME =
  /^[\s/\\]*(?:[a-z]+(?:[-_:][\w:.-]*)+|system|human|assistant|user|private|invoke|parameter|thinking|tool|function|result|antml|instructions?|prompt|context|admin|important|reminder|command|task|budget|search|document|memory)(?![a-z])/i;

export function quote(text: string, limit: number): string {
  const line = withoutInvisible(text.toWellFormed())
    .replace(CONTROL, " ")
    .replace(/\s{2,}/g, " ")
    // Ours are the only curly ones, so that nothing in a quotation can end it.
    .replace(/[\u201c-\u201f\u2033\u2036\u275d\u275e\u301d-\u301f\uff02]/g, '"')
    .trim();
  return cut(withoutControlTags(line), limit);
}

/** As much behind the sign as decides, with full-width and other forms of letters made plain. */
const AHEAD = 48;

function withoutControlTags(line: string): string {
  return line.replace(OPENING, (sign, at: number) => {
    const ahead = line.slice(at + sign.length, at + sign.length + AHEAD).normalize("NFKC");
    return CONTROL_NAME.test(ahead) ? "‹" : sign;
  });
}

/** At most `limit` UTF-16 units, cut at a word where one is near, never inside a character. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = limit - 1;
  const space = text.lastIndexOf(" ", end);
  if (space > limit * 0.8) end = space;
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--;
  return `${text.slice(0, end)}…`;
}

/** The letters and digits of a text: two texts with the same ones say the same. */
export function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Enough of them to recognize a text that was injected before. */
export const sameness = (text: string): string => lettersOf(text).slice(0, 200);
