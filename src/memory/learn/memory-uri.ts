/** Names a memory that Pawl creates: its first words, plus a number if the name is taken. */
import type { Memory } from "../records/memory.ts";

const WORDS = 7;
const CHARACTERS = 60;

export function freeUri(prefix: string, text: string, known: readonly Pick<Memory, "uri">[]): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const slug =
    words
      .slice(0, WORDS)
      .join("-")
      .slice(0, CHARACTERS)
      .toWellFormed()
      .replace(/\ufffd$/, "") || "note";
  for (let i = 1; ; i++) {
    const uri = `${prefix}${slug}${i === 1 ? "" : `-${i}`}`;
    if (!known.some((memory) => memory.uri === uri)) return uri;
  }
}
