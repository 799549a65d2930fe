/** Checks whether notes that a client loads itself (CLAUDE.md, rules, AGENTS.md) already contain a statement. */
import { toWords } from "../../text/distinctive-words.ts";
import { lettersOf } from "../../text/quote.ts";

/** The share of a sentence's words that one paragraph of the notes must contain. */
const SHARE = 0.9;
const LEAST_WORDS = 3;

/** For a fact: true also for other wordings, if hardly any word is missing. */
export function createKnownNotes(notes: string): (text: string) => boolean {
  const plain = lettersOf(notes);
  let paragraphs: Set<string>[] | undefined;
  return (text) => {
    const wanted = lettersOf(text);
    if (wanted === "" || plain === "") return false;
    if (plain.includes(wanted)) return true;
    const words = toWords(text);
    if (words.length < LEAST_WORDS) return false;
    paragraphs ??= notes.split(/\n\s*\n|\n(?=\s*[-*#\d])/).map((part) => new Set(toWords(part)));
    return paragraphs.some((part) => words.filter((word) => part.has(word)).length >= words.length * SHARE);
  };
}
