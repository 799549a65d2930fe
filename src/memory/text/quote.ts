/**
 * Somebody's words as one line of quoted history. Recalled text that keeps its line breaks and tags can pass for
 * an instruction or end Pawl's own block early; so it keeps neither.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

export function quote(text: string, limit: number): string {
  const line = text
    .toWellFormed()
    .replace(CONTROL, " ")
    .replace(/\s{2,}/g, " ")
    .replace(/<(\/?)(pawl-|system-reminder|private)/gi, "‹$1$2")
    .trim();
  return cut(line, limit);
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
