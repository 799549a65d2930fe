/** What of a record is turned into a vector: its beginning, which is what it is about. */
import { promptText } from "./prompt.ts";

/** Characters; small models read 512 tokens and refuse more, or leave it away. */
export const EMBEDDED_CHARACTERS = 1_500;

/** Undefined for what nobody asked or said, and for a command of the client's: it waits for no vector. */
export function embeddedText(type: string, text: string): string | undefined {
  const said = type === "prompt" ? promptText(text) : text.trim();
  if (said === undefined || said === "" || (type === "prompt" && said.startsWith("/"))) return undefined;
  return cutText(said, EMBEDDED_CHARACTERS);
}

/** Not through a character of two halves. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).toWellFormed();
}
